/** Defines how every verb writes: one transaction, then one change event and one wake of the sync. */
import type { LibraryChange, RequestArgs, RequestName, RequestValue } from '../../../shared/bridge.ts'
import { succeed, type Result } from '../../../shared/failure.ts'
import { currentRevision } from '../storage/change-log.ts'
import { inIntentTransaction, type WriteDb } from '../storage/database.ts'
import { tryStorage } from '../storage/storage-failure.ts'

export interface LibraryPorts {
  readonly db: WriteDb
  /** ms since epoch. */
  readonly now: () => number
  /** Called once after each change, when it is on disk. */
  readonly onChange: (change: LibraryChange) => void
  /** Makes the sync read the outbox now. */
  readonly wake: () => void
}

/** The result of a verb. */
export interface Written<T> {
  readonly value: T
  /** Records whose appearance changed; absent if none. */
  readonly changed?: Uint32Array
  /** The number of those that were added to the screen, and removed from it. */
  readonly added?: number
  readonly removed?: number
  readonly projectsChanged?: boolean
}

export type Verb<Args, T> = (db: WriteDb, args: Args, now: number) => Result<Written<T>>

/** The verb of a window request that the writer serves directly. */
export type BridgeVerb<N extends RequestName> = Verb<RequestArgs<N>, RequestValue<N>>

/**
 * Returns the event for the screens; `null` if nothing looks different. Read inside the transaction, because nothing
 * may fail after it is on disk.
 */
function changeOf(db: WriteDb, written: Written<unknown>): LibraryChange | null {
  const { changed = new Uint32Array(), added = 0, removed = 0, projectsChanged = false } = written
  if (changed.length === 0 && !projectsChanged) return null
  // A copy, because the response and the event may be transferred separately.
  return { revision: currentRevision(db), records: changed.slice(), added, removed, projectsChanged }
}

/**
 * Returns the verb over one open library. It is atomic: it fails with its own code, or disk-full and similar, and then
 * nothing has changed.
 */
export function writeVerb<Args, T>(ports: LibraryPorts, verb: Verb<Args, T>): (args: Args) => Result<T> {
  return (args) => {
    const { db, now, onChange, wake } = ports
    const write = (): Result<{ value: T; change: LibraryChange | null }> => {
      const written = verb(db, args, now())
      return written.ok ? succeed({ value: written.value.value, change: changeOf(db, written.value) }) : written
    }
    const attempted = tryStorage(() => inIntentTransaction(db, write))
    const written = attempted.ok ? attempted.value : attempted
    if (!written.ok) return written
    const { value, change } = written.value
    if (change !== null) onChange(change)
    wake()
    return succeed(value)
  }
}
