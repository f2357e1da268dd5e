/**
 * The whole surface between the page and main. One contract drives the gate (main), the preload and the window:
 * a request here without a handler, a schema or a bridge method does not compile.
 */
import type { BatchId, BatchItemRow, BatchReason, BatchReceipt, OutcomeWord, RecordEvent, Undone } from './batch.ts'
import type {
  ChangeFilter,
  ChangeRow,
  ChangeTarget,
  CreateDraft,
  CreateForm,
  EngineRemedy,
  NeedGroup
} from './change.ts'
import type {
  ConnectionDraft,
  ConnectionSummary,
  ConnectionTest,
  LibraryRebuilt,
  LibraryTrouble,
  LogFilter,
  LogLine
} from './connection.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { Diagnostics } from './diagnostics.ts'
import type { Result } from './failure.ts'
import type { ImageDetail, ImageRow, RecordNumber } from './image.ts'
import type { KeyboardLayout } from './keys.ts'
import type { MenuCommand, MenuTitles } from './menu-command.ts'
import type { Pace } from './pace.ts'
import type { PictureInfo } from './picture-info.ts'
import type { Preferences } from './preferences.ts'
import type { ProjectPage, ProjectQuery } from './project.ts'
import type {
  FacetCounts,
  ImageQuery,
  OpenedView,
  RecordTarget,
  SelectionId,
  ServiceSearch,
  TargetSummary,
  ViewId
} from './query.ts'
import type { Group, SyncStatus } from './sync-status.ts'

export interface AppInfo {
  readonly version: string
  readonly platform: 'darwin' | 'win32' | 'linux'
  /** Locale for numbers and dates, BCP 47. */
  readonly locale: string
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
  /** What Undo and Redo are called in the native menu; and what is printed on the keys that it shows. */
  setMenuTitles: { args: MenuTitles; value: null }
  setKeyboardLayout: { args: { readonly layout: KeyboardLayout }; value: null }
  quit: { args: null; value: null }
  /** The answer to `windowClosing`: nothing is left to hand over. */
  readyToClose: { args: null; value: null }

  /** null = not connected yet. Fails with `library-*` and `disk-*` when the library could not be opened. */
  getConnection: { args: null; value: ConnectionSummary | null }
  /** Reads one small page of each group; progress comes as `connectionTest` events. */
  testConnection: { args: ConnectionDraft; value: ConnectionTest }
  /** Fails with `keychain-unavailable` and the like when keep = keychain cannot be done; nothing is stored then. */
  connect: { args: { draft: ConnectionDraft; keep: 'keychain' | 'session' }; value: ConnectionSummary }
  replaceKey: { args: { group: Group; key: string; keep: 'keychain' | 'session' }; value: ConnectionSummary }
  removeKey: { args: { group: Group }; value: ConnectionSummary }
  /** Where the group is from now on; its key goes along only to the same host or with a word of the person. */
  changeAddress: { args: { group: Group; address: string; allowInsecure: boolean }; value: ConnectionSummary }
  /** Opens the group's address in the browser: a sign-in page of the network, for instance. */
  openServicePage: { args: { group: Group }; value: null }
  /** A library of made-up records, served in this process. Leaving it removes it and goes back to what was before. */
  openSample: { args: null; value: ConnectionSummary }
  leaveSample: { args: null; value: ConnectionSummary | null }

  /** null while the library is open, or none is wanted. */
  getLibraryTrouble: { args: null; value: LibraryTrouble | null }
  retryLibrary: { args: null; value: null }
  /** Sets the file aside and reads everything anew; unsent changes that can be read are kept. */
  rebuildLibrary: { args: null; value: LibraryRebuilt }
  showLibraryFile: { args: null; value: null }
  /** Newest first. */
  listLog: { args: { search: string; filter: LogFilter | null; limit: number }; value: readonly LogLine[] }
  /** Asks where to put it; null = the person changed their mind. */
  exportLog: { args: null; value: { file: string } | null }

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
  renameImage: { args: { record: RecordNumber; name: string }; value: { batch: BatchReceipt; changed: Uint32Array } }
  /** Held for `DELETE_HOLD_MS`, then sent; `undoBatch` takes it back meanwhile. */
  deleteImages: { args: { target: RecordTarget }; value: { batch: BatchReceipt; changed: Uint32Array } }
  /** Sent at once, never repeated by itself. */
  deleteProject: { args: { record: RecordNumber }; value: { batch: BatchReceipt } }
  createImage: { args: { form: CreateForm }; value: { batch: BatchReceipt; record: RecordNumber } }
  /** Changes a create that was not sent or was refused, and sends it (again). Fails with `unknown-record` else. */
  updateCreate: { args: { record: RecordNumber; form: CreateForm }; value: null }
  /** What a create form would hold for this record: of a create as asked, else as far as it is known here. */
  getCreateForm: { args: { record: RecordNumber }; value: CreateForm }
  getCreateDraft: { args: null; value: CreateDraft | null }
  saveCreateDraft: { args: { draft: CreateDraft | null }; value: null }

  getImage: { args: { record: RecordNumber }; value: ImageDetail }
  getRecordHistory: { args: { record: RecordNumber }; value: readonly RecordEvent[] }
  getPictureInfo: { args: { record: RecordNumber; stamp: string }; value: PictureInfo }
  /** The next request for this picture asks its source, whatever that answered a moment ago. */
  retryPicture: { args: { record: RecordNumber; stamp: string }; value: null }
  /** Asks the service for this record now. Fails as that did. */
  refreshImage: { args: { record: RecordNumber }; value: ImageDetail }
  /** Reads what matches at the service, by name and by the same filters, into the library. */
  searchService: { args: { query: ImageQuery }; value: ServiceSearch }

  /** Newest first; `before` = the last one of the page before. */
  listBatches: {
    args: { before: BatchId | null; limit: number }
    value: { rows: readonly BatchReceipt[]; hasMore: boolean }
  }
  listBatchItems: {
    args: { batch: BatchId; word: OutcomeWord | null; offset: number; limit: number }
    value: { rows: readonly BatchItemRow[]; total: number }
  }
  /** In the order of sending. */
  listChanges: {
    args: { filter: ChangeFilter; offset: number; limit: number }
    value: { rows: readonly ChangeRow[]; total: number }
  }
  /** Short lists first, the gravest before the others; lists longer than `LONG_NEED` last. */
  listNeeds: { args: null; value: readonly NeedGroup[] }
  /** Changes of another state, and those the remedy does not fit, are left alone. `choice`: for `adopt`. */
  repairChanges: {
    args: { target: ChangeTarget; remedy: EngineRemedy; choice: RecordNumber | null }
    value: { done: number; changed: Uint32Array }
  }
  undoBatch: { args: { batch: BatchId }; value: Undone }
  /** What waits is taken back; `isUndoing`: what is done is written back as well. */
  stopBatch: { args: { batch: BatchId; isUndoing: boolean }; value: Undone }
  /** `false` also answers the question after equal refusals, or about new results: go on. */
  setBatchHeld: { args: { batch: BatchId; isHeld: boolean }; value: BatchReceipt }
  sendBatchFirst: { args: { batch: BatchId }; value: BatchReceipt }
  /** Records that seem gone and were not removed, because they are too many to go without asking. */
  listRemovals: {
    args: { group: Group; offset: number; limit: number }
    value: { rows: readonly { readonly record: RecordNumber; readonly name: string }[]; total: number }
  }
  decideRemovals: { args: { group: Group; isRemoving: boolean }; value: null }

  getBatch: { args: { batch: BatchId }; value: { receipt: BatchReceipt; reasons: readonly BatchReason[] } }

  /** The answer to `owner-unclear`: whether the new key is of the account whose changes wait. */
  answerOwner: { args: { group: Group; isSame: boolean }; value: null }

  /** Reads only, at the service's pace; progress comes as `diagnosis` events. Asked again meanwhile: the same run. */
  diagnose: { args: null; value: Diagnosis }
  cancelDiagnosis: { args: null; value: null }

  /** The events of everything that happened before it arrive before the answer. */
  getSyncStatus: { args: null; value: SyncStatus }
  syncNow: { args: null; value: null }
  setPaused: { args: { isPaused: boolean }; value: null }
  setPace: { args: { pace: Pace }; value: null }
}

/** Pushed from main; the engine sends `libraryChanged` and `syncStatus` at most every 100 ms after the first. */
export interface BridgeEvents {
  libraryChanged: LibraryChange
  syncStatus: SyncStatus
  connectionTest: ConnectionTest
  diagnosis: Diagnosis
  connectionChanged: ConnectionSummary | null
  /** The library can no longer be used, or (null) it was opened anew: whatever the window holds of it is out of date. */
  libraryTrouble: LibraryTrouble | null
  /** Chosen in the native menu. */
  menuCommand: MenuCommand
  /** The window is about to close: hand over what is not saved, then ask `readyToClose`. Main does not wait long. */
  windowClosing: null
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
  setMenuTitles: true,
  setKeyboardLayout: true,
  quit: true,
  readyToClose: true,
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
  changeAddress: true,
  openServicePage: true,
  openSample: true,
  leaveSample: true,
  getLibraryTrouble: true,
  retryLibrary: true,
  rebuildLibrary: true,
  showLibraryFile: true,
  listLog: true,
  exportLog: true,
  renameImage: true,
  deleteImages: true,
  deleteProject: true,
  createImage: true,
  updateCreate: true,
  getCreateForm: true,
  getCreateDraft: true,
  saveCreateDraft: true,
  getImage: true,
  getRecordHistory: true,
  getPictureInfo: true,
  retryPicture: true,
  refreshImage: true,
  searchService: true,
  listBatches: true,
  listBatchItems: true,
  listChanges: true,
  listNeeds: true,
  repairChanges: true,
  undoBatch: true,
  stopBatch: true,
  setBatchHeld: true,
  sendBatchFirst: true,
  listRemovals: true,
  decideRemovals: true,
  getBatch: true,
  answerOwner: true,
  diagnose: true,
  cancelDiagnosis: true,
  getSyncStatus: true,
  syncNow: true,
  setPaused: true,
  setPace: true
}
const EVENTS: Readonly<Record<EventName, true>> = {
  libraryChanged: true,
  syncStatus: true,
  connectionTest: true,
  diagnosis: true,
  connectionChanged: true,
  libraryTrouble: true,
  menuCommand: true,
  windowClosing: true
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
