/** Scenes of the app, their stand, and their pictures in light and dark and in three sizes. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { violationsOn } from '../../drivers/accessibility.ts'
import { pattern } from '../../drivers/pattern.ts'
import { IMAGES_KEY, LONG_MS, openStage, PROJECTS_KEY, SAMPLE_IMAGES, type Stage } from '../../drivers/stage.ts'
import { askForResult, isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { failureSentence } from '../../src/copy/failures.ts'
import type { FailureSubject } from '../../src/copy/en/failures.ts'
import type { Fault } from '../../src/reference-service/faults.ts'
import type { Failure } from '../../src/shared/failure.ts'

/** Returns a text that must be visible, in the language in use. */
export type Says = () => string | RegExp

/** The headline of a failure. */
export const headlineOf =
  (failure: Failure, subject: FailureSubject = 'images'): Says =>
  () =>
    pattern(failureSentence(failure, subject).headline)

/** A state of the app, and the sentence that it must show. */
export interface Scene {
  /** Name of its pictures. */
  readonly name: string
  readonly says: Says
  /** Produces the state. */
  readonly setUp: (stand: Stand) => unknown
  /** Whether resizing the window closes it, so that it is produced again in each size. */
  readonly closesWhenResized?: boolean
  /** Reverts it for the next scene. */
  readonly undo?: (stand: Stand) => unknown
}

/** Scenes that share a service, a profile and, unless they reopen it, the app. */
export interface Act {
  readonly name: string
  /** Before the first scene. */
  readonly prepare: (stand: Stand) => Promise<unknown>
  readonly scenes: readonly Scene[]
}

/** A stage whose `open` first closes the open app. */
export interface Stand extends Stage {
  /** Restores the state after `connect`: no faults, and no pending changes. */
  readonly reset: () => Promise<void>
}

/** Opens a stand; `close` removes all its data. */
export async function openStand(): Promise<Stand> {
  const stage = await openStage({ images: SAMPLE_IMAGES, projects: 12, seed: 7, pictureFault: null })
  const keys = { imagesKey: IMAGES_KEY, projectsKey: PROJECTS_KEY }
  return {
    ...stage,
    open: async (options) => {
      await stage.quit()
      // Only the host can be set offline, and it is the same on each computer.
      return stage.open({ shell: 'host', reducesMotion: false, ...options })
    },
    reset: async () => {
      stage.service.change({ faults: null, responseDelayMs: 0, perMinute: 0, ...keys })
      await syncUntil(stage.page(), isUpToDate)
    }
  }
}

/** Opens and connects the app. */
export async function openConnected(stand: Stand): Promise<void> {
  await stand.open()
  await stand.connect()
}

/** Closes menus and dialogs, and clears the selection. */
export async function escape({ page }: Stand): Promise<void> {
  for (let times = 0; times < 3; times += 1) await page().keyboard.press('Escape')
}

/** Responds with JSON. */
export const json = (status: number, body: object): Fault => ({ kind: 'status', status, body: JSON.stringify(body) })

/** Syncs repeatedly until a status is reached. */
export async function syncUntil(page: Page, isWanted: Parameters<typeof waitForStatus>[1]): Promise<void> {
  const end = Date.now() + LONG_MS
  for (;;) {
    await askForResult(page, 'syncNow', null)
    const reached = await waitForStatus(page, isWanted, 3_000).then(
      () => true,
      () => false
    )
    if (reached) return
    // Fails with the current status.
    if (Date.now() > end) return void (await waitForStatus(page, isWanted, 1))
  }
}

export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 640 },
  { width: 720, height: 450 }
] as const
export const SCHEMES = ['light', 'dark'] as const
const SEEN_MS = 45_000
/** Time for fades, pictures and fonts. */
const SETTLE_MS = 250

export interface Shot {
  readonly file: string
  /** Whether the scene's sentence was visible. */
  readonly isSeen: boolean
  /** Lines of `violationsOn`. */
  readonly violations: readonly string[]
}

/** Plays a scene, saves its pictures, and checks the rules of accessibility. Reports each picture immediately. */
export async function shoot(scene: Scene, stand: Stand, folder: string, report: (shot: Shot) => void): Promise<void> {
  await scene.setUp(stand)
  for (const size of SIZES) {
    await stand.app().resize(size)
    if (scene.closesWhenResized === true) await scene.setUp(stand)
    const page = stand.page()
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      const isSeen = await isVisible(page, scene.says())
      await page.waitForTimeout(SETTLE_MS)
      const file = join(folder, `${scene.name}-${size.width}-${colorScheme}.png`)
      await page.screenshot({ path: file })
      report({ file, isSeen, violations: await violationsOn(page) })
    }
  }
  // The next scene begins in the first size.
  await stand.app().resize(SIZES[0])
  await scene.undo?.(stand)
}

/** Whether the sentence is inside the window and not covered. */
async function isVisible(page: Page, says: string | RegExp): Promise<boolean> {
  // Some occurrences are only for screen readers.
  const said = page.getByText(says).filter({ visible: true }).first()
  try {
    await said.waitFor({ state: 'visible', timeout: SEEN_MS })
    return await said.evaluate((element) => {
      // In a low window it may be below the visible area.
      element.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const found = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2)
      return found !== null && (element.contains(found) || found.contains(element))
    })
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return false
    throw error
  }
}
