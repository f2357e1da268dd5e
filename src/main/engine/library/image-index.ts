/** Holds the reader's copy of what filters and orders need, kept at the library's revision by its change log. */
import type { ImageQuery } from '../../../shared/query.ts'
import { CHANGED, changesSince, currentRevision, type Change } from '../storage/change-log.ts'
import type { ReadDb } from '../storage/database.ts'
import { findText, foldText } from '../storage/search.ts'
import { bitmap, loadColumns, patchColumns, type Columns } from './columns.ts'

type SortBy = ImageQuery['sortBy']

/** The library at one revision. */
export interface ImageIndex {
  readonly revision: number
  readonly columns: Columns
  /** Returns every image, ascending. Not to be changed. */
  readonly order: (sortBy: SortBy) => Uint32Array
  /** Returns 1 for each record whose text contains `search`, by record number; `null` for an empty search. */
  readonly matches: (search: string) => Uint8Array | null
}

/** All orders end with the record number, so that records of equal names keep their positions. */
export const ORDER_SQL = {
  date: "SELECT record FROM records WHERE grp = 'images' ORDER BY age_key, id_length, service_id, record",
  id: "SELECT record FROM records WHERE grp = 'images' ORDER BY id_length, service_id, record",
  name: 'SELECT record FROM images ORDER BY name_key, record'
} as const

/** Whether most of the highest ids have a date, because a few dated records do not make dates an order. */
const TELLS_DATES = `SELECT count(born_at) * 2 > count(*) FROM (SELECT born_at FROM records
  WHERE grp = 'images' AND service_id IS NOT NULL ORDER BY id_length DESC, service_id DESC LIMIT 100)`

function readOrder(db: ReadDb, sortBy: SortBy): Uint32Array {
  const isDated = sortBy === 'id' && db.value<number>(TELLS_DATES) === 1
  return Uint32Array.from(db.column<number>(ORDER_SQL[isDated ? 'date' : sortBy]))
}

interface State {
  readonly revision: number
  readonly columns: Columns
  readonly orders: Map<SortBy, Uint32Array>
  /** The last search, because the counts and the view of one keystroke request the same. */
  readonly found: Map<string, Uint8Array>
}

function load(db: ReadDb): State {
  return { revision: currentRevision(db), columns: loadColumns(db), orders: new Map(), found: new Map() }
}

/** Returns the records of the changes of one of the kinds. */
function touched(changes: readonly Change[], kinds: number): number[] {
  const records = new Set<number>()
  for (const change of changes) {
    if ((change.kinds & kinds) === 0) continue
    for (const record of change.records ?? []) records.add(record)
  }
  return [...records]
}

/** Beyond this a patch costs more than reading everything. */
const MAX_PATCHED = 20_000

function patch(db: ReadDb, state: State, changes: readonly Change[]): State {
  const kinds = changes.reduce((all, change) => all | change.kinds, 0)
  const fields = touched(changes, CHANGED.fields | CHANGED.order)
  if (fields.length > MAX_PATCHED || changes.some((change) => change.records === null)) return load(db)
  // A new record may include its favorite.
  const stars = touched(changes, CHANGED.overlay | CHANGED.order)
  return {
    revision: changes.at(-1)?.revision ?? state.revision,
    columns: patchColumns(db, state.columns, { fields, stars }),
    orders: kinds & CHANGED.order ? new Map() : state.orders,
    found: kinds & (CHANGED.fields | CHANGED.order) ? new Map() : state.found
  }
}

function catchUp(db: ReadDb, state: State): State {
  if (currentRevision(db) === state.revision) return state
  const changes = changesSince(db, state.revision)
  return changes === null ? load(db) : patch(db, state, changes)
}

/**
 * Creates the index over one open library; each call updates it, which makes the previous one stale. To be called
 * inside a snapshot.
 */
export function createImageIndex(db: ReadDb): () => ImageIndex {
  let state: State | null = null
  return () => {
    state = state === null ? load(db) : catchUp(db, state)
    const { revision, columns, orders, found } = state
    return {
      revision,
      columns,
      order: (sortBy) => {
        const order = orders.get(sortBy) ?? readOrder(db, sortBy)
        orders.set(sortBy, order)
        return order
      },
      matches: (search) => {
        const key = foldText(search)
        const known = found.get(key)
        if (known !== undefined) return known
        const records = findText(db, search)
        if (records === null) return null
        const matching = bitmap(records, columns.capacity)
        found.clear()
        found.set(key, matching)
        return matching
      }
    }
  }
}
