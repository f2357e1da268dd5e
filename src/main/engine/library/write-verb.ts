/** How every verb writes: one transaction, then one change told and one wake of the sync. */
import type { LibraryChange, RequestArgs, RequestName, RequestValue } from '../../../shared/bridge.ts'
import { succeed, type Result } from '../../../shared/failure.ts'
import { currentRevision } from '../storage/change-log.ts'
import { inIntentTransaction, type WriteDb } from '../storage/database.ts'
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

/** What a verb has done. */
export interface Written<T> {
  readonly value: T
  /** Records that look different now; left out: none does. */
  readonly changed?: Uint32Array
  /** Of those: records that came onto the screen, and that left it. */
  readonly added?: number
  readonly removed?: number
  readonly projectsChanged?: boolean
}

export type Verb<Args, T> = (db: WriteDb, args: Args, now: number) => Result<Written<T>>

/** The verb of a request of the window that the writer answers as it is. */
export type BridgeVerb<N extends RequestName> = Verb<RequestArgs<N>, RequestValue<N>>

/** What the screens are told of it; null = nothing looks different. Read with it: once it is on disk nothing may fail. */
function changeOf(db: WriteDb, written: Written<unknown>): LibraryChange | null {
  const { changed = new Uint32Array(), added = 0, removed = 0, projectsChanged = false } = written
  if (changed.length === 0 && !projectsChanged) return null
  // A copy: the answer and the event each go their own way, perhaps by transfer.
  return { revision: currentRevision(db), records: changed.slice(), added, removed, projectsChanged }
}

/**
 * The verb over one open library. All or nothing: fails as the verb does, or with disk-full and the like, and then
 * nothing has changed.
 */
export function writeVerb<Args, T>(ports: LibraryPorts, verb: Verb<Args, T>): (args: Args) => Result<T> {
  return (args) => {
    const { db, now, onChange, wake } = ports
    const write = (): Result<{ value: T; change: LibraryChange | null }> => {
      const written = verb(db, args, now())
      return written.ok ? succeed({ value: written.value.value, change: changeOf(db, written.value) }) : written
    }
    const tried = tryStorage(() => inIntentTransaction(db, write))
    const written = tried.ok ? tried.value : tried
    if (!written.ok) return written
    const { value, change } = written.value
    if (change !== null) onChange(change)
    wake()
    return succeed(value)
  }
}
