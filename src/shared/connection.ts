/** Types of connections, each with two groups and one library file. Only drafts contain keys. */
import type { Failure } from './failure.ts'
import type { Group } from './sync-status.ts'

/**
 * State of a group's key; `session` means kept until quit. A stored key cannot be read if the keychain is `locked` (or
 * the key was removed from it, which looks the same), `denied` access, `timed-out`, or is `unavailable`.
 */
export type KeyState = 'stored' | 'session' | 'absent' | 'locked' | 'denied' | 'timed-out' | 'unavailable'

export interface GroupConnection {
  /** Normalized base address, without /api/v1 and without a trailing slash. */
  readonly address: string
  readonly key: KeyState
  /** Time when the key was saved, ms since epoch. */
  readonly keySavedAt: number | null
}

export interface ConnectionSummary {
  readonly id: string
  readonly name: string
  readonly images: GroupConnection
  readonly projects: GroupConnection
  /** Whether both groups use the key of the images group. */
  readonly sharesKey: boolean
  /** Whether this is the sample, which is served in the app without network and key. */
  readonly isSample: boolean
}

/** Why the library of this connection could not be opened, and what can be recovered. */
export interface LibraryFailure {
  readonly failure: Failure
  /** Name of the file, without its folder. */
  readonly file: string
  /** Number of readable unsent changes; `null` if nothing can be read. */
  readonly unsent: number | null
}

/** Result of a rebuild, which sets the old file aside and never deletes it. */
export interface LibraryRebuilt {
  /** Number of unsent changes copied to the new library. */
  readonly kept: number
  /** Unreadable unsent changes, each described by what is known about it. */
  readonly lost: readonly string[]
  readonly setAside: string
}

/** Kinds of log lines: the service, pending changes, or the app. */
const LOG_KINDS = ['connection', 'changes', 'app'] as const
export type LogKind = (typeof LOG_KINDS)[number]
/** Filters of the log; `problems` are warnings and errors of every kind. */
export const LOG_FILTERS = ['problems', ...LOG_KINDS] as const
export type LogFilter = (typeof LOG_FILTERS)[number]

/** Log line without secrets. */
export interface LogLine {
  readonly kind: LogKind
  /** Sentence that describes the event; `event` and `detail` are the original line. */
  readonly text: string
  /** ms since epoch. */
  readonly at: number
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  readonly detail: string
}

/** Draft of the connect screen. The only message with keys, sent from the window to main and never back. */
export interface ConnectionDraft {
  readonly images: { readonly address: string; readonly key: string }
  /** A `null` key means the key of the images group. */
  readonly projects: { readonly address: string; readonly key: string | null }
  /** Accept http to a non-local host. */
  readonly allowInsecure: boolean
}

/** The five layers of a connection test, in order. */
export const TEST_LAYERS = ['address', 'secure', 'service', 'key', 'readable'] as const
export type TestLayer = (typeof TEST_LAYERS)[number]
/** Status of a layer. `skipped` applies to layers after a failed one, and to `secure` on http to this computer. */
export type TestStepStatus = 'pending' | 'passed' | 'failed' | 'skipped'

export interface GroupTest {
  readonly group: Group
  readonly marks: Readonly<Record<TestLayer, TestStepStatus>>
  readonly failure: Failure | null
  /** Target of allowed redirects, which is shown and saved on connect; `null` without redirects. */
  readonly movedTo: string | null
}

export interface ConnectionTest {
  readonly images: GroupTest
  readonly projects: GroupTest
}
