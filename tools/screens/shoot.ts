/** Pictures of one scene: light and dark, large and small. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { violationsOn } from '../../drivers/accessibility.ts'
import type { Scene, Stand } from './scene.ts'

export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 640 },
  { width: 720, height: 450 }
] as const
export const SCHEMES = ['light', 'dark'] as const
const SEEN_MS = 45_000
/** Fades, pictures and fonts come to rest. */
const SETTLE_MS = 250

export interface Shot {
  readonly file: string
  /** The scene's sentence was on screen. */
  readonly isSeen: boolean
  /** As of `violationsOn`. */
  readonly violations: readonly string[]
}

/** Plays the scene, photographs it and holds it against the rules of accessibility; each shot is reported as it is made. */
export async function shoot(scene: Scene, stand: Stand, folder: string, tell: (shot: Shot) => void): Promise<void> {
  await scene.setUp(stand)
  for (const size of SIZES) {
    await stand.app().resize(size)
    if (scene.closesWhenResized === true) await scene.setUp(stand)
    const page = stand.page()
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      const isSeen = await sees(page, scene.says)
      await page.waitForTimeout(SETTLE_MS)
      const file = join(folder, `${scene.name}-${size.width}-${colorScheme}.png`)
      await page.screenshot({ path: file })
      tell({ file, isSeen, violations: await violationsOn(page) })
    }
  }
  // Taken back, and the next one brought about, in the window that the first one had.
  await stand.app().resize(SIZES[0])
  await scene.undo?.(stand)
}

/** The sentence is not only there: it lies inside the window, and nothing lies over it. */
async function sees(page: Page, says: string | RegExp): Promise<boolean> {
  // Several places may say it, and some of them only to those who listen.
  const said = page.getByText(says).filter({ visible: true }).first()
  try {
    await said.waitFor({ state: 'visible', timeout: SEEN_MS })
    return await said.evaluate((element) => {
      // As a person would, who looks for what is under the buttons of a low window.
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
