/**
 * Messages between main and the engine's threads. Requests of the window that a thread handles are rows of the bridge;
 * main's own requests have the same form.
 */
import {
  REQUESTS,
  type BridgeEvents,
  type BridgeRequests,
  type RequestRow,
  type RequestsOf
} from '../../shared/bridge.ts'
import type { ConnectionTest, LibraryRebuilt } from '../../shared/connection.ts'
import type { Result } from '../../shared/failure.ts'
import type { PictureSource, RecordNumber } from '../../shared/image.ts'
import type { RecordTarget } from '../../shared/query.ts'
import type { SendResponse, SendRequest } from '../../shared/send.ts'
import type { Group } from '../../shared/sync-status.ts'

export type EngineRole = 'writer' | 'reader'

/** Data that a thread receives at its start. Contains no secrets. */
export interface EngineStart {
  readonly role: EngineRole
  /** Random id of this process, stored with its claims in the outbox. */
  readonly instanceId: string
}

/** A group as the engine sees it: its address, and whether main has a usable key. */
export interface EngineGroup {
  /** Normalized base address without /api/v1. */
  readonly address: string
  readonly hasKey: boolean
  /**
   * Salted hash of the key in use, hex; `null` without a key. Identifies key owners without the key.
   * Main keeps the salt with the connection.
   */
  readonly keyHash: string | null
}

export interface OpenLibrary {
  /** Absolute path of the library file; created if it does not exist. */
  readonly file: string
  readonly images: EngineGroup
  readonly projects: EngineGroup
}

const writer = <Args, Value>(): RequestRow<'writer', Args, Value> => ({ by: 'writer' })
const reader = <Args, Value>(): RequestRow<'reader', Args, Value> => ({ by: 'reader' })

/** Rows of the bridge, and main's own. If main has its own form of a request, the thread receives that form. */
const ROWS = {
  ...REQUESTS,
  /** Counts unsent changes readable in a file that cannot be opened; `null` if none can be read. Changes nothing. */
  inspectLibrary: writer<{ file: string }, { unsent: number | null }>(),
  /** Sets the file aside and creates a new one with every unsent change that can be read. */
  rebuildLibrary: writer<{ file: string }, LibraryRebuilt>(),
  /** The addresses or the presence of keys changed (typed, removed, unlocked). */
  groupsChanged: writer<{ images: EngineGroup; projects: EngineGroup }, null>(),
  /** A hint to check now (system event or user request); never proof of anything. */
  wake: writer<{ why: 'online' | 'focus' | 'resume' | 'user' }, null>(),
  testConnection: writer<{ images: string; projects: string; sharesKey: boolean }, ConnectionTest>(),
  setFavorite: writer<{ records: Uint32Array; favorite: boolean }, BridgeRequests['setFavorite']['value']>(),
  deleteImages: writer<{ records: Uint32Array }, BridgeRequests['deleteImages']['value']>(),
  resolveTarget: reader<{ target: RecordTarget }, Uint32Array>(),
  getPictureSource: reader<{ record: RecordNumber }, PictureSource | null>()
}

/** Opening and closing involve both threads. */
interface Opening<Library> {
  openLibrary: { args: Library; value: null }
  closeLibrary: { args: null; value: null }
}
export type WriterRequests = RequestsOf<typeof ROWS, 'writer'> & Opening<OpenLibrary>
export type ReaderRequests = RequestsOf<typeof ROWS, 'reader'> & Opening<{ file: string }>

/** Requests that a single thread handles. */
export type EngineRequests = RequestsOf<typeof ROWS, EngineRole>
export type EngineRequestName = keyof EngineRequests

export const roleOf = (name: EngineRequestName): EngineRole => ROWS[name].by

export interface EngineEvents extends Pick<
  BridgeEvents,
  'libraryChanged' | 'syncStatus' | 'connectionTest' | 'diagnosis'
> {
  /** The service did not accept this group's key. */
  keyRefused: { readonly group: Group }
}

/** Messages from main to a thread. */
export type ToEngine =
  | { readonly kind: 'request'; readonly id: number; readonly name: string; readonly args: unknown }
  | { readonly kind: 'sent'; readonly id: number; readonly response: SendResponse }
  | { readonly kind: 'stop' }

/** Messages from a thread to main. */
export type FromEngine =
  | { readonly kind: 'ready' }
  | { readonly kind: 'response'; readonly id: number; readonly result: Result<unknown> }
  | { readonly kind: 'send'; readonly id: number; readonly request: SendRequest }
  | { readonly kind: 'event'; readonly name: keyof EngineEvents; readonly event: unknown }
