/**
 * The whole surface between the page and main. One contract drives the gate (main), the preload and the window:
 * a request here without a handler, a schema or a bridge method does not compile.
 */
import type { BatchId, BatchReason, BatchReceipt } from './batch.ts'
import type { ConnectionDraft, ConnectionSummary, ConnectionTest } from './connection.ts'
import type { Result } from './failure.ts'
import type { ImageRow } from './image.ts'
import type { Preferences } from './preferences.ts'
import type { ProjectPage, ProjectQuery } from './project.ts'
import type { FacetCounts, ImageQuery, OpenedView, RecordTarget, SelectionId, TargetSummary, ViewId } from './query.ts'
import type { Group, SyncStatus } from './sync-status.ts'

export interface AppInfo {
  readonly version: string
  readonly platform: 'darwin' | 'win32' | 'linux'
  /** Locale for numbers and dates, BCP 47. */
  readonly locale: string
}

/** Blocks of the main process since start, for Diagnostics and the journeys. */
export interface Diagnostics {
  readonly longestMainBlockMs: number
  readonly p99MainBlockMs: number
  readonly residentBytes: number
}

/** What changed in the library; the window re-reads only what it shows. */
export interface LibraryChange {
  /** Rises with each change. */
  readonly revision: number
  /** Records whose row changed; null = too many to list, read again what is on screen. */
  readonly records: Uint32Array | null
  /** Records were added or removed, so orders are out of date; how many are new. */
  readonly added: number
  readonly removed: number
  /** Counts may differ. */
  readonly projectsChanged: boolean
}

/** Request name -> arguments and value. */
export interface BridgeRequests {
  getAppInfo: { args: null; value: AppInfo }
  getDiagnostics: { args: null; value: Diagnostics }
  getPreferences: { args: null; value: Preferences }
  setPreferences: { args: Partial<Preferences>; value: null }
  quit: { args: null; value: null }

  /** null = not connected yet. Fails with `library-*` and `disk-*` when the library could not be opened. */
  getConnection: { args: null; value: ConnectionSummary | null }
  /** Reads one small page of each group; progress comes as `connectionTest` events. */
  testConnection: { args: ConnectionDraft; value: ConnectionTest }
  /** Fails with `keychain-unavailable` and the like when keep = keychain cannot be done; nothing is stored then. */
  connect: { args: { draft: ConnectionDraft; keep: 'keychain' | 'session' }; value: ConnectionSummary }
  replaceKey: { args: { group: Group; key: string; keep: 'keychain' | 'session' }; value: ConnectionSummary }
  removeKey: { args: { group: Group }; value: ConnectionSummary }

  openView: { args: { query: ImageQuery }; value: OpenedView }
  /** In the order asked; records that no longer exist are left out. */
  getImages: { args: { records: Uint32Array }; value: readonly ImageRow[] }
  countFacets: { args: { query: ImageQuery }; value: FacetCounts }
  freezeSelection: { args: { view: ViewId }; value: { selection: SelectionId; size: number } }
  describeTarget: { args: { target: RecordTarget; view: ViewId | null }; value: TargetSummary }
  listProjects: { args: { query: ProjectQuery; offset: number; limit: number }; value: ProjectPage }

  /** Sets a value, never toggles. `changed` lists what differs now (the command's own change rides on its answer). */
  setFavorite: {
    args: { target: RecordTarget; favorite: boolean }
    value: { batch: BatchReceipt; changed: Uint32Array }
  }
  getBatch: { args: { batch: BatchId }; value: { receipt: BatchReceipt; reasons: readonly BatchReason[] } }

  getSyncStatus: { args: null; value: SyncStatus }
  syncNow: { args: null; value: null }
  setPaused: { args: { isPaused: boolean }; value: null }
}

/** Pushed from main; at most one of each kind every 100 ms after the first. */
export interface BridgeEvents {
  libraryChanged: LibraryChange
  syncStatus: SyncStatus
  connectionTest: ConnectionTest
  connectionChanged: ConnectionSummary | null
}

export type RequestName = keyof BridgeRequests
export type RequestArgs<N extends RequestName> = BridgeRequests[N]['args']
export type RequestValue<N extends RequestName> = BridgeRequests[N]['value']
export type EventName = keyof BridgeEvents

/** Record form forces completeness: adding a request without naming it here does not compile. */
const REQUESTS: Readonly<Record<RequestName, true>> = {
  getAppInfo: true,
  getDiagnostics: true,
  getPreferences: true,
  setPreferences: true,
  quit: true,
  getConnection: true,
  testConnection: true,
  connect: true,
  replaceKey: true,
  removeKey: true,
  openView: true,
  getImages: true,
  countFacets: true,
  freezeSelection: true,
  describeTarget: true,
  listProjects: true,
  setFavorite: true,
  getBatch: true,
  getSyncStatus: true,
  syncNow: true,
  setPaused: true
}
const EVENTS: Readonly<Record<EventName, true>> = {
  libraryChanged: true,
  syncStatus: true,
  connectionTest: true,
  connectionChanged: true
}

export const REQUEST_NAMES = Object.keys(REQUESTS) as readonly RequestName[]
export const EVENT_NAMES = Object.keys(EVENTS) as readonly EventName[]

/** The only place where channel names are made. */
export const requestChannel = (name: RequestName): string => `request:${name}`
export const eventChannel = (name: EventName): string => `event:${name}`

/** `window.bridge`: one method for each request, one subscription for each event. */
export type Bridge = {
  readonly [N in RequestName]: (args: RequestArgs<N>) => Promise<Result<RequestValue<N>>>
} & {
  /** Returns the function that ends the subscription. */
  readonly subscribe: {
    readonly [E in EventName]: (listener: (event: BridgeEvents[E]) => void) => () => void
  }
}
