/**
 * What main and the engine's threads say to each other. Types only. Requests that the window may make keep the
 * types of the bridge; the others are main's own.
 */
import type { BridgeRequests, LibraryChange } from '../../shared/bridge.ts'
import type { ConnectionTest, LibraryRebuilt } from '../../shared/connection.ts'
import type { Diagnosis } from '../../shared/diagnosis.ts'
import type { Result } from '../../shared/failure.ts'
import type { RecordNumber } from '../../shared/image.ts'
import type { RecordTarget } from '../../shared/query.ts'
import type { SendAnswer, SendRequest } from '../../shared/send.ts'
import type { Group, SyncStatus } from '../../shared/sync-status.ts'

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

/** Where the picture of a record is to be had. */
export interface PictureSource {
  /** Absolute http(s) address, or a data: image; already checked by the reading rules. */
  readonly url: string
  /** Stamp of this source, the one in ImageRow.picture. */
  readonly stamp: string
}

export interface WriterRequests {
  openLibrary: { args: OpenLibrary; value: null }
  closeLibrary: { args: null; value: null }
  /** Unsent changes that can be read in a file that cannot be opened; null when nothing can. Changes nothing. */
  inspectLibrary: { args: { file: string }; value: { unsent: number | null } }
  /** Sets the file aside and makes a new one in its place, with every unsent change that can be read. */
  rebuildLibrary: { args: { file: string }; value: LibraryRebuilt }
  /** The addresses or the presence of keys changed (typed, removed, unlocked). */
  groupsChanged: { args: { images: EngineGroup; projects: EngineGroup }; value: null }
  /** A hint of the system: look now. Never proof of anything. */
  wake: { args: { why: 'online' | 'focus' | 'resume' | 'asked' }; value: null }
  testConnection: { args: { images: string; projects: string; sharesKey: boolean }; value: ConnectionTest }
  setFavoriteOf: {
    args: { records: Uint32Array; favorite: boolean }
    value: BridgeRequests['setFavorite']['value']
  }
  deleteImagesOf: { args: { records: Uint32Array }; value: BridgeRequests['deleteImages']['value'] }
  renameImage: BridgeRequests['renameImage']
  deleteProject: BridgeRequests['deleteProject']
  createImage: BridgeRequests['createImage']
  updateCreate: BridgeRequests['updateCreate']
  refreshImage: BridgeRequests['refreshImage']
  searchService: BridgeRequests['searchService']
  diagnose: BridgeRequests['diagnose']
  cancelDiagnosis: BridgeRequests['cancelDiagnosis']
  repairChanges: BridgeRequests['repairChanges']
  undoBatch: BridgeRequests['undoBatch']
  stopBatch: BridgeRequests['stopBatch']
  setBatchHeld: BridgeRequests['setBatchHeld']
  sendBatchFirst: BridgeRequests['sendBatchFirst']
  decideRemovals: BridgeRequests['decideRemovals']
  answerOwner: BridgeRequests['answerOwner']
  getSyncStatus: BridgeRequests['getSyncStatus']
  setPaused: BridgeRequests['setPaused']
  setPace: BridgeRequests['setPace']
}

export interface ReaderRequests {
  openLibrary: { args: { file: string }; value: null }
  closeLibrary: { args: null; value: null }
  openView: BridgeRequests['openView']
  getImages: BridgeRequests['getImages']
  countFacets: BridgeRequests['countFacets']
  freezeSelection: BridgeRequests['freezeSelection']
  resolveTarget: { args: { target: RecordTarget }; value: Uint32Array }
  describeTarget: BridgeRequests['describeTarget']
  listProjects: BridgeRequests['listProjects']
  getImage: BridgeRequests['getImage']
  getCreateForm: BridgeRequests['getCreateForm']
  getRecordHistory: BridgeRequests['getRecordHistory']
  listBatches: BridgeRequests['listBatches']
  listBatchItems: BridgeRequests['listBatchItems']
  listChanges: BridgeRequests['listChanges']
  listNeeds: BridgeRequests['listNeeds']
  listRemovals: BridgeRequests['listRemovals']
  getBatch: BridgeRequests['getBatch']
  getPictureSource: { args: { record: RecordNumber }; value: PictureSource | null }
}

export interface EngineEvents {
  libraryChanged: LibraryChange
  syncStatus: SyncStatus
  connectionTest: ConnectionTest
  diagnosis: Diagnosis
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
