/** One state of the app to photograph: how it comes about, and the sentence that must then be on screen. */
import type { Page } from 'playwright-core'
import type { Stand } from './stand.ts'

export interface Scene {
  /** Names its pictures. */
  readonly name: string
  /** A text that must be seen; a picture without it is no picture of this state. */
  readonly says: string | RegExp
  /** Brings it about; the page of the app that is open then. */
  readonly setUp: (stand: Stand) => Promise<Page>
  /** It goes when the window takes another size, and is brought about once more in each. */
  readonly closesWhenResized?: boolean
  /** Takes it back, for the next scene of the same stand. */
  readonly undo?: (stand: Stand) => Promise<void>
}

/** Scenes that share a service, a profile and, as far as they do not open it anew, the app. */
export interface Act {
  readonly name: string
  /** Before the first scene. */
  readonly prepare: (stand: Stand) => Promise<void>
  readonly scenes: readonly Scene[]
}
