/** A connection: one named pair of groups, one library file. No key ever stands in any of these but the drafts. */
import type { Failure } from './failure.ts'
import type { Group } from './sync-status.ts'

/** Where a group's key is. `locked`: stored, but the key store is locked or denied; `session`: kept until quit. */
export type KeyState = 'stored' | 'session' | 'absent' | 'locked' | 'unavailable'

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
