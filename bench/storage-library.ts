/** Makes the library for the storage figures: generated records, the same for the same number. */
import { FILTERS, MEDIUMS, RESOLUTIONS, STYLES } from '../src/shared/image.ts'
import type { Result } from '../src/shared/failure.ts'
import type { ServiceImage } from '../src/main/engine/domain/service-records.ts'

const WORDS =
  'harbour lantern fox glacier market violin orchard lighthouse robot teapot canyon heron subway meadow astronaut bakery'.split(
    ' '
  )

const pick = <T>(list: readonly T[], at: number): T | null => list[at % list.length] ?? null

/** A fixed hash of a number, so that neighbors differ. */
const scramble = (n: number): number => Math.imul(n ^ (n >>> 15), 0x2c1b3c6d) >>> 3

/** Returns the n-th record. Every tenth has a prompt, every fourth is a favorite. */
export function makeImage(n: number): ServiceImage {
  const s = scramble(n)
  const name = `${pick(WORDS, s)} ${pick(WORDS, s >> 4)} ${pick(WORDS, s >> 8)} ${n % 9_973}`
  const url = `https://images.example.org/uploads/users/images/${s.toString(16)}-${n}.png`
  return {
    id: String(n),
    fields: {
      name,
      style: s % 7 === 0 ? null : pick(STYLES, s >> 2),
      medium: s % 5 === 0 ? null : pick(MEDIUMS, s >> 3),
      filter: s % 3 === 0 ? pick(FILTERS, s >> 5) : null,
      resolution: pick(RESOLUTIONS, s >> 6),
      favorite: n % 4 === 0,
      results: [url],
      result: `${s.toString(16)}-${n}.png`,
      url,
      picture: url,
      createdAt: 1_700_000_000_000 + n * 1_000,
      updatedAt: 1_700_000_000_000 + n * 1_000,
      ...(n % 10 === 0 ? { description: `${name}, seen from above in soft evening light, ${pick(WORDS, s >> 9)}` } : {})
    },
    other: {}
  }
}

/** Returns one page of the list, newest first: page 0 starts with record `total`. */
export function makePage(total: number, page: number, size = 100): ServiceImage[] {
  const top = total - page * size
  return Array.from({ length: Math.min(size, top) }, (_, at) => makeImage(top - at))
}

export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(JSON.stringify(result.failure))
}
