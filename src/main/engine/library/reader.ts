/**
 * Everything the screens read, for the reader thread: views, rows, counts, selections. Holds the orders and frozen
 * sets that the window refers to by number.
 */
import type { REQUESTS, RequestsOf } from '../../../shared/bridge.ts'
import { fail, succeed, type Result } from '../../../shared/failure.ts'
import type { RecordTarget } from '../../../shared/query.ts'
import { findReceipt, listReceipts, readReasons } from '../storage/batches.ts'
import { listChanges, listNeeds } from '../storage/change-rows.ts'
import { inSnapshot, type ReadDb } from '../storage/database.ts'
import { newestPass } from '../storage/passes.ts'
import { countShown, listRemovals } from '../storage/removals.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { listBatchItems, readHistory } from './batch-items.ts'
import { countFacets } from './facet-counts.ts'
import { createHeldLists, type HeldLists } from './held-lists.ts'
import { readCreateForm, readDetail } from './image-detail.ts'
import { selectRecords } from './image-filter.ts'
import { createImageIndex, type ImageIndex } from './image-index.ts'
import { pictureSourceOf, readRows, type PictureSource } from './image-rows.ts'
import { readProjects } from './project-page.ts'
import { NAMED, resolveTarget, summarize } from './targets.ts'

/** What the window asks of the reader as it stands in the bridge, and what main asks for itself. */
interface Requests extends RequestsOf<typeof REQUESTS, 'reader'> {
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
    const isFilling = newestPass(db, 'ended', 'images') === null
    const needs = query.mark === 'needs-you' ? { needs: listNeeds(db, numbers) } : {}
    return succeed({ view: views.hold(numbers), numbers: numbers.slice(), revision, isFilling, ...needs })
  }

const freezeSelection =
  ({ views, selections }: Parts): LibraryReader['freezeSelection'] =>
  ({ view }) => {
    const records = views.find(view)
    if (records === undefined) return fail('unknown-view')
    return succeed({ selection: selections.hold(records), size: records.length })
  }

const describeTarget =
  ({ db, index, views, selections }: Parts): LibraryReader['describeTarget'] =>
  ({ target, view }) => {
    index.refresh()
    const shown = view === null ? null : views.find(view)
    if (shown === undefined) return fail('unknown-view')
    const records = resolveTarget(index.columns(), target, selections)
    if (!records.ok) return records
    const names = readRows(db, records.value.subarray(0, NAMED)).map(({ name }) => name)
    return succeed({ ...summarize(index.columns(), records.value, shown), names })
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

const orUnknown = <T>(found: T | null): Result<T> => (found === null ? fail('unknown-record') : succeed(found))

const listBatches =
  ({ db }: Parts): LibraryReader['listBatches'] =>
  ({ before, limit }) => {
    // One more than asked tells whether there are more.
    const rows = listReceipts(db, { before, limit: limit + 1 })
    return succeed({ rows: rows.slice(0, limit), hasMore: rows.length > limit })
  }

/** What is asked of single records and batches. */
const details = (parts: Parts): Omit<LibraryReader, keyof ReturnType<typeof viewing>> => {
  const { db } = parts
  return {
    getImage: ({ record }) => orUnknown(readDetail(db, record)),
    getCreateForm: ({ record }) => orUnknown(readCreateForm(db, record)),
    getRecordHistory: ({ record }) => succeed(readHistory(db, record)),
    listBatches: listBatches(parts),
    listBatchItems: (ask) => succeed(listBatchItems(db, ask)),
    listChanges: (ask) => succeed(listChanges(db, ask)),
    listNeeds: () => succeed(listNeeds(db)),
    listRemovals: (ask) => succeed(listRemovals(db, ask)),
    getBatch: getBatch(parts),
    getPictureSource: ({ record }) => succeed(pictureSourceOf(db, record))
  }
}

/** What is asked of the whole library. */
function viewing(parts: Parts) {
  const { db, index } = parts
  return {
    openView: openView(parts),
    getImages: ({ records }) => succeed(readRows(db, records)),
    countFacets: ({ query }) => {
      index.refresh()
      return succeed(countFacets(index, query, countShown(db, 'projects')))
    },
    freezeSelection: freezeSelection(parts),
    resolveTarget: resolve(parts),
    describeTarget: describeTarget(parts),
    listProjects: (ask) => succeed(readProjects(db, ask))
  } satisfies Partial<LibraryReader>
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
  const parts = { db, index, views, selections }
  const methods: LibraryReader = { ...viewing(parts), ...details(parts) }
  const guards = Object.entries(methods).map(([name, method]) => [
    name,
    guarded(db, method as (args: never) => Result<unknown>)
  ])
  // The same names, each with a method of its own type.
  return Object.fromEntries(guards) as LibraryReader
}
