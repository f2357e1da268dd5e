/** The keyboard is always somewhere: what had the focus may go, and the screen that is there then has it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enterNewKey } from '../../drivers/user-changes.ts'
import { pressInGrid, tileAt } from '../../drivers/user.ts'
import { isUpToDate, settled, waitForStatus } from '../../drivers/window-bridge.ts'
import { openStage, type Stage } from '../../drivers/stage.ts'
import { soon } from './soon.ts'

const NEW_KEY = 'sk-stage-second-0f8e2c61'

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: 120, seed: 12 })
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())
beforeEach(() => page.keyboard.press('Control+1'))

/** In the main region, and where in it: its role. */
const place = () =>
  page.evaluate(() => {
    const active = document.activeElement
    return active?.closest('main') ? (active.getAttribute('role') ?? active.localName) : 'nowhere'
  })

/** Messages on screen that are not fading already. */
const messages = () => page.getByText(/added to Favorites$/).and(page.locator(':not([data-ending-style] *)'))

it('goes along with the keys that lead to another screen', async () => {
  await pressInGrid(page, 'Control+2')
  await soon(place).toBe('td')
  await page.keyboard.press('Control+Shift+Y')
  await soon(place).toBe('tab')
  await page.keyboard.press('Control+1')
  await soon(place).toBe('grid')
})

it('stays in the activity when the batch that was stopped goes away with its buttons', async () => {
  stage.hold('changes', 3)
  await pressInGrid(page, 'Control+a', 'f', 'Control+Shift+Y')
  await waitForStatus(page, ({ running }) => (running[0]?.done ?? 0) > 0)
  await page
    .getByRole('region', { name: /^Batch/ })
    .getByRole('button', { name: 'Stop' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Stop here?' })
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  stage.release()
  await page.getByText('Nothing is waiting to be sent').waitFor()
  await soon(place).toBe('tab')
  // The offer to take all of it back goes with the batch, not when its time is over.
  await settled(page)
  expect(await messages().count()).toBe(0)
})

/** The page keeps the answer here: the key that opens something is pressed between two calls. */
interface WatchedWindow {
  firstFrame?: Promise<string>
}

/** Looks at the frame in which `panel` appears, before anything that waits for that frame has had its turn. */
const watchFirstFrame = (panel: string) =>
  page.evaluate((wanted) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const state = globalThis as WatchedWindow
    state.firstFrame = promise
    const look = (): void => {
      const active = document.activeElement
      resolve(active?.closest(wanted) ? active.textContent || active.localName : 'behind it')
    }
    const observer = new MutationObserver(() => {
      if (document.querySelector(wanted) === null) return
      observer.disconnect()
      requestAnimationFrame(look)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }, panel)
const firstFocus = () => page.evaluate(() => (globalThis as WatchedWindow).firstFrame)

describe('is in what opens from its first frame on, so that no key goes to what lies behind', () => {
  it.each([
    ['a question', ['Control+a', 'Delete'], '[data-holds-window]', 'input'],
    ['a question that needs no typing', ['Home', 'Shift+ArrowRight', 'Delete'], '[data-holds-window]', 'Cancel'],
    ['the settings', ['Control+,'], '[data-holds-window]', 'Close'],
    ['the field of a rename', ['Home', 'F2'], '[aria-label="Rename image"]', 'input'],
    ['the form of a new image', ['Control+n'], 'section[role="dialog"]', 'input']
  ])('%s', async (_what, keys, panel, focused) => {
    await tileAt(page, 1).click()
    await watchFirstFrame(panel)
    await pressInGrid(page, ...keys)
    const found = await firstFocus()
    await page.keyboard.press('Escape')
    await page.locator(panel).waitFor({ state: 'detached' })
    await pressInGrid(page, 'Escape')
    expect(found).toBe(focused)
  })

  it('a panel under its button', async () => {
    await watchFirstFrame('[role="dialog"][aria-label="Filter"]')
    await page.getByLabel('Filter', { exact: true }).click()
    const found = await firstFocus()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Filter' }).waitFor({ state: 'detached' })
    expect(found).toBe('Any')
  })
})

it('goes to the images when the bar that asked for a key is answered', async () => {
  stage.service.change({ imagesKey: NEW_KEY })
  await pressInGrid(page, 'F5')
  await waitForStatus(page, ({ images }) => images.state === 'signed-out')
  await enterNewKey(page, NEW_KEY)
  await waitForStatus(page, isUpToDate)
  await soon(place).toBe('grid')
  expect(stage.bugs()).toEqual([])
})
