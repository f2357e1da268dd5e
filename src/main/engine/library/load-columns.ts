/** Fills the reader's columns from the library, whole or for the records that changed. */
import { LOOKS, type ImageLooks } from '../../../shared/image.ts'
import type { ReadDb } from '../storage/database.ts'
import { IS_DELETING, IS_HIDDEN } from '../storage/tombstones.ts'
import { BIT, codeFor, emptyColumns, grow, type Columns } from './columns.ts'

/** Room for new records before the arrays are copied again. */
const roomFor = (highest: number): number => Math.max(1_024, Math.ceil((highest + 1) * 1.25))

const highestRecord = (db: ReadDb): number => db.value<number | null>('SELECT max(record) FROM records') ?? 0

/** From this many records on, reading every star again is quicker than asking for each. */
const OVERLAY_RELOAD = 2_000

interface LookValues extends ImageLooks {
  /** As the column `has` of the schema: 1 prompt, 2 picture. */
  readonly has: number
}

/** As the index `images_by_look` has them. */
const COLUMNS = LOOKS.join(', ')

/** Lists of record numbers come as JSON text: one value to fetch instead of half a million rows. */
interface Listed {
  readonly records: string
}

// json_group_array over an integer column.
const numbersOf = (listed: Listed): number[] => JSON.parse(listed.records) as number[]

const bitsOf = (has: number): number => (has & 1 ? BIT.prompt : 0) | (has & 2 ? BIT.picture : 0)

const FIELD_BITS = BIT.exists | BIT.prompt | BIT.picture
const OVERLAY_BITS = BIT.favorite | BIT.waiting | BIT.needsYou | BIT.deleting

function setBits(columns: Columns, record: number, change: { mask: number; bits: number }): void {
  columns.bits[record] = ((columns.bits[record] ?? 0) & ~change.mask) | change.bits
}

/** Gives records their values; every one of them has the same. */
function setLooks(columns: Columns, records: readonly number[], values: LookValues): void {
  const bits = BIT.exists | bitsOf(values.has)
  for (const record of records) setBits(columns, record, { mask: FIELD_BITS, bits })
  for (const look of LOOKS) {
    const column = columns.looks[look]
    const code = codeFor(column, values[look])
    for (const record of records) column.codeOf[record] = code
  }
}

function loadLooks(db: ReadDb, columns: Columns): void {
  const groups = db.all<LookValues & Listed>(
    `SELECT ${COLUMNS}, has, json_group_array(record) AS records FROM images GROUP BY ${COLUMNS}, has`
  )
  for (const group of groups) setLooks(columns, numbersOf(group), group)
  const hidden = db.column<number>(`SELECT record FROM gone WHERE ${IS_HIDDEN('gone.record')}`)
  for (const record of hidden) setBits(columns, record, { mask: FIELD_BITS, bits: 0 })
}

interface Entries extends Listed {
  readonly kind: string
  readonly want: number
  readonly isRejected: number
}

/** A star as it is wanted, a mark, and whether the record is about to go. The triangle outweighs the dot. */
function overlayOf({ kind, want, isRejected }: Entries): { mask: number; bits: number } {
  const star = kind === 'favorite' && want ? BIT.favorite : 0
  const leaving = kind === 'delete' && !isRejected ? BIT.deleting : 0
  const mask = (kind === 'favorite' ? BIT.favorite : 0) | (isRejected ? BIT.waiting : 0)
  return { mask, bits: star | leaving | (isRejected ? BIT.needsYou : BIT.waiting) }
}

/** Stars of the mirror first, then what the person wants over them; what needs the person last. */
function loadOverlay(db: ReadDb, columns: Columns): void {
  for (let record = 0; record < columns.capacity; record++) setBits(columns, record, { mask: OVERLAY_BITS, bits: 0 })
  const starred = db.get<Listed>('SELECT json_group_array(record) AS records FROM flags WHERE favorite = 1')
  for (const record of starred ? numbersOf(starred) : []) setBits(columns, record, { mask: 0, bits: BIT.favorite })
  const entries = db.all<Entries>(
    `SELECT kind, want, is_refused AS isRejected, json_group_array(record) AS records
     FROM outbox GROUP BY kind, want, isRejected ORDER BY isRejected`
  )
  for (const entry of entries) {
    const change = overlayOf(entry)
    for (const record of numbersOf(entry)) setBits(columns, record, change)
  }
}

/** Everything, as the library is now. */
export function loadColumns(db: ReadDb): Columns {
  const columns = emptyColumns(roomFor(highestRecord(db)))
  loadLooks(db, columns)
  loadOverlay(db, columns)
  return columns
}

const IN_LIST = 'IN (SELECT value FROM json_each(?))'

/**
 * Brings looks, prompts and pictures of the listed records up to date, those that are gone among them; answers columns
 * with room for new ones.
 */
export function patchLooks(db: ReadDb, columns: Columns, records: readonly number[]): Columns {
  const highest = highestRecord(db)
  const roomy = highest < columns.capacity ? columns : grow(columns, roomFor(highest))
  const rows = db.all<LookValues & { record: number }>(
    `SELECT record, ${COLUMNS}, has FROM images
     WHERE record ${IN_LIST} AND NOT ${IS_HIDDEN('images.record')}`,
    [JSON.stringify(records)]
  )
  for (const record of records) setBits(roomy, record, { mask: FIELD_BITS, bits: 0 })
  for (const row of rows) setLooks(roomy, [row.record], row)
  return roomy
}

/** Brings stars and marks of the listed records up to date. */
export function patchOverlay(db: ReadDb, columns: Columns, records: readonly number[]): void {
  if (records.length > OVERLAY_RELOAD) return loadOverlay(db, columns)
  const rows = db.all<{ record: number; favorite: 0 | 1; isRejected: 0 | 1 | null; isDeleting: 0 | 1 }>(
    `SELECT f.record, ifnull(o.want, ifnull(f.favorite, 0)) AS favorite,
       (SELECT max(is_refused) FROM outbox WHERE outbox.record = f.record) AS isRejected,
       ${IS_DELETING('f.record')} AS isDeleting
     FROM flags f LEFT JOIN outbox o ON o.record = f.record AND o.kind = 'favorite' WHERE f.record ${IN_LIST}`,
    [JSON.stringify(records)]
  )
  for (const { record, favorite, isRejected, isDeleting } of rows) {
    const mark = isRejected === null ? 0 : isRejected ? BIT.needsYou : BIT.waiting
    const bits = mark | (favorite ? BIT.favorite : 0) | (isDeleting ? BIT.deleting : 0)
    setBits(columns, record, { mask: OVERLAY_BITS, bits })
  }
}
