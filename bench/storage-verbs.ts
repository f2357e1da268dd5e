/** Measures the verbs that work on earlier changes: undo, stop, delete, and a long paused batch. */
import type { Library } from '../src/main/engine/library/create-library.ts'
import type { WriteDb } from '../src/main/engine/storage/database.ts'
import { nextSequence } from '../src/main/engine/storage/meta.ts'
import { nextEntries } from '../src/main/engine/storage/outbox.ts'
import { settleEntries } from '../src/main/engine/storage/settle-entry.ts'
import { addCandidates } from '../src/main/engine/storage/removals.ts'
import { valueOf } from './storage-library.ts'
import { sayOnce } from './timing.ts'

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
