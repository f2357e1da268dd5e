/**
 * Problems that users of similar programs reported and no other journey covers; docs/scenarios.md lists all of them.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copy } from '../../src/copy/language.ts'
import type { ImageRecord } from '../../src/reference-service/image-record.ts'
import { chooseStyle, pressInGrid, readTiles, shownTotal, sidebarRow, tileAt } from '../../drivers/user.ts'
import { isUpToDate, readStatus, waitForStatus } from '../../drivers/window-bridge.ts'
import { serviceIds } from './library-file.ts'
import { openStage, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'

const TOTAL = 1_200

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: TOTAL, seed: 11 })
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())

const bar = () => page.getByRole('toolbar')
const grid = () => page.getByRole('grid', { name: copy.images.grid })
const panel = () => page.getByRole('group', { name: copy.images.info })
const title = () => page.getByRole('heading', { level: 1 }).innerText()
const search = () => page.getByRole('searchbox', { name: copy.images.search })
const selectedText = async () => ((await bar().count()) === 0 ? '' : ((await bar().getAttribute('aria-label')) ?? ''))
const selectedPlaces = async () =>
  (await readTiles(page)).filter(({ isSelected }) => isSelected).map(({ place }) => place)
const between = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
const tile = async (place: number) => (await readTiles(page)).find((one) => one.place === place)

/** The record at the service for a tile. */
async function truthAt(place: number) {
  const record = (await tile(place))?.record ?? 0
  return stage.service.truth.images.get(serviceIds(stage.profile).get(record) ?? 0)
}

beforeEach(async () => {
  await sidebarRow(page, copy.frame.allImages).click()
  await expectSoon(title).toBe(copy.frame.allImages)
  await pressInGrid(page, 'Control+Shift+a', 'Control+Home')
})

describe('a range with Shift', () => {
  const expectRange = async (isShown: (image: ImageRecord) => boolean): Promise<void> => {
    const total = [...stage.service.truth.images.values()].filter(isShown).length
    await expectSoon(() => shownTotal(page)).toBe(total)
    await tileAt(page, 5).click()
    await tileAt(page, 2).click({ modifiers: ['Shift'] })
    await expectSoon(selectedPlaces).toEqual(between(2, 5))
    await tileAt(page, 7).click({ modifiers: ['Shift'] })
    await expectSoon(selectedPlaces).toEqual(between(5, 7))
    await pressInGrid(page, 'Control+Shift+End')
    await expectSoon(selectedText).toBe(`${(total - 4).toLocaleString('en-US')} selected`)
    await pressInGrid(page, 'Control+Shift+a', 'Control+Home')
  }

  it('is the same in a search, among the favorites, and under a filter', async () => {
    await search().fill('a')
    await page.keyboard.press('Enter')
    await expectSoon(title).toBe('“a”')
    await expectRange(({ name }) => /a/i.test(name))
    await pressInGrid(page, 'Escape')
    await sidebarRow(page, copy.frame.favorites).click()
    await expectSoon(title).toBe(copy.frame.favorites)
    await expectRange(({ favorite }) => favorite)
    await sidebarRow(page, copy.frame.allImages).click()
    await chooseStyle(page, copy.facets.style.values.anime)
    await expectRange(({ style }) => style === 'anime')
  })
})

describe('after a batch was saved', () => {
  it('the selection is unchanged, and Shift extends it from the same anchor', async () => {
    await tileAt(page, 3).click()
    await tileAt(page, 6).click({ modifiers: ['Shift'] })
    await pressInGrid(page, 'Control+l')
    await waitForStatus(page, isUpToDate)
    await expectSoon(selectedPlaces).toEqual(between(3, 6))
    await tileAt(page, 8).click({ modifiers: ['Shift'] })
    await expectSoon(selectedPlaces).toEqual(between(3, 8))
  })
})

describe('a name that is being typed', () => {
  it('is kept when the star of its tile is pressed, and the favorite is saved as well', async () => {
    await tileAt(page, 4).click()
    const before = await tile(4)
    await panel().getByRole('heading', { level: 2 }).click()
    await panel().getByRole('textbox', { name: copy.inspector.name }).fill('Half typed quay')
    await tileAt(page, 4).hover()
    await tileAt(page, 4).locator('[data-part="star"]').click()
    await expectSoon(() => panel().innerText()).toContain('Half typed quay')
    await expectSoon(async () => (await tile(4))?.isFavorite).toBe(!before?.isFavorite)
    await waitForStatus(page, isUpToDate)
    await expectSoon(() => truthAt(4)).toMatchObject({ name: 'Half typed quay', favorite: !before?.isFavorite })
  })
})

describe('scrolling and opening details while a list is read', () => {
  it('blocks the page no longer than when idle', async () => {
    const longest = async (): Promise<number> => {
      await page.evaluate(() => {
        const tasks: number[] = []
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) tasks.push(entry.duration)
        })
        observer.observe({ type: 'longtask' })
        Object.assign(window, { longTasks: tasks })
      })
      for (let step = 1; step <= 12; step += 1) {
        await grid().evaluate((element, top) => (element.scrollTop = top), step * 700)
        await pressInGrid(page, 'ArrowRight')
        await panel().getByRole('heading', { level: 2 }).waitFor()
      }
      return page.evaluate(() => {
        const { longTasks } = window as unknown as { longTasks: number[] }
        return Math.max(50, ...longTasks)
      })
    }
    /** The additional time compared with an idle app. */
    const addedTime = async (round: number): Promise<number> => {
      const atRest = await longest()
      stage.service.clearLog()
      await page.keyboard.press('F5')
      for (let id = 1; id <= 60; id += 1) stage.service.store.images.put(id, { name: `Changed ${id} in ${round}` })
      const whileReading = await longest()
      expect(stage.service.log.some(({ method }) => method === 'GET')).toBe(true)
      return whileReading / atRest
    }
    // Machines without a graphics card paint slowly, so only the time that reading adds counts. A pause of the machine
    // affects one of the rounds, reading affects all of them.
    const rounds = [await addedTime(1), await addedTime(2), await addedTime(3)]
    expect(Math.min(...rounds)).toBeLessThanOrEqual(2)
  })
})

describe('a reloaded window', () => {
  it('five times offline with one pending change: it is still one change, and is sent once', async () => {
    const before = await truthAt(2)
    await stage.service.close()
    await tileAt(page, 2).click()
    await pressInGrid(page, 'f')
    await expectSoon(async () => (await readStatus(page)).waiting).toBe(1)
    for (let reload = 0; reload < 5; reload += 1) {
      await page.reload()
      await grid().waitFor()
      await expectSoon(async () => (await readStatus(page)).waiting).toBe(1)
      await expectSoon(() => tile(2)).toMatchObject({ isFavorite: !before?.favorite, mark: 'waiting' })
    }
    stage.service.clearLog()
    await stage.service.restart()
    await page.keyboard.press('F5')
    await waitForStatus(page, isUpToDate)
    await expectSoon(async () => (await truthAt(2))?.favorite).toBe(!before?.favorite)
    expect(stage.service.log.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })
})

it('no errors were logged', () => {
  expect(stage.bugs()).toEqual([])
})
