/** Orders for a process that is to be killed, and its responses. Types only. */
import type { EngineRequestName } from '../../../src/main/engine/protocol.ts'
import type { OpenLibrary } from '../../../src/main/engine/protocol.ts'
import type { Result } from '../../../src/shared/failure.ts'
import type { SyncStatus } from '../../../src/shared/sync-status.ts'

/** The key of the images, and the service that accepts it. */
export interface Account {
  readonly keyHash: string
  /** Origin of the service. */
  readonly service: string
}

export type Order =
  | { readonly do: 'open'; readonly library: OpenLibrary; readonly account: Account; readonly now: number }
  | { readonly do: 'star'; readonly records: readonly number[]; readonly favorite: boolean }
  | { readonly do: 'delete'; readonly records: readonly number[] }
  | { readonly do: 'ask'; readonly name: EngineRequestName; readonly args: unknown }
  | { readonly do: 'switch'; readonly library: OpenLibrary; readonly account: Account }
  /** Returns `Inspection`. */
  | { readonly do: 'inspect' }
  | { readonly do: 'close' }
  | { readonly do: 'stop' }

/** The status and the outbox at one moment. */
export interface Inspection {
  readonly status: SyncStatus
  readonly waiting: number
  readonly needsAttention: number
  /** Nothing was written between the two reads of the outbox around the status. */
  readonly isOneMoment: boolean
}

export interface OrderMessage {
  readonly id: number
  readonly order: Order
}

/** `ready` is sent once, when both threads are running. */
export type ChildMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'response'; readonly id: number; readonly result: Result<unknown> }
  /** A thread died, or the library is unusable. */
  | { readonly kind: 'problem'; readonly what: string }
