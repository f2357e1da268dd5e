/**
 * Holds what filters, counts and selections need of every image in memory of the reader thread: about twenty bytes per
 * record. With half a million records a filter then scans a few arrays instead of running a query.
 */
import { forEachFacet, FACETS, type ImageFacets, type Facet } from '../../../shared/image.ts'
import { NO_VALUE, type FacetCount } from '../../../shared/query.ts'
import type { ReadDb } from '../storage/database.ts'
import { IS_HIDDEN } from '../storage/tombstones.ts'

/** The values of one facet, and the value of each record. */
export interface FacetColumn {
  /** Values by code; code 0 is `NO_VALUE`. */
  readonly values: string[]
  readonly codes: Map<string, number>
  /** Code by record number. */
  readonly codeOf: Uint16Array
}

/** Bits of `bits`. `deleting`: about to be deleted, so only the view of pending changes shows it. */
export const BIT = {
  exists: 1,
  favorite: 2,
  waiting: 4,
  needsAttention: 8,
  prompt: 16,
  picture: 32,
  deleting: 64,
  viewed: 128
} as const

/** Returns whether a view shows records with these bits. */
export const isShown = (bits: number): boolean => (bits & (BIT.exists | BIT.deleting)) === BIT.exists

/** Indexed by record number; `capacity` is the first number without room. */
export interface Columns {
  readonly capacity: number
  readonly bits: Uint8Array
  readonly facets: Readonly<Record<Facet, FacetColumn>>
}

/** Allocates columns for records below `capacity`; those of `before` keep their values, new ones do not exist yet. */
function columnsFor(capacity: number, before: Columns | null): Columns {
  const bits = new Uint8Array(capacity)
  if (before !== null) bits.set(before.bits)
  const facets = forEachFacet((facet): FacetColumn => {
    const codeOf = new Uint16Array(capacity)
    if (before === null) return { values: [NO_VALUE], codes: new Map([[NO_VALUE, 0]]), codeOf }
    codeOf.set(before.facets[facet].codeOf)
    return { ...before.facets[facet], codeOf }
  })
  return { capacity, bits, facets }
}

/** Further values of a facet share the last code, because codes have two bytes. */
const MAX_CODE = 65_535

/** Returns the code of a value, assigned if it is new. */
function codeFor(facet: FacetColumn, value: string | null): number {
  const text = value ?? NO_VALUE
  const known = facet.codes.get(text)
  if (known !== undefined) return known
  if (facet.values.length > MAX_CODE) return MAX_CODE
  facet.values.push(text)
  facet.codes.set(text, facet.values.length - 1)
  return facet.values.length - 1
}

/** Leaves room for new records before the arrays are copied again. */
const roomFor = (highest: number): number => Math.max(1_024, Math.ceil((highest + 1) * 1.25))

const FIELD_BITS = BIT.exists | BIT.prompt | BIT.picture
const OVERLAY_BITS = BIT.favorite | BIT.waiting | BIT.needsAttention | BIT.deleting | BIT.viewed

function setBits(columns: Columns, records: Iterable<number>, { mask, bits }: { mask: number; bits: number }): void {
  for (const record of records) columns.bits[record] = ((columns.bits[record] ?? 0) & ~mask) | bits
}

/** Record numbers arrive as JSON text: one value to fetch instead of half a million rows. */
interface Listed {
  readonly records: string
}

// json_group_array over an integer column.
const numbersOf = (listed: Listed): number[] => JSON.parse(listed.records) as number[]

/** The records to read; `null` = all of them. */
type Among = readonly number[] | null

/** Returns a condition on `record`, and its parameters. */
const isAmong = (among: Among): { where: string; params: readonly string[] } =>
  among === null
    ? { where: 'true', params: [] }
    : { where: 'record IN (SELECT value FROM json_each(?))', params: [JSON.stringify(among)] }

interface FacetValues extends ImageFacets, Listed {
  /** As the column `has` of the schema: 1 prompt, 2 picture. */
  readonly has: number
}

/** In the order of the index `images_by_look`. */
const COLUMNS = FACETS.join(', ')

/** Reads facets, prompts and pictures; removed or hidden records do not exist. */
function readFacets(db: ReadDb, columns: Columns, among: Among): void {
  const { where, params } = isAmong(among)
  setBits(columns, among ?? [], { mask: FIELD_BITS, bits: 0 })
  const groups = db.all<FacetValues>(
    `SELECT ${COLUMNS}, has, json_group_array(record) AS records FROM images WHERE ${where} GROUP BY ${COLUMNS}, has`,
    params
  )
  for (const group of groups) {
    const records = numbersOf(group)
    const bits = BIT.exists | (group.has & 1 ? BIT.prompt : 0) | (group.has & 2 ? BIT.picture : 0)
    setBits(columns, records, { mask: FIELD_BITS, bits })
    for (const facet of FACETS) {
      const column = columns.facets[facet]
      const code = codeFor(column, group[facet])
      for (const record of records) column.codeOf[record] = code
    }
  }
  const hidden = db.column<number>(`SELECT record FROM gone WHERE ${where} AND ${IS_HIDDEN('gone.record')}`, params)
  setBits(columns, hidden, { mask: FIELD_BITS, bits: 0 })
}

interface Entries extends Listed {
  readonly kind: string
  readonly want: number
  readonly isRejected: number
}

/** Maps entries to the desired favorite, the sync mark, and a pending deletion. Needs attention overrides pending. */
function overlayOf({ kind, want, isRejected }: Entries): { mask: number; bits: number } {
  const star = kind === 'favorite' && want ? BIT.favorite : 0
  const leaving = kind === 'delete' && !isRejected ? BIT.deleting : 0
  const mask = (kind === 'favorite' ? BIT.favorite : 0) | (isRejected ? BIT.waiting : 0)
  return { mask, bits: star | leaving | (isRejected ? BIT.needsAttention : BIT.waiting) }
}

/**
 * Reads which were viewed, and favorites of the mirror, then the desired values over them; changes that need attention
 * come last.
 */
function readOverlay(db: ReadDb, columns: Columns, among: Among): void {
  const { where, params } = isAmong(among)
  setBits(columns, among ?? columns.bits.keys(), { mask: OVERLAY_BITS, bits: 0 })
  const viewed = `SELECT json_group_array(record) AS records FROM viewed WHERE ${where}`
  for (const seen of db.all<Listed>(viewed, params)) setBits(columns, numbersOf(seen), { mask: 0, bits: BIT.viewed })
  const starred = `SELECT json_group_array(record) AS records FROM flags WHERE favorite = 1 AND ${where}`
  for (const stars of db.all<Listed>(starred, params))
    setBits(columns, numbersOf(stars), { mask: 0, bits: BIT.favorite })
  const entries = db.all<Entries>(
    `SELECT kind, want, is_refused AS isRejected, json_group_array(record) AS records
     FROM outbox WHERE ${where} GROUP BY kind, want, isRejected ORDER BY isRejected`,
    params
  )
  for (const entry of entries) setBits(columns, numbersOf(entry), overlayOf(entry))
}

const highestRecord = (db: ReadDb): number => db.value<number | null>('SELECT max(record) FROM records') ?? 0

/** Reads all columns from the library. */
export function loadColumns(db: ReadDb): Columns {
  const columns = columnsFor(roomFor(highestRecord(db)), null)
  readFacets(db, columns, null)
  readOverlay(db, columns, null)
  return columns
}

/** Reading every favorite again is faster than requesting more than this many. */
const OVERLAY_RELOAD = 2_000

/** Records with changed fields, and records with changed favorites or marks. */
export interface ChangedRecords {
  readonly fields: readonly number[]
  readonly stars: readonly number[]
}

/** Updates the listed records, including removed ones; returns columns with room for new ones. */
export function patchColumns(db: ReadDb, columns: Columns, { fields, stars }: ChangedRecords): Columns {
  const highest = highestRecord(db)
  const roomy = highest < columns.capacity ? columns : columnsFor(roomFor(highest), columns)
  if (fields.length > 0) readFacets(db, roomy, fields)
  if (stars.length > 0) readOverlay(db, roomy, stars.length > OVERLAY_RELOAD ? null : stars)
  return roomy
}

type Test = (value: number) => boolean

/**
 * Returns a new list of the records that pass, in their order. A plain loop, because callbacks are slow for half a
 * million.
 */
export function keepWhere(records: Uint32Array, test: Test): Uint32Array {
  const kept = new Uint32Array(records.length)
  let count = 0
  for (const record of records) {
    if (!test(record)) continue
    kept[count] = record
    count += 1
  }
  // A copy, so that unused memory is released.
  return kept.slice(0, count)
}

/** Counts the values that pass. */
export function countWhere(values: Uint32Array | Uint8Array, test: Test): number {
  let count = 0
  for (const value of values) if (test(value)) count += 1
  return count
}

/** Returns 1 for each of the records, by record number. */
export function bitmap(records: Iterable<number>, capacity: number): Uint8Array {
  const found = new Uint8Array(capacity)
  for (const record of records) found[record] = 1
  return found
}

/** Counts the value of one record. */
export function countCode(counts: Uint32Array, { codeOf }: FacetColumn, record: number): void {
  const code = codeOf[record] ?? 0
  counts[code] = (counts[code] ?? 0) + 1
}

/** Returns counts by value: of the values present in `among`, with the most frequent ones there first. */
export function countsOf({ values }: FacetColumn, counts: Uint32Array, among: Uint32Array): FacetCount[] {
  return values
    .map((value, code) => ({ value, count: counts[code] ?? 0, among: among[code] ?? 0 }))
    .filter((one) => one.among > 0)
    .sort((a, b) => b.among - a.among || (a.value < b.value ? -1 : 1))
    .map(({ value, count }) => ({ value, count }))
}
