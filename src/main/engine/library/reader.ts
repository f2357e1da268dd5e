/**
 * Everything the screens read, for the reader thread: views, rows, counts, selections. Holds the orders and frozen
 * sets that the window refers to by number.
 */
import type { BridgeRequests } from '../../../shared/bridge.ts'
import { fail, succeed, type Result } from '../../../shared/failure.ts'
import type { RecordTarget } from '../../../shared/query.ts'
import { findReceipt, readReasons } from '../storage/batches.ts'
import { inSnapshot, type ReadDb } from '../storage/database.ts'
import { lastEndedPass } from '../storage/passes.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { countFacets } from './facet-counts.ts'
import { createHeldLists, type HeldLists } from './held-lists.ts'
import { selectRecords } from './image-filter.ts'
import { createImageIndex, type ImageIndex } from './image-index.ts'
import { pictureSourceOf, readRows, type PictureSource } from './image-rows.ts'
import { countProjects, readProjects } from './project-page.ts'
import { resolveTarget, summarize } from './targets.ts'

/** What the window asks of the reader as it stands in the bridge, and what main asks for itself. */
interface Requests extends Pick<
  BridgeRequests,
  'openView' | 'getImages' | 'countFacets' | 'freezeSelection' | 'describeTarget' | 'listProjects' | 'getBatch'
> {
  resolveTarget: { args: { target: RecordTarget }; value: Uint32Array }
  getPictureSource: { args: { record: number }; value: PictureSource | null }
}

/** One method for each request. Lists of records in the answers are fresh copies: they may be transferred. */
export type LibraryReader = {
  readonly [N in keyof Requests]: (args: Requests[N]['args']) => Result<Requests[N]['value']>
}

const HELD_VIEWS = 16
const HELD_SELECTIONS = 64

interface Parts {
  readonly db: ReadDb
  readonly index: ImageIndex
  readonly views: HeldLists
  readonly selections: HeldLists
}

const openView =
  ({ db, index, views }: Parts): LibraryReader['openView'] =>
  ({ query }) => {
    const revision = index.refresh()
    const numbers = selectRecords(index, query)
    const isFilling = lastEndedPass(db, 'images', 'first') === null
    return succeed({ view: views.hold(numbers), numbers: numbers.slice(), revision, isFilling })
  }

const freezeSelection =
  ({ views, selections }: Parts): LibraryReader['freezeSelection'] =>
  ({ view }) => {
    const records = views.find(view)
    if (records === undefined) return fail('unknown-view')
    return succeed({ selection: selections.hold(records), size: records.length })
  }

const describeTarget =
  ({ index, views, selections }: Parts): LibraryReader['describeTarget'] =>
  ({ target, view }) => {
    index.refresh()
    const shown = view === null ? null : views.find(view)
    if (shown === undefined) return fail('unknown-view')
    const records = resolveTarget(index.columns(), target, selections)
    return records.ok ? succeed(summarize(index.columns(), records.value, shown)) : records
  }

const resolve =
  ({ index, selections }: Parts): LibraryReader['resolveTarget'] =>
  ({ target }) => {
    index.refresh()
    return resolveTarget(index.columns(), target, selections)
  }

const getBatch =
  ({ db }: Parts): LibraryReader['getBatch'] =>
  ({ batch }) => {
    const receipt = findReceipt(db, batch)
    return receipt === null ? fail('unknown-batch') : succeed({ receipt, reasons: readReasons(db, batch) })
  }

function methodsOf(parts: Parts): LibraryReader {
  const { db, index } = parts
  return {
    openView: openView(parts),
    getImages: ({ records }) => succeed(readRows(db, records)),
    countFacets: ({ query }) => {
      index.refresh()
      return succeed(countFacets(index, query, countProjects(db)))
    },
    freezeSelection: freezeSelection(parts),
    resolveTarget: resolve(parts),
    describeTarget: describeTarget(parts),
    listProjects: (ask) => succeed(readProjects(db, ask)),
    getBatch: getBatch(parts),
    getPictureSource: ({ record }) => succeed(pictureSourceOf(db, record))
  }
}

/** Sees the library of one moment, and turns a failure of the file into data. */
function guarded<Args, Value>(db: ReadDb, method: (args: Args) => Result<Value>): (args: Args) => Result<Value> {
  return (args) => {
    const read = tryStorage(() => inSnapshot(db, () => method(args)))
    return read.ok ? read.value : read
  }
}

/** The requests of the reader thread over one open library. Never throws for what the disk does. */
export function createLibraryReader(db: ReadDb): LibraryReader {
  const index = createImageIndex(db)
  const views = createHeldLists(HELD_VIEWS)
  const selections = createHeldLists(HELD_SELECTIONS)
  const methods = methodsOf({ db, index, views, selections })
  return {
    openView: guarded(db, methods.openView),
    getImages: guarded(db, methods.getImages),
    countFacets: guarded(db, methods.countFacets),
    freezeSelection: guarded(db, methods.freezeSelection),
    resolveTarget: guarded(db, methods.resolveTarget),
    describeTarget: guarded(db, methods.describeTarget),
    listProjects: guarded(db, methods.listProjects),
    getBatch: guarded(db, methods.getBatch),
    getPictureSource: guarded(db, methods.getPictureSource)
  }
}
