/** Makes the library for the storage figures, the same for the same number, and measures the verbs on earlier changes. */
import type { ServiceImage } from '../src/main/engine/domain/service-records.ts'
import type { Library } from '../src/main/engine/library/create-library.ts'
import type { WriteDb } from '../src/main/engine/storage/database.ts'
import { nextSequence } from '../src/main/engine/storage/meta.ts'
import { nextEntries } from '../src/main/engine/storage/outbox.ts'
import { addCandidates } from '../src/main/engine/storage/removals.ts'
import { settleEntries } from '../src/main/engine/storage/settle-entry.ts'
import type { Result } from '../src/shared/failure.ts'
import { FILTERS, MEDIUMS, RESOLUTIONS, STYLES } from '../src/shared/image.ts'
import { sayOnce } from './timing.ts'

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

// The verbs that work on earlier changes: undo, stop, delete, and a long paused batch.

/** Acknowledges all pending entries, as push does. */
function acknowledgeAll(db: WriteDb): void {
  const query = { group: 'images', lane: 'batch', limit: 1_000, now: Number.MAX_SAFE_INTEGER } as const
  for (let entries = nextEntries(db, query); entries.length > 0; entries = nextEntries(db, query)) {
    const results = entries.map(({ entry, revision }) => ({
      entry,
      revision,
      outcome: { kind: 'acknowledged' } as const
    }))
    settleEntries(db, { results, images: [], now: 1, sequence: nextSequence(db) })
  }
}

/** `records`: that many of them, none with unsent changes. Leaves the outbox empty. */
export function measureVerbs(db: WriteDb, library: Library, records: Uint32Array): void {
  const count = records.length.toLocaleString('en')
  const star = (favorite: boolean): number => valueOf(library.setFavorite({ records, favorite })).batch.batch
  star(false)
  acknowledgeAll(db)
  const unsent = star(true)
  sayOnce(`undo ${count} before sending`, () => library.undoBatch({ batch: unsent }))
  const stopped = star(true)
  sayOnce(`stop ${count} before sending`, () => library.stopBatch({ batch: stopped, isUndoing: false }))
  const done = star(true)
  acknowledgeAll(db)
  sayOnce(`undo ${count} that are done`, () => library.undoBatch({ batch: done }))
  acknowledgeAll(db)
  const paused = star(true)
  valueOf(library.setBatchPaused({ batch: paused, isPaused: true }))
  sayOnce(`next 64 entries behind ${count} paused ones`, () =>
    nextEntries(db, { group: 'images', lane: 'batch', limit: 64, now: 1 })
  )
  valueOf(library.stopBatch({ batch: paused, isUndoing: false }))
  const some = records.subarray(0, Math.ceil(records.length / 10))
  const deleted = { batch: 0 }
  sayOnce(`delete ${some.length.toLocaleString('en')}, on disk`, () => {
    deleted.batch = valueOf(library.deleteImages({ records: some })).batch.batch
  })
  sayOnce('undo that deletion', () => library.undoBatch({ batch: deleted.batch }))
}

/** `pass` has seen everything, as at the usual end of a pass. */
export function measureCandidates(db: WriteDb, pass: number): void {
  db.run("INSERT OR REPLACE INTO seen SELECT 'full', record, ? FROM records", [pass])
  sayOnce('records missed by a complete pass (none)', () => addCandidates(db, { group: 'images', pass }))
}
