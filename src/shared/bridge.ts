/**
 * The whole surface between the page and main. One contract drives the gate (main), the preload and the window:
 * a request here without a handler does not compile.
 */
import type { BatchId, BatchItemRow, BatchReason, BatchReceipt, OutcomeWord, RecordEvent, Undone } from './batch.ts'
import type {
  ChangeFilter,
  ChangeRow,
  ChangeTarget,
  CreateDraft,
  CreateForm,
  EngineRemedy,
  ImageDetail,
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
import type { ImageRow, RecordNumber } from './image.ts'
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

/** Who answers a request: main itself, or a thread of the engine. */
type Answerer = 'main' | 'writer' | 'reader'

/** One row of a table of requests: who answers, and for the compiler alone what goes in and comes out. */
export interface RequestRow<By extends Answerer, Args, Value> {
  readonly by: By
  /** Never there. */
  readonly types?: { readonly args: Args; readonly value: Value }
}
type RequestTable = Readonly<Record<string, RequestRow<Answerer, unknown, unknown>>>

/** Arguments and value by name, of the rows of a table that `By` answers. */
export type RequestsOf<T extends RequestTable, By extends Answerer = Answerer> = {
  readonly [N in keyof T as T[N]['by'] extends By ? N : never]: NonNullable<T[N]['types']>
}

/** What arguments are made of. The gate has the shape and the limits of each, under the same name (schemas.ts in main). */
export interface ArgumentParts {
  flag: boolean
  record: RecordNumber
  records: Uint32Array
  batch: BatchId
  view: ViewId
  /** Of a list: where it begins, and how many rows. */
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
  outcome: OutcomeWord
  changeFilter: ChangeFilter
  changes: ChangeTarget
  remedy: EngineRemedy
  pace: Pace
}

/** `?`: or null. */
export type ArgumentPart = keyof ArgumentParts | `${keyof ArgumentParts}?`
/** No argument, one part, or fields of parts. */
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

/** A row of the bridge. */
interface BridgeRow<By extends Answerer, S extends ArgumentShape, Value> extends RequestRow<By, ArgsOf<S>, Value> {
  readonly shape: S
}

/** The type of what is answered, or told: for the compiler alone. */
interface Typed<Value> {
  readonly type?: Value
}
const to = <Value>(): Typed<Value> => ({})

const answeredBy =
  <By extends Answerer>(by: By) =>
  <const S extends ArgumentShape, Value>(shape: S, _answer: Typed<Value>): BridgeRow<By, S, Value> => ({ by, shape })
const main = answeredBy('main')
const writer = answeredBy('writer')
const reader = answeredBy('reader')

/**
 * Every request of the window: who answers, with which argument and value. The gate (schemas.ts in main) is made from
 * these rows, and so are the preload, the engine's protocol and their tests; each room of handlers is closed over them.
 */
export const REQUESTS = {
  getAppInfo: main(null, to<AppInfo>()),
  getDiagnostics: main(null, to<Diagnostics>()),
  getPreferences: main(null, to<Preferences>()),
  setPreferences: main('preferences', to<null>()),
  /** What Undo and Redo are called in the native menu; and what is printed on the keys that it shows. */
  setMenuTitles: main('menuTitles', to<null>()),
  setKeyboardLayout: main({ layout: 'layout' }, to<null>()),
  quit: main(null, to<null>()),
  /** The answer to `windowClosing`: nothing is left to hand over. */
  readyToClose: main(null, to<null>()),

  /** null = not connected yet. Fails with `library-*` and `disk-*` when the library could not be opened. */
  getConnection: main(null, to<ConnectionSummary | null>()),
  /** Reads one small page of each group; progress comes as `connectionTest` events. */
  testConnection: main('connection', to<ConnectionTest>()),
  /** Fails with `keychain-unavailable` and the like when keep = keychain cannot be done; nothing is stored then. */
  connect: main({ draft: 'connection', keep: 'keep' }, to<ConnectionSummary>()),
  replaceKey: main({ group: 'group', key: 'key', keep: 'keep' }, to<ConnectionSummary>()),
  removeKey: main({ group: 'group' }, to<ConnectionSummary>()),
  /** Where the group is from now on; its key goes along only to the same host or with a word of the person. */
  changeAddress: main({ group: 'group', address: 'address', allowInsecure: 'flag' }, to<ConnectionSummary>()),
  /** Opens the group's address in the browser: a sign-in page of the network, for instance. */
  openServicePage: main({ group: 'group' }, to<null>()),
  /** A library of made-up records, served in this process. Leaving it removes it and goes back to what was before. */
  openSample: main(null, to<ConnectionSummary>()),
  leaveSample: main(null, to<ConnectionSummary | null>()),

  /** null while the library is open, or none is wanted. */
  getLibraryTrouble: main(null, to<LibraryTrouble | null>()),
  retryLibrary: main(null, to<null>()),
  /** Sets the file aside and reads everything anew; unsent changes that can be read are kept. */
  rebuildLibrary: main(null, to<LibraryRebuilt>()),
  showLibraryFile: main(null, to<null>()),
  /** Newest first. */
  listLog: main({ search: 'search', filter: 'logFilter?', limit: 'rows' }, to<readonly LogLine[]>()),
  /** Asks where to put it; null = the person changed their mind. */
  exportLog: main(null, to<{ file: string } | null>()),

  openView: reader({ query: 'query' }, to<OpenedView>()),
  /** In the order asked; records that no longer exist are left out. */
  getImages: reader({ records: 'records' }, to<readonly ImageRow[]>()),
  countFacets: reader({ query: 'query' }, to<FacetCounts>()),
  freezeSelection: reader({ view: 'view' }, to<{ selection: SelectionId; size: number }>()),
  describeTarget: reader({ target: 'target', view: 'view?' }, to<TargetSummary>()),
  listProjects: reader({ query: 'projectQuery', offset: 'offset', limit: 'rows' }, to<ProjectPage>()),

  /** Sets a value, never toggles. `changed` lists what differs now (the command's own change rides on its answer). */
  setFavorite: main({ target: 'target', favorite: 'flag' }, to<{ batch: BatchReceipt; changed: Uint32Array }>()),
  renameImage: writer({ record: 'record', name: 'name' }, to<{ batch: BatchReceipt; changed: Uint32Array }>()),
  /** Held for `DELETE_HOLD_MS`, then sent; `undoBatch` takes it back meanwhile. */
  deleteImages: main({ target: 'target' }, to<{ batch: BatchReceipt; changed: Uint32Array }>()),
  /** Sent at once, never repeated by itself. */
  deleteProject: writer({ record: 'record' }, to<{ batch: BatchReceipt }>()),
  createImage: writer({ form: 'form' }, to<{ batch: BatchReceipt; record: RecordNumber }>()),
  /** Changes a create that was not sent or was refused, and sends it (again). Fails with `unknown-record` else. */
  updateCreate: writer({ record: 'record', form: 'form' }, to<null>()),
  /** What a create form would hold for this record: of a create as asked, else as far as it is known here. */
  getCreateForm: reader({ record: 'record' }, to<CreateForm>()),
  getCreateDraft: main(null, to<CreateDraft | null>()),
  saveCreateDraft: main({ draft: 'draft?' }, to<null>()),

  getImage: reader({ record: 'record' }, to<ImageDetail>()),
  getRecordHistory: reader({ record: 'record' }, to<readonly RecordEvent[]>()),
  getPictureInfo: main({ record: 'record', stamp: 'stamp' }, to<PictureInfo>()),
  /** The next request for this picture asks its source, whatever that answered a moment ago. */
  retryPicture: main({ record: 'record', stamp: 'stamp' }, to<null>()),
  /** Asks the service for this record now. Fails as that did. */
  refreshImage: writer({ record: 'record' }, to<ImageDetail>()),
  /** Reads what matches at the service, by name and by the same filters, into the library. */
  searchService: writer({ query: 'query' }, to<ServiceSearch>()),

  /** Newest first; `before` = the last one of the page before. */
  listBatches: reader({ before: 'batch?', limit: 'rows' }, to<{ rows: readonly BatchReceipt[]; hasMore: boolean }>()),
  listBatchItems: reader(
    { batch: 'batch', word: 'outcome?', offset: 'offset', limit: 'rows' },
    to<{ rows: readonly BatchItemRow[]; total: number }>()
  ),
  /** In the order of sending. */
  listChanges: reader(
    { filter: 'changeFilter', offset: 'offset', limit: 'rows' },
    to<{ rows: readonly ChangeRow[]; total: number }>()
  ),
  /** Short lists first, the gravest before the others; lists longer than `LONG_NEED` last. */
  listNeeds: reader(null, to<readonly NeedGroup[]>()),
  /** Changes of another state, and those the remedy does not fit, are left alone. `choice`: for `adopt`. */
  repairChanges: writer(
    { target: 'changes', remedy: 'remedy', choice: 'record?' },
    to<{ done: number; changed: Uint32Array }>()
  ),
  undoBatch: writer({ batch: 'batch' }, to<Undone>()),
  /** What waits is taken back; `isUndoing`: what is done is written back as well. */
  stopBatch: writer({ batch: 'batch', isUndoing: 'flag' }, to<Undone>()),
  /** `false` also answers the question after equal refusals, or about new results: go on. */
  setBatchHeld: writer({ batch: 'batch', isHeld: 'flag' }, to<BatchReceipt>()),
  sendBatchFirst: writer({ batch: 'batch' }, to<BatchReceipt>()),
  /** Records that seem gone and were not removed, because they are too many to go without asking. */
  listRemovals: reader(
    { group: 'group', offset: 'offset', limit: 'rows' },
    to<{ rows: readonly { readonly record: RecordNumber; readonly name: string }[]; total: number }>()
  ),
  decideRemovals: writer({ group: 'group', isRemoving: 'flag' }, to<null>()),

  getBatch: reader({ batch: 'batch' }, to<{ receipt: BatchReceipt; reasons: readonly BatchReason[] }>()),

  /** The answer to `owner-unclear`: whether the new key is of the account whose changes wait. */
  answerOwner: writer({ group: 'group', isSame: 'flag' }, to<null>()),

  /** Reads only, at the service's pace; progress comes as `diagnosis` events. Asked again meanwhile: the same run. */
  diagnose: writer(null, to<Diagnosis>()),
  cancelDiagnosis: writer(null, to<null>()),

  /** The events of everything that happened before it arrive before the answer. */
  getSyncStatus: writer(null, to<SyncStatus>()),
  syncNow: main(null, to<null>()),
  setPaused: writer({ isPaused: 'flag' }, to<null>()),
  setPace: writer({ pace: 'pace' }, to<null>())
} satisfies RequestTable

/** Pushed from main; the engine sends `libraryChanged` and `syncStatus` at most every 100 ms after the first. */
const EVENTS = {
  libraryChanged: to<LibraryChange>(),
  syncStatus: to<SyncStatus>(),
  connectionTest: to<ConnectionTest>(),
  diagnosis: to<Diagnosis>(),
  connectionChanged: to<ConnectionSummary | null>(),
  /** The library can no longer be used, or (null) it was opened anew: whatever the window holds of it is out of date. */
  libraryTrouble: to<LibraryTrouble | null>(),
  /** Chosen in the native menu. */
  menuCommand: to<MenuCommand>(),
  /** The window is about to close: hand over what is not saved, then ask `readyToClose`. Main does not wait long. */
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

// The lists are whole: they are the keys of the tables.
export const REQUEST_NAMES = Object.keys(REQUESTS) as readonly RequestName[]
/** Those that a thread of the engine answers as they are. */
export const THREAD_REQUESTS = REQUEST_NAMES.filter(
  (name): name is keyof RequestsOf<typeof REQUESTS, 'writer' | 'reader'> => REQUESTS[name].by !== 'main'
)
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
