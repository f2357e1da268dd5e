/**
 * Serves everything that the screens read, for the reader thread: views, rows, counts, selections. Keeps the orders and
 * frozen sets that the window refers to by number.
 */
import type { REQUESTS, RequestsOf, RequestArgs } from '../../../shared/bridge.ts'
import { fail, succeed, type Result } from '../../../shared/failure.ts'
import type { PictureSource } from '../../../shared/image.ts'
import type { ProjectPage, ProjectQuery, ProjectRow } from '../../../shared/project.ts'
import type { RecordTarget } from '../../../shared/query.ts'
import { findReceipt, listReceipts, readReasons } from '../storage/batches.ts'
import { listChanges, listNeeds } from '../storage/change-rows.ts'
import { inSnapshot, type ReadDb } from '../storage/database.ts'
import { newestPass } from '../storage/passes.ts'
import { countShown, listRemovals } from '../storage/removals.ts'
import { foldText } from '../storage/search.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { IS_HIDDEN } from '../storage/tombstones.ts'
import { findReviewStop } from '../storage/viewed.ts'
import { listBatchItems, readHistory } from './batch-items.ts'
import { continueFrom, countFacets, selectRecords } from './image-filter.ts'
import { createImageIndex, type ImageIndex } from './image-index.ts'
import { pictureSourceOf, readCreateForm, readDetail, readRows, IS_REJECTED, markOf } from './image-rows.ts'
import { NAMED, resolveTarget, summarize, createRecordListCache, type RecordListCache } from './targets.ts'

/** The requests of the window as declared in the bridge, and those of main itself. */
interface Requests extends RequestsOf<typeof REQUESTS, 'reader'> {
  resolveTarget: { args: { target: RecordTarget }; value: Uint32Array }
  getPictureSource: { args: { record: number }; value: PictureSource | null }
}

type Answer<N extends keyof Requests> = Result<Requests[N]['value']>

/** One method per request. Lists of records in the results are fresh copies, so they may be transferred. */
export type LibraryReader = { readonly [N in keyof Requests]: (args: Requests[N]['args']) => Answer<N> }

const CACHED_VIEWS = 16
const CACHED_SELECTIONS = 64

interface Parts {
  readonly db: ReadDb
  readonly index: () => ImageIndex
  readonly views: RecordListCache
  readonly selections: RecordListCache
}

const orUnknown = <T>(found: T | null): Result<T> => (found === null ? fail('unknown-record') : succeed(found))

/** Implements each request on one snapshot of the library. */
const HANDLERS: { readonly [N in keyof Requests]: (parts: Parts, args: Requests[N]['args']) => Answer<N> } = {
  openView({ db, index, views }, { query }) {
    const now = index()
    const numbers = selectRecords(now, query)
    const isFilling = newestPass(db, 'ended', 'images') === null
    const needs = query.mark === 'needs-attention' ? { needs: listNeeds(db, numbers) } : {}
    const { revision } = now
    const continueAt = continueFrom(now, query, { stop: findReviewStop(db, query), shown: numbers })
    return succeed({ view: views.hold(numbers), numbers: numbers.slice(), revision, isFilling, continueAt, ...needs })
  },
  getImages: ({ db }, { records }) => succeed(readRows(db, records)),
  countFacets: ({ db, index }, { query }) => succeed(countFacets(index(), query, countShown(db, 'projects'))),
  freezeSelection({ views, selections }, { view }) {
    const records = views.find(view)
    if (records === undefined) return fail('unknown-view')
    return succeed({ selection: selections.hold(records), size: records.length })
  },
  resolveTarget: ({ index, selections }, { target }) => resolveTarget(index().columns, target, selections),
  describeTarget({ db, index, views, selections }, { target, view }) {
    const { columns } = index()
    const shown = view === null ? null : views.find(view)
    if (shown === undefined) return fail('unknown-view')
    const records = resolveTarget(columns, target, selections)
    if (!records.ok) return records
    const names = readRows(db, records.value.subarray(0, NAMED)).map(({ name }) => name)
    return succeed({ ...summarize(columns, records.value, shown), names })
  },
  listProjects: ({ db }, args) => succeed(readProjects(db, args)),
  getImage: ({ db }, { record }) => orUnknown(readDetail(db, record)),
  getCreateForm: ({ db }, { record }) => orUnknown(readCreateForm(db, record)),
  getRecordHistory: ({ db }, { record }) => succeed(readHistory(db, record)),
  listBatches({ db }, { before, limit }) {
    // One row more than requested shows whether there are more.
    const rows = listReceipts(db, { before, limit: limit + 1 })
    return succeed({ rows: rows.slice(0, limit), hasMore: rows.length > limit })
  },
  listBatchItems: ({ db }, args) => succeed(listBatchItems(db, args)),
  listChanges: ({ db }, args) => succeed(listChanges(db, args)),
  listNeeds: ({ db }) => succeed(listNeeds(db)),
  listRemovals: ({ db }, args) => succeed(listRemovals(db, args)),
  getBatch({ db }, { batch }) {
    const receipt = findReceipt(db, batch)
    return receipt === null ? fail('unknown-batch') : succeed({ receipt, reasons: readReasons(db, batch) })
  },
  getPictureSource: ({ db }, { record }) => succeed(pictureSourceOf(db, record))
}

/** Creates the requests of the reader thread over one open library. Never throws for disk errors. */
export function createLibraryReader(db: ReadDb): LibraryReader {
  const held = { views: createRecordListCache(CACHED_VIEWS), selections: createRecordListCache(CACHED_SELECTIONS) }
  const parts: Parts = { db, index: createImageIndex(db), ...held }
  const methods = Object.entries(HANDLERS).map(([name, request]) => [
    name,
    (args: never) => {
      const handler = request as (parts: Parts, args: never) => Result<unknown>
      const read = tryStorage(() => inSnapshot(db, () => handler(parts, args)))
      return read.ok ? read.value : read
    }
  ])
  // The same names, each with a method of its own type.
  return Object.fromEntries(methods) as LibraryReader
}

interface StoredRow extends Omit<ProjectRow, 'mark'> {
  readonly isRejected: 0 | 1 | null
}

/** A result may be a decimal as text, so it is sorted by its numeric value. */
const SORT_KEYS: Readonly<Record<ProjectQuery['sortBy'], string>> = {
  created_at: 'created_at',
  project: 'natural_key(project_key)',
  reports: 'reports',
  result: 'CAST(result AS REAL)'
}

/** Missing values come last in either direction; equal values keep the order of the record numbers. */
function orderBy({ sortBy, sort }: ProjectQuery): string {
  const [key, direction] = [SORT_KEYS[sortBy], sort === 'asc' ? 'ASC' : 'DESC']
  return `${key} IS NULL, ${key} ${direction}, record ${direction}`
}

const toRow = ({ isRejected, ...row }: StoredRow): ProjectRow => ({ ...row, mark: markOf(isRejected) })

/** Returns rows `offset` to `offset + limit` of the matching projects, and the two counts. */
function readProjects(db: ReadDb, { query, offset, limit }: RequestArgs<'listProjects'>): ProjectPage {
  const search = foldText(query.search)
  const matches = `(:search = '' OR instr(project_key, :search) > 0) AND NOT ${IS_HIDDEN('projects.record')}`
  const rows = db.all<StoredRow>(
    `SELECT record, project, reports, result, created_at AS createdAt, ${IS_REJECTED('projects.record')} AS isRejected
     FROM projects WHERE ${matches} ORDER BY ${orderBy(query)} LIMIT :limit OFFSET :offset`,
    { search, limit, offset }
  )
  const matching = db.value<number>(`SELECT count(*) FROM projects WHERE ${matches}`, { search }) ?? 0
  return { rows: rows.map(toRow), matching, total: countShown(db, 'projects') }
}
