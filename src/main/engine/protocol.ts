/**
 * What main and the engine's threads say to each other. Requests of the window that a thread answers are rows of the
 * bridge; the others are main's own, in the same form.
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
import type { SendAnswer, SendRequest } from '../../shared/send.ts'
import type { Group } from '../../shared/sync-status.ts'

export type EngineRole = 'writer' | 'reader'

/** What a thread is told when it is started. Nothing secret. */
export interface EngineStart {
  readonly role: EngineRole
  /** Random id of this process; claims in the outbox carry it. */
  readonly bootId: string
}

/** A group as the engine sees it: where it is, and whether main holds a usable key. */
export interface EngineGroup {
  /** Normalised base address without /api/v1. */
  readonly address: string
  readonly hasKey: boolean
  /**
   * Salted hash of the key in use, hex; null without a key. Tells key owners apart without the key.
   * The salt lives in main beside the connection.
   */
  readonly keyHash: string | null
}

export interface OpenLibrary {
  /** Absolute path of the library file; made when it does not exist. */
  readonly file: string
  readonly images: EngineGroup
  readonly projects: EngineGroup
}

const writer = <Args, Value>(): RequestRow<'writer', Args, Value> => ({ by: 'writer' })
const reader = <Args, Value>(): RequestRow<'reader', Args, Value> => ({ by: 'reader' })

/** Rows of the bridge, and main's own. Where main has its own form of a request, that is the one the thread gets. */
const ROWS = {
  ...REQUESTS,
  /** Unsent changes that can be read in a file that cannot be opened; null when nothing can. Changes nothing. */
  inspectLibrary: writer<{ file: string }, { unsent: number | null }>(),
  /** Sets the file aside and makes a new one in its place, with every unsent change that can be read. */
  rebuildLibrary: writer<{ file: string }, LibraryRebuilt>(),
  /** The addresses or the presence of keys changed (typed, removed, unlocked). */
  groupsChanged: writer<{ images: EngineGroup; projects: EngineGroup }, null>(),
  /** A hint of the system: look now. Never proof of anything. */
  wake: writer<{ why: 'online' | 'focus' | 'resume' | 'asked' }, null>(),
  testConnection: writer<{ images: string; projects: string; sharesKey: boolean }, ConnectionTest>(),
  setFavorite: writer<{ records: Uint32Array; favorite: boolean }, BridgeRequests['setFavorite']['value']>(),
  deleteImages: writer<{ records: Uint32Array }, BridgeRequests['deleteImages']['value']>(),
  resolveTarget: reader<{ target: RecordTarget }, Uint32Array>(),
  getPictureSource: reader<{ record: RecordNumber }, PictureSource | null>()
}

/** Opening and closing take both threads. */
interface Opening<Library> {
  openLibrary: { args: Library; value: null }
  closeLibrary: { args: null; value: null }
}
export type WriterRequests = RequestsOf<typeof ROWS, 'writer'> & Opening<OpenLibrary>
export type ReaderRequests = RequestsOf<typeof ROWS, 'reader'> & Opening<{ file: string }>

/** Requests that one thread answers alone. */
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

/** Main -> thread. */
export type ToEngine =
  | { readonly kind: 'request'; readonly id: number; readonly name: string; readonly args: unknown }
  | { readonly kind: 'sent'; readonly id: number; readonly answer: SendAnswer }
  | { readonly kind: 'stop' }

/** Thread -> main. */
export type FromEngine =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly result: Result<unknown> }
  | { readonly kind: 'send'; readonly id: number; readonly request: SendRequest }
  | { readonly kind: 'event'; readonly name: keyof EngineEvents; readonly event: unknown }
