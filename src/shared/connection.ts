/** A connection: one named pair of groups, one library file. No key ever stands in any of these but the drafts. */
import type { Failure } from './failure.ts'
import type { Group } from './sync-status.ts'

/**
 * Where a group's key is; `session`: kept until quit. Stored, but not to be had: the key store is `locked` (or the key
 * was removed from it, which looks the same), it was `denied`, it `timed-out`, or there is none any more (`unavailable`).
 */
export type KeyState = 'stored' | 'session' | 'absent' | 'locked' | 'denied' | 'timed-out' | 'unavailable'

export interface GroupConnection {
  /** Normalised base address, without /api/v1 and without a trailing slash. */
  readonly address: string
  readonly key: KeyState
  /** When the key was saved, ms since epoch. */
  readonly keySavedAt: number | null
}

export interface ConnectionSummary {
  readonly id: string
  readonly name: string
  readonly images: GroupConnection
  readonly projects: GroupConnection
  /** Both groups use the key of the images group. */
  readonly sharesKey: boolean
  /** Made-up records, served inside the app: no network, no key, removable. */
  readonly isSample: boolean
}

/** Why the library of this connection could not be opened, and what is to be had of it. */
export interface LibraryTrouble {
  readonly failure: Failure
  /** Name of the file, without its folder. */
  readonly file: string
  /** Unsent changes that could be read in it; null when nothing can be read. */
  readonly unsent: number | null
}

/** What a rebuild found: the old file is set aside, never deleted. */
export interface LibraryRebuilt {
  /** Unsent changes taken over into the new library. */
  readonly kept: number
  /** Those that could not be read, by what is still known of each. */
  readonly lost: readonly string[]
  readonly setAside: string
}

/** What a line of the log is about: the service, changes on their way, or the program itself. */
const LOG_KINDS = ['connection', 'changes', 'app'] as const
export type LogKind = (typeof LOG_KINDS)[number]
/** `problems`: warnings and errors of every kind. */
export const LOG_FILTERS = ['problems', ...LOG_KINDS] as const
export type LogFilter = (typeof LOG_FILTERS)[number]

/** One line of the log, without anything secret. */
export interface LogLine {
  readonly kind: LogKind
  /** What happened, in a sentence; `event` and `detail` are the line as it was written. */
  readonly text: string
  /** ms since epoch. */
  readonly at: number
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  readonly detail: string
}

/** What the connect screen hands over: the one message that carries keys, from the window to main, never back. */
export interface ConnectionDraft {
  readonly images: { readonly address: string; readonly key: string }
  /** null key = the same key. */
  readonly projects: { readonly address: string; readonly key: string | null }
  /** Accept http to a non-local host. */
  readonly allowInsecure: boolean
}

/** The five layers a test names, in order. */
export const TEST_LAYERS = ['address', 'secure', 'service', 'key', 'readable'] as const
export type TestLayer = (typeof TEST_LAYERS)[number]
/** `skipped` stands for layers behind a failed one, and for `secure` on http to this computer. */
export type TestMark = 'pending' | 'passed' | 'failed' | 'skipped'

export interface GroupTest {
  readonly group: Group
  readonly marks: Readonly<Record<TestLayer, TestMark>>
  readonly failure: Failure | null
  /** Where redirects within the rules led; shown, and saved on connect. */
  readonly movedTo: string | null
}

export interface ConnectionTest {
  readonly images: GroupTest
  readonly projects: GroupTest
}
