/**
 * Contract between the page and main, from which the gate (main), the preload and the window are derived. A request
 * without a handler does not compile.
 */
import type { BatchId, BatchItemRow, BatchReason, BatchReceipt, ItemStatus, RecordEvent, Undone } from './batch.ts'
import type {
  ChangeFilter,
  ChangeRow,
  ChangeTarget,
  CreateDraft,
  CreateForm,
  EngineRepairAction,
  ImageDetail,
  AttentionGroup
} from './change.ts'
import type {
  ConnectionDraft,
  ConnectionSummary,
  ConnectionTest,
  LibraryRebuilt,
  LibraryFailure,
  LogFilter,
  LogLine
} from './connection.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { Result } from './failure.ts'
import type { ImageRow, RecordNumber } from './image.ts'
import type { KeyboardLayout } from './keys.ts'
import type { MenuCommand, MenuTitles } from './menu-command.ts'
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
import type { Group, SyncStatus, Pace } from './sync-status.ts'

/** What decides on the language, together with the choice in Settings. */
export interface SystemLanguages {
  /** Languages that the system prefers, BCP 47, the best first. */
  readonly preferred: readonly string[]
  /** Whether the pseudo-language can be chosen: not in the packaged app. */
  readonly hasPseudo: boolean
}

export interface AppInfo {
  readonly version: string
  readonly platform: 'darwin' | 'win32' | 'linux'
  readonly languages: SystemLanguages
}

/** Change of the library, after which the window reloads only what it shows. */
export interface LibraryChange {
  /** Increases with each change. */
  readonly revision: number
  /** Records whose row changed; `null` if there are too many to list, and then the screen must be reloaded. */
  readonly records: Uint32Array | null
  /** Numbers of added and removed records, after which orders are out of date. */
  readonly added: number
  readonly removed: number
  /** Whether project counts may differ. */
  readonly projectsChanged: boolean
}

/** Handler of a request: main, or a thread of the engine. */
type Answerer = 'main' | 'writer' | 'reader'

/** Row of a table of requests: the handler, and for the compiler only the types of arguments and value. */
export interface RequestRow<By extends Answerer, Args, Value> {
  readonly by: By
  /** Never set. */
  readonly types?: { readonly args: Args; readonly value: Value }
}
type RequestTable = Readonly<Record<string, RequestRow<Answerer, unknown, unknown>>>

/** Arguments and value by name, for the rows of a table that `By` handles. */
export type RequestsOf<T extends RequestTable, By extends Answerer = Answerer> = {
  readonly [N in keyof T as T[N]['by'] extends By ? N : never]: NonNullable<T[N]['types']>
}

/** Types of argument parts. The gate has a schema for each under the same name (schemas.ts in main). */
export interface ArgumentParts {
  flag: boolean
  record: RecordNumber
  records: Uint32Array
  batch: BatchId
  view: ViewId
  /** Start of a page of a list; `rows` is its length. */
  offset: number
  rows: number
  name: string
  search: string
  group: Group
  address: string
  key: string
  keep: 'keychain' | 'session'
  connection: ConnectionDraft
  preferences: Partial<Preferences>
  menuTitles: MenuTitles
  layout: KeyboardLayout
  logFilter: LogFilter
  query: ImageQuery
  projectQuery: ProjectQuery
  target: RecordTarget
  form: CreateForm
  draft: CreateDraft
  stamp: string
  outcome: ItemStatus
  changeFilter: ChangeFilter
  changes: ChangeTarget
  repairAction: EngineRepairAction
  pace: Pace
}

/** A part; with `?` it may be `null`. */
export type ArgumentPart = keyof ArgumentParts | `${keyof ArgumentParts}?`
/** No argument, one part, or an object of parts. */
export type ArgumentShape = null | ArgumentPart | Readonly<Record<string, ArgumentPart>>

type PartOf<P> = P extends keyof ArgumentParts
  ? ArgumentParts[P]
  : P extends `${infer N extends keyof ArgumentParts}?`
    ? ArgumentParts[N] | null
    : never
type ArgsOf<S extends ArgumentShape> = S extends null
  ? null
  : S extends ArgumentPart
    ? PartOf<S>
    : { readonly [F in keyof S]: PartOf<S[F]> }

/** Row of the bridge's table. */
interface BridgeRow<By extends Answerer, S extends ArgumentShape, Value> extends RequestRow<By, ArgsOf<S>, Value> {
  readonly shape: S
}

/** Type of a value or an event, for the compiler only. */
interface Typed<Value> {
  readonly type?: Value
}
const to = <Value>(): Typed<Value> => ({})

const answeredBy =
  <By extends Answerer>(by: By) =>
  <const S extends ArgumentShape, Value>(shape: S, _value: Typed<Value>): BridgeRow<By, S, Value> => ({ by, shape })
const main = answeredBy('main')
const writer = answeredBy('writer')
const reader = answeredBy('reader')

/**
 * All requests of the window with handler, argument and value. The gate (schemas.ts in main), the preload, the engine's
 * protocol and their tests are derived from these rows; a missing handler does not compile.
 */
export const REQUESTS = {
  getAppInfo: main(null, to<AppInfo>()),
  getDiagnostics: main(null, to<Diagnostics>()),
  getPreferences: main(null, to<Preferences>()),
  setPreferences: main('preferences', to<null>()),
  /** Sets the titles of Undo and Redo in the native menu, and the keyboard layout for the keys that it shows. */
  setMenuTitles: main('menuTitles', to<null>()),
  setKeyboardLayout: main({ layout: 'layout' }, to<null>()),
  quit: main(null, to<null>()),
  /** Confirms `windowClosing` after everything is saved. */
  readyToClose: main(null, to<null>()),

  /** `null` if not connected yet. Fails with `library-*` and `disk-*` if the library could not be opened. */
  getConnection: main(null, to<ConnectionSummary | null>()),
  /** Reads one small page of each group; progress is sent as `connectionTest` events. */
  testConnection: main('connection', to<ConnectionTest>()),
  /** Fails with `keychain-*` if keep = keychain is not possible, and then nothing is stored. */
  connect: main({ draft: 'connection', keep: 'keep' }, to<ConnectionSummary>()),
  replaceKey: main({ group: 'group', key: 'key', keep: 'keep' }, to<ConnectionSummary>()),
  removeKey: main({ group: 'group' }, to<ConnectionSummary>()),
  /** Changes the address of a group. The window asks for consent before the key goes to another host. */
  changeAddress: main({ group: 'group', address: 'address', allowInsecure: 'flag' }, to<ConnectionSummary>()),
  /** Opens the group's address in the browser, for instance to use a sign-in page of the network. */
  openServicePage: main({ group: 'group' }, to<null>()),
  /**
   * Opens a library of sample items served in this process. `leaveSample` removes it and restores the previous
   * connection.
   */
  openSample: main(null, to<ConnectionSummary>()),
  leaveSample: main(null, to<ConnectionSummary | null>()),

  /** `null` while the library is open or there is no connection. */
  getLibraryFailure: main(null, to<LibraryFailure | null>()),
  retryLibrary: main(null, to<null>()),
  /** Sets the file aside and loads everything again; readable unsent changes are kept. */
  rebuildLibrary: main(null, to<LibraryRebuilt>()),
  showLibraryFile: main(null, to<null>()),
  /** Newest first. */
  listLog: main({ search: 'search', filter: 'logFilter?', limit: 'rows' }, to<readonly LogLine[]>()),
  /** Shows a save dialog; `null` if the user canceled. */
  exportLog: main(null, to<{ file: string } | null>()),

  openView: reader({ query: 'query' }, to<OpenedView>()),
  /** In the requested order, without records that no longer exist. */
  getImages: reader({ records: 'records' }, to<readonly ImageRow[]>()),
  countFacets: reader({ query: 'query' }, to<FacetCounts>()),
  freezeSelection: reader({ view: 'view' }, to<{ selection: SelectionId; size: number }>()),
  describeTarget: reader({ target: 'target', view: 'view?' }, to<TargetSummary>()),
  listProjects: reader({ query: 'projectQuery', offset: 'offset', limit: 'rows' }, to<ProjectPage>()),

  /** Sets a value, never toggles. `changed` lists the changed records, so that the caller needs no event for them. */
  setFavorite: main({ target: 'target', favorite: 'flag' }, to<{ batch: BatchReceipt; changed: Uint32Array }>()),
  renameImage: writer({ record: 'record', name: 'name' }, to<{ batch: BatchReceipt; changed: Uint32Array }>()),
  /** Marks images as viewed on this computer; never sent. Ignores numbers that are not images. */
  markViewed: writer({ records: 'records' }, to<null>()),
  /** Stores where the review of a query stopped, for `OpenedView.continueAt`; never sent. */
  saveReviewStop: writer({ query: 'query', record: 'record' }, to<null>()),
  /** Sent after `DELETE_GRACE_PERIOD_MS`; until then `undoBatch` cancels it. */
  deleteImages: main({ target: 'target' }, to<{ batch: BatchReceipt; changed: Uint32Array }>()),
  /** Sent immediately and never repeated automatically. */
  deleteProject: writer({ record: 'record' }, to<{ batch: BatchReceipt }>()),
  createImage: writer({ form: 'form' }, to<{ batch: BatchReceipt; record: RecordNumber }>()),
  /** Changes a create that was not sent or was rejected, and sends it. Otherwise fails with `unknown-record`. */
  updateCreate: writer({ record: 'record', form: 'form' }, to<null>()),
  /** Returns the create form of a record: as requested for a pending create, otherwise from the known fields. */
  getCreateForm: reader({ record: 'record' }, to<CreateForm>()),
  getCreateDraft: main(null, to<CreateDraft | null>()),
  saveCreateDraft: main({ draft: 'draft?' }, to<null>()),

  getImage: reader({ record: 'record' }, to<ImageDetail>()),
  getRecordHistory: reader({ record: 'record' }, to<readonly RecordEvent[]>()),
  getPictureInfo: main({ record: 'record', stamp: 'stamp' }, to<PictureInfo>()),
  /** Makes the next request for this picture download it again after a failure. */
  retryPicture: main({ record: 'record', stamp: 'stamp' }, to<null>()),
  /** Reads this record from the service now. Fails as that request does. */
  refreshImage: writer({ record: 'record' }, to<ImageDetail>()),
  /** Loads the service's matches, by name and by the same filters, into the library. */
  searchService: writer({ query: 'query' }, to<ServiceSearch>()),

  /** Newest first; `before` is the last batch of the previous page. */
  listBatches: reader({ before: 'batch?', limit: 'rows' }, to<{ rows: readonly BatchReceipt[]; hasMore: boolean }>()),
  listBatchItems: reader(
    { batch: 'batch', status: 'outcome?', offset: 'offset', limit: 'rows' },
    to<{ rows: readonly BatchItemRow[]; total: number }>()
  ),
  /** In sending order. */
  listChanges: reader(
    { filter: 'changeFilter', offset: 'offset', limit: 'rows' },
    to<{ rows: readonly ChangeRow[]; total: number }>()
  ),
  /** Groups in order of severity; lists longer than `LONG_NEED` last. */
  listNeeds: reader(null, to<readonly AttentionGroup[]>()),
  /** Skips changes in another state and those that the repair action does not fit. `choice` is for `adopt`. */
  repairChanges: writer(
    { target: 'changes', repairAction: 'repairAction', choice: 'record?' },
    to<{ done: number; changed: Uint32Array }>()
  ),
  undoBatch: writer({ batch: 'batch' }, to<Undone>()),
  /** Cancels pending changes; `isUndoing` also undoes the done ones. */
  stopBatch: writer({ batch: 'batch', isUndoing: 'flag' }, to<Undone>()),
  /** `false` also resumes a batch that was paused after equal rejections or because of new results. */
  setBatchPaused: writer({ batch: 'batch', isPaused: 'flag' }, to<BatchReceipt>()),
  sendBatchFirst: writer({ batch: 'batch' }, to<BatchReceipt>()),
  /** Records that seem to be missing on the service but are too many to remove without a decision of the user. */
  listRemovals: reader(
    { group: 'group', offset: 'offset', limit: 'rows' },
    to<{ rows: readonly { readonly record: RecordNumber; readonly name: string }[]; total: number }>()
  ),
  decideRemovals: writer({ group: 'group', isRemoving: 'flag' }, to<null>()),

  getBatch: reader({ batch: 'batch' }, to<{ receipt: BatchReceipt; reasons: readonly BatchReason[] }>()),

  /** Decides `owner-unclear`: whether the new key is of the account whose changes are pending. */
  answerOwner: writer({ group: 'group', isSame: 'flag' }, to<null>()),

  /** Only reads, within the rate limit; progress is sent as `diagnosis` events. Concurrent requests share one run. */
  diagnose: writer(null, to<Diagnosis>()),
  cancelDiagnosis: writer(null, to<null>()),

  /** Resolves after the events of all earlier changes. */
  getSyncStatus: writer(null, to<SyncStatus>()),
  syncNow: main(null, to<null>()),
  setPaused: writer({ isPaused: 'flag' }, to<null>()),
  setPace: writer({ pace: 'pace' }, to<null>())
} satisfies RequestTable

/** Events that main sends; the engine emits `libraryChanged` and `syncStatus` at most every 100 ms after the first. */
const EVENTS = {
  libraryChanged: to<LibraryChange>(),
  syncStatus: to<SyncStatus>(),
  connectionTest: to<ConnectionTest>(),
  diagnosis: to<Diagnosis>(),
  connectionChanged: to<ConnectionSummary | null>(),
  /** The library can no longer be used, or (`null`) was opened again; all library data in the window is out of date. */
  libraryFailure: to<LibraryFailure | null>(),
  /** Command selected in the native menu. */
  menuCommand: to<MenuCommand>(),
  /** The window is closing: the page saves its state and requests `readyToClose` within main's short limit. */
  windowClosing: to<null>()
}

export type RequestName = keyof typeof REQUESTS
export type BridgeRequests = RequestsOf<typeof REQUESTS>
export type RequestArgs<N extends RequestName> = BridgeRequests[N]['args']
export type RequestValue<N extends RequestName> = BridgeRequests[N]['value']
export type EventName = keyof typeof EVENTS
export type BridgeEvents = {
  readonly [N in EventName]: (typeof EVENTS)[N] extends Typed<infer Event> ? Event : never
}

// The lists are complete, because they are the keys of the tables.
export const REQUEST_NAMES = Object.keys(REQUESTS) as readonly RequestName[]
/** Requests that main forwards unchanged to a thread of the engine. */
export const THREAD_REQUESTS = REQUEST_NAMES.filter(
  (name): name is keyof RequestsOf<typeof REQUESTS, 'writer' | 'reader'> => REQUESTS[name].by !== 'main'
)
export const EVENT_NAMES = Object.keys(EVENTS) as readonly EventName[]

/** Returns the channel of a request. Channel names are built only here. */
export const requestChannel = (name: RequestName): string => `request:${name}`
export const eventChannel = (name: EventName): string => `event:${name}`

/** `window.bridge`: one method for each request, one subscription for each event. */
export type Bridge = {
  readonly [N in RequestName]: (args: RequestArgs<N>) => Promise<Result<RequestValue<N>>>
} & {
  /** Adds a listener and returns a function that removes it. */
  readonly subscribe: {
    readonly [E in EventName]: (listener: (event: BridgeEvents[E]) => void) => () => void
  }
}

/** Event loop delays of the main process. */
export interface Diagnostics {
  readonly longestMainBlockMs: number
}
