/** States of the app to photograph, and the stand that they are played on. */
import type { Page } from 'playwright-core'
import type { Fault } from '../../src/reference-service/faults.ts'
import { IMAGES_KEY, LONG_MS, openStage, PROJECTS_KEY, SAMPLE_IMAGES, type Stage } from '../../drivers/stage.ts'
import { askForResult, isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'

/** One state: how it comes about, and the sentence that must then be on screen. */
export interface Scene {
  /** Names its pictures. */
  readonly name: string
  /** A text that must be seen; a picture without it is no picture of this state. */
  readonly says: string | RegExp
  /** Brings it about, on the page of the app that is open then. */
  readonly setUp: (stand: Stand) => unknown
  /** It goes when the window takes another size, and is brought about once more in each. */
  readonly closesWhenResized?: boolean
  /** Takes it back, for the next scene of the same stand. */
  readonly undo?: (stand: Stand) => unknown
}

/** Scenes that share a service, a profile and, as far as they do not open it anew, the app. */
export interface Act {
  readonly name: string
  /** Before the first scene. */
  readonly prepare: (stand: Stand) => Promise<unknown>
  readonly scenes: readonly Scene[]
}

/** A stage whose `open` closes the app that is open, if any. */
export interface Stand extends Stage {
  /** Everything is as it was after `connect`: no fault, and nothing waits. */
  readonly calm: () => Promise<void>
}

/** Makes one; `close` removes everything of it. */
export async function openStand(): Promise<Stand> {
  const stage = await openStage({ images: SAMPLE_IMAGES, projects: 12, seed: 7, pictureFault: null })
  const keys = { imagesKey: IMAGES_KEY, projectsKey: PROJECTS_KEY }
  return {
    ...stage,
    open: async (options) => {
      await stage.quit()
      // Only the host can be set offline from outside, and is the same on each machine.
      return stage.open({ shell: 'host', reducesMotion: false, ...options })
    },
    calm: async () => {
      stage.service.change({ faults: null, answerDelayMs: 0, perMinute: 0, ...keys })
      await syncUntil(stage.page(), isUpToDate)
    }
  }
}

/** What most acts begin with. */
export async function openConnected(stand: Stand): Promise<void> {
  await stand.open()
  await stand.connect()
}

/** Leaves menus, dialogs and a selection. */
export async function escape({ page }: Stand): Promise<void> {
  for (let times = 0; times < 3; times += 1) await page().keyboard.press('Escape')
}

/** An answer in JSON. */
export const json = (status: number, body: object): Fault => ({ kind: 'status', status, body: JSON.stringify(body) })

/** Syncs again and again, as a user would who waits for something. */
export async function syncUntil(page: Page, isWanted: Parameters<typeof waitForStatus>[1]): Promise<void> {
  const end = Date.now() + LONG_MS
  for (;;) {
    await askForResult(page, 'syncNow', null)
    const reached = await waitForStatus(page, isWanted, 3_000).then(
      () => true,
      () => false
    )
    if (reached) return
    // Once more, for the words of what it is instead.
    if (Date.now() > end) return void (await waitForStatus(page, isWanted, 1))
  }
}
