/** The verbs of the screens that change the library: one transaction, one change told, one wake of the sync. */
import type { BatchReceipt } from '../../../shared/batch.ts'
import type { LibraryChange } from '../../../shared/bridge.ts'
import type { Result } from '../../../shared/failure.ts'
import { createBatch, readReceipt } from '../storage/batches.ts'
import { currentRevision } from '../storage/change-log.ts'
import { inIntentTransaction, type WriteDb } from '../storage/database.ts'
import { putFavorites } from '../storage/put-favorites.ts'
import { tryStorage } from '../storage/storage-failure.ts'

export interface LibraryPorts {
  readonly db: WriteDb
  /** ms since epoch. */
  readonly now: () => number
  /** Told once after each change, when it is on disk. */
  readonly onChange: (change: LibraryChange) => void
  /** Asks the sync to look at the outbox now. */
  readonly wake: () => void
}

export interface SetFavorite {
  readonly records: Uint32Array
  readonly favorite: boolean
}

export interface FavoritesSet {
  readonly batch: BatchReceipt
  /** Records that look different now. */
  readonly changed: Uint32Array
}

export interface Library {
  /** All or nothing; fails with disk-full and the like, and then nothing has changed. */
  readonly setFavorite: (args: SetFavorite) => Result<FavoritesSet>
}

function writeFavorites(db: WriteDb, args: SetFavorite & { now: number }): FavoritesSet {
  const { records, favorite, now } = args
  return inIntentTransaction(db, () => {
    const batch = createBatch(db, { verb: favorite ? 'favorite' : 'unfavorite', startedAt: now })
    const { changed } = putFavorites(db, { records, favorite, batch, now })
    return { batch: readReceipt(db, batch), changed }
  })
}

/** The verbs over one open library, for the writer thread. */
export function createLibrary({ db, now, onChange, wake }: LibraryPorts): Library {
  return {
    setFavorite: ({ records, favorite }) => {
      const written = tryStorage(() => writeFavorites(db, { records, favorite, now: now() }))
      if (!written.ok || written.value.changed.length === 0) return written
      onChange({
        revision: currentRevision(db),
        // A copy: the answer and the event each go their own way, perhaps by transfer.
        records: written.value.changed.slice(),
        added: 0,
        removed: 0,
        projectsChanged: false
      })
      wake()
      return written
    }
  }
}
