/** The keyboard is always somewhere: what had the focus may go, and the screen that is there then has it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { enterNewKey } from '../../drivers/user-changes.ts'
import { pressInGrid } from '../../drivers/user.ts'
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

it('goes to the images when the bar that asked for a key is answered', async () => {
  stage.service.change({ imagesKey: NEW_KEY })
  await pressInGrid(page, 'F5')
  await waitForStatus(page, ({ images }) => images.state === 'signed-out')
  await enterNewKey(page, NEW_KEY)
  await waitForStatus(page, isUpToDate)
  await soon(place).toBe('grid')
  expect(stage.bugs()).toEqual([])
})
