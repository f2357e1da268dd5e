/** The keyboard is always somewhere: what had the focus may go, and the screen that is there then has it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { enterNewKey } from '../helpers/person-changes.ts'
import { isUpToDate, pressInGrid, readStatus, waitForStatus } from '../helpers/person.ts'
import { openStage, soon, type Stage } from './stage.ts'

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

/** A message fades; one that stays has eight seconds. */
const FADE_MS = 4_000

it('goes along with the keys that lead to another screen', async () => {
  await pressInGrid(page, 'Control+2')
  await soon(place).toBe('td')
  await page.keyboard.press('Control+Shift+Y')
  await soon(place).toBe('tab')
  await page.keyboard.press('Control+1')
  await soon(place).toBe('grid')
})

it('stays in the activity when the batch that was stopped goes away with its buttons', async () => {
  stage.service.change({ answerDelayMs: 300 })
  await pressInGrid(page, 'Control+a', 'f', 'Control+Shift+Y')
  await soon(async () => (await readStatus(page)).running[0]?.done ?? 0).toBeGreaterThan(0)
  await page
    .getByRole('region', { name: /^Batch/ })
    .getByRole('button', { name: 'Stop' })
    .click()
  await page.getByRole('dialog', { name: 'Stop here?' }).getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByText('Nothing is waiting to be sent').waitFor()
  await soon(place).toBe('tab')
  // The offer to take all of it back went with it.
  // Long before it would have gone by itself.
  await expect.poll(() => page.getByText(/added to Favorites$/).count(), { timeout: FADE_MS }).toBe(0)
  stage.service.change({ answerDelayMs: 0 })
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
