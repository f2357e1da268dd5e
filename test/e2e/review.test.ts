/** A review by keyboard: from the grid and the info panel, over a restart, and without the service. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handToKeyboard, type KeyboardUser } from '../helpers/keyboard-user.ts'
import { pattern } from '../../drivers/pattern.ts'
import { openStage, smallPictures, type Stage } from '../../drivers/stage.ts'
import { sidebarCount, viewCountText } from '../../drivers/user.ts'
import { ask, isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { copy } from '../../src/copy/language.ts'
import { EMPTY_QUERY } from '../../src/shared/query.ts'
import { expectSoon } from './expect-soon.ts'

const TOTAL = 24

let stage: Stage
let page: Page
let user: KeyboardUser

beforeAll(async () => {
  stage = await openStage({ pictureFault: smallPictures, images: TOTAL, seed: 21 })
  page = await stage.open()
  await stage.connect()
  user = await handToKeyboard(page, 'US')
})
afterAll(() => stage.close())

const picture = () => page.getByRole('slider', { name: copy.fullView.view })
const place = async () => Number(await picture().getAttribute('aria-valuenow'))
/** From the library, because the full view hides the sidebar. */
const notViewed = async () => (await ask(page, 'countFacets', { query: EMPTY_QUERY })).totals.notViewed
const inSidebar = () => sidebarCount(page, copy.frame.notViewed)
const hint = () => user.seesNow(copy.fullView.howToReview('F'))
/** Whether the image at a place of the newest-first view is a favorite on the service; ids are counted from 1. */
const isFavorite = (at: number) => stage.service.truth.images.get(TOTAL + 1 - at)?.favorite === true

it('R starts it from the grid, and its hint is gone for good with one key', async () => {
  await expectSoon(inSidebar).toBe(TOTAL)
  await user.goTo(/^gridcell/)
  await user.press('r')
  await user.sees(copy.fullView.howToReview('F'))
  await user.press('Escape')
  await expectSoon(hint).toBe(false)
  expect(await place()).toBe(1)
  await expectSoon(notViewed).toBe(TOTAL - 1)
})

it('F adds the image to Favorites and moves on, an arrow only moves on', async () => {
  await user.press('f')
  await expectSoon(place).toBe(2)
  await expectSoon(notViewed).toBe(TOTAL - 2)
  const second = isFavorite(2)
  await user.press('ArrowRight')
  await expectSoon(place).toBe(3)
  await expectSoon(notViewed).toBe(TOTAL - 3)
  await waitForStatus(page, isUpToDate)
  expect([isFavorite(1), isFavorite(2)]).toEqual([true, second])
})

it('R goes on from the info panel', async () => {
  await user.press('Escape')
  await expectSoon(inSidebar).toBe(TOTAL - 3)
  await user.goTo(/^gridcell/)
  await user.goTo(pattern(`button "${copy.inspector.takeSettings}`))
  await user.press('r')
  await expectSoon(place).toBe(3)
  await user.press('f')
  await expectSoon(place).toBe(4)
  await expectSoon(notViewed).toBe(TOTAL - 4)
})

it('continues where it stopped after a restart without the service', async () => {
  await waitForStatus(page, isUpToDate)
  expect(await user.pointed()).toBe(0)
  await stage.quit()
  await stage.service.close()
  page = await stage.open()
  user = await handToKeyboard(page, 'US')
  await page.getByRole('button', { name: copy.images.continueAt(4, TOTAL) }).waitFor()
  await expectSoon(inSidebar).toBe(TOTAL - 4)
  await user.goTo(/^gridcell/)
  await user.press('r')
  await expectSoon(place).toBe(4)
  expect(await hint()).toBe(false)
  await user.press('f', 'f')
  await expectSoon(place).toBe(6)
  // The sixth counts only if its preview is on this computer.
  await expectSoon(notViewed).toBeLessThan(TOTAL - 4)
})

it('“Not viewed yet” shows the others, and fewer after a review of them', async () => {
  await user.press('Escape')
  await user.goTo(pattern(`button "${copy.frame.allImages}`))
  await user.goTo(pattern(`button "${copy.frame.notViewed}`), 'ArrowDown')
  await user.press('Enter')
  const isInStep = async () => (await viewCountText(page)) === copy.counted.ofAll(await inSidebar(), TOTAL)
  await expectSoon(isInStep).toBe(true)
  const left = await inSidebar()
  await user.goTo(/^gridcell/)
  await user.press('Control+Home', 'Shift+r')
  await expectSoon(place).toBe(1)
  // The images stay in place while one of them covers the grid.
  await user.press('f', 'f')
  await expectSoon(place).toBe(3)
  expect(Number(await picture().getAttribute('aria-valuemax'))).toBe(left)
  await expectSoon(notViewed).toBeLessThanOrEqual(left - 2)
  await user.press('Escape')
  await expectSoon(isInStep).toBe(true)
  expect(await inSidebar()).toBeLessThanOrEqual(left - 2)
  expect([await user.focus(), await user.selected()]).toEqual([expect.stringMatching(/^gridcell/), []])
})

it('its favorites are sent when the service is back, and nothing else', async () => {
  stage.service.clearLog()
  await stage.service.restart()
  await user.press('F5')
  await waitForStatus(page, isUpToDate)
  expect([isFavorite(4), isFavorite(5)]).toEqual([true, true])
  const changes = stage.service.log.filter(({ method }) => method !== 'GET')
  expect(changes.filter(({ method }) => method !== 'PUT')).toEqual([])
  expect([await user.pointed(), stage.bugs()]).toEqual([0, []])
})
