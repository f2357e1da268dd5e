/**
 * What filters, counts and selections ask of every image, held in memory by the reader thread: about twenty bytes
 * for each record. At half a million records a filter is then a walk through a few arrays instead of a query.
 */
import { forEachLook, type Look } from '../../../shared/image.ts'
import { NO_VALUE } from '../../../shared/query.ts'

/** Values of one look, and which of them each record has. */
export interface LookColumn {
  /** Values by code; code 0 is `NO_VALUE`. */
  readonly values: string[]
  readonly codes: Map<string, number>
  /** Code by record number. */
  readonly codeOf: Uint16Array
}

/** Bits of `bits`. `deleting`: about to be deleted, so that only a look at what waits shows it. */
export const BIT = { exists: 1, favorite: 2, waiting: 4, needsYou: 8, prompt: 16, picture: 32, deleting: 64 } as const

/** Whether bits are those of a record that a view shows. */
export const isShown = (bits: number): boolean => (bits & (BIT.exists | BIT.deleting)) === BIT.exists

/** Everything is indexed by record number; `capacity` is the first number there is no room for. */
export interface Columns {
  readonly capacity: number
  readonly bits: Uint8Array
  readonly looks: Readonly<Record<Look, LookColumn>>
}

function emptyLook(capacity: number): LookColumn {
  return { values: [NO_VALUE], codes: new Map([[NO_VALUE, 0]]), codeOf: new Uint16Array(capacity) }
}

/** Columns with room for records below `capacity`, none of which exists yet. */
export function emptyColumns(capacity: number): Columns {
  return { capacity, bits: new Uint8Array(capacity), looks: forEachLook(() => emptyLook(capacity)) }
}

/** The same columns with room for more; records keep their numbers. */
export function grow(columns: Columns, capacity: number): Columns {
  const grown = emptyColumns(capacity)
  grown.bits.set(columns.bits)
  const looks = forEachLook((look) => {
    const { values, codes, codeOf } = columns.looks[look]
    const room = new Uint16Array(capacity)
    room.set(codeOf)
    return { values, codes, codeOf: room }
  })
  return { ...grown, looks }
}

/** Values beyond this many different ones of a look count as the last: two bytes hold the code. */
const MAX_CODE = 65_535

/** The code of a value, given when it is new. */
export function codeFor(look: LookColumn, value: string | null): number {
  const text = value ?? NO_VALUE
  const known = look.codes.get(text)
  if (known !== undefined) return known
  if (look.values.length > MAX_CODE) return MAX_CODE
  look.values.push(text)
  look.codes.set(text, look.values.length - 1)
  return look.values.length - 1
}
