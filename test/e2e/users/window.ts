/**
 * What users in these stories do and read: text on screen, keys, and clicks. The program's internals are never queried.
 */
import type { Locator, Page } from 'playwright-core'
import { copy } from '../../../src/copy/language.ts'
import { numberIn } from '../../../drivers/pattern.ts'
import { statusText } from '../../../drivers/user.ts'
import { LONG_MS } from '../../../drivers/stage.ts'
import { expectSoon } from '../expect-soon.ts'

/** Waits until the text is on screen. */
export async function expectWords(page: Page, words: string | RegExp, timeout = LONG_MS): Promise<void> {
  await page.getByText(words).filter({ visible: true }).first().waitFor({ timeout })
}

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()

/** Waits until the status bar says this text. */
export const expectStatus = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByRole('contentinfo').getByText(words).first().waitFor({ timeout: LONG_MS })

/** Number of rendered pictures in the window. */
export const drawnPictures = (page: Page): Promise<number> =>
  page
    .getByRole('gridcell')
    .locator('img')
    .evaluateAll(
      (images) =>
        images.filter((image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth > 0)
          .length
    )

/** Waits until there are pictures. */
export const expectPictures = (page: Page): Promise<void> => expectSoon(() => drawnPictures(page)).toBeGreaterThan(0)

/** The focused element. */
export const focused = (page: Page): Locator => page.locator(':focus')

/** Presses Tab until this element has the focus; throws after a whole round without it. */
export async function tabsTo(page: Page, goal: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never reaches the element.')
}

/** How much of the library is loaded, according to the status bar; NaN if it shows something else. */
export async function readSoFar(page: Page): Promise<number> {
  const text = await statusText(page)
  return text.startsWith(copy.status.loadingLibrary) ? numberIn(/[\d,]+/.exec(text)?.[0] ?? '') : Number.NaN
}
