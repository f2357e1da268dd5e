/** One image over the grid: opening and closing, navigation, favorites, review, zoom, and the grid afterwards. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copy } from '../../src/copy/language.ts'
import { pressInGrid, readTiles, tileAt } from '../../drivers/user.ts'
import { isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { serviceIds } from './library-file.ts'
import { openStage, smallPictures, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'
import { deepOnly } from '../helpers/depth.ts'

const TOTAL = 400

let stage: Stage
let page: Page
/** Record number -> id of the service. */
let ids: ReadonlyMap<number, number>

beforeAll(async () => {
  stage = await openStage({ pictureFault: smallPictures, images: TOTAL, seed: 5, listDescriptions: true })
  page = await stage.open()
  await stage.connect()
  ids = serviceIds(stage.profile)
})
afterAll(() => stage.close())

const view = () => page.getByRole('region', { name: copy.fullView.view })
const picture = () => page.getByRole('slider', { name: copy.fullView.view })
const grid = () => page.getByRole('grid', { name: copy.images.grid })
const place = async () => Number(await picture().getAttribute('aria-valuenow'))
const viewLabel = async () => (await picture().getAttribute('aria-valuetext')) ?? ''
const zoom = () => page.getByText(/^[\d.]+%$/).innerText()
const scrollTop = () => grid().evaluate((element) => element.scrollTop)
const truth = (record: number) => stage.service.truth.images.get(ids.get(record) ?? 0)
const recordAt = async (at: number) => (await readTiles(page)).find((tile) => tile.place === at)?.record ?? 0

async function openAt(at: number): Promise<void> {
  await tileAt(page, at).dblclick()
  await view().waitFor()
}

async function closeWithEscape(): Promise<void> {
  await page.keyboard.press('Escape')
  await view().waitFor({ state: 'detached' })
}

/** Shown until it is dismissed, for good. */
const hint = () => page.getByText(copy.fullView.howToReview('F'))

beforeEach(async () => {
  if ((await hint().count()) > 0) await page.keyboard.press('Escape')
  if ((await view().count()) > 0) await closeWithEscape()
  await pressInGrid(page, 'Control+Shift+a', 'Control+Home')
  await expectSoon(scrollTop).toBe(0)
})

describe('opening and closing', () => {
  it('a double click shows the whole picture, Escape shows the grid at the same position', async () => {
    await grid().hover()
    await page.mouse.wheel(0, 730)
    await expectSoon(scrollTop).toBeGreaterThan(300)
    const before = await scrollTop()
    // Uses a row that is fully visible, because a click must not scroll.
    const columns = Number(await grid().getAttribute('aria-colcount'))
    const at = columns * 4 + 2
    await openAt(at)
    expect(await place()).toBe(at)
    await expectSoon(() =>
      picture()
        .locator('img')
        .evaluateAll((images) => images.some((image) => (image as HTMLImageElement).naturalWidth >= 256))
    ).toBe(true)
    await closeWithEscape()
    expect(await scrollTop()).toBe(before)
    expect(await grid().evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('Enter opens the focused tile, and the content underneath is unreachable', async () => {
    await pressInGrid(page, 'ArrowRight', 'Enter')
    await view().waitFor()
    expect(await place()).toBe(2)
    await expectSoon(() => picture().evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.getByRole('grid').count()).toBe(0)
    await page.keyboard.press('Enter')
    await view().waitFor({ state: 'detached' })
  })

  deepOnly(() => {
    it('Ctrl+F closes it and focuses the search', async () => {
      await openAt(2)
      await page.keyboard.press('Control+f')
      await view().waitFor({ state: 'detached' })
      const search = page.getByRole('searchbox', { name: copy.images.search })
      await expectSoon(() => search.evaluate((element) => element === document.activeElement)).toBe(true)
    })

    it('its Back button closes it', async () => {
      await openAt(1)
      await page.getByRole('button', { name: copy.fullView.backTo(copy.images.allImages) }).click()
      await view().waitFor({ state: 'detached' })
      await expectSoon(() => grid().evaluate((element) => element === document.activeElement)).toBe(true)
    })
  })
})

it('an animated picture plays', async () => {
  const bytes = readFileSync(join(import.meta.dirname, '../fixtures/pictures/moving.gif'))
  stage.service.change({ pictureFault: (answer) => ({ ...answer, bytes }) })
  await openAt(1)
  // This picture has not been fetched before.
  await page.keyboard.press('End')
  await expectSoon(place).toBe(TOTAL)
  const shown = picture().locator('img').last()
  await expectSoon(() => shown.evaluate((image) => (image as HTMLImageElement).complete)).toBe(true)
  const first = await shown.screenshot()
  await expectSoon(async () => first.equals(await shown.screenshot())).toBe(false)
  stage.service.change({ pictureFault: smallPictures })
})

describe('navigation', () => {
  it('arrows move in the order of the view, up to its ends', async () => {
    const expected = (await readTiles(page)).slice(0, 4).map(({ label }) => label)
    await openAt(1)
    const seen = [await viewLabel()]
    for (let step = 0; step < 3; step += 1) {
      await page.keyboard.press('ArrowRight')
      seen.push(await viewLabel())
    }
    expect(seen).toEqual(expected)
    await page.keyboard.press('End')
    await expectSoon(place).toBe(TOTAL)
    await page.keyboard.press('ArrowRight')
    expect(await place()).toBe(TOTAL)
    await page.keyboard.press('Home')
    await expectSoon(place).toBe(1)
    await page.keyboard.press('ArrowLeft')
    expect(await place()).toBe(1)
  })

  deepOnly(() => {
    it('the grid then shows and focuses the last image', async () => {
      await openAt(1)
      await page.keyboard.press('End')
      await closeWithEscape()
      await expectSoon(async () =>
        (await readTiles(page)).some((tile) => tile.place === TOTAL && tile.isSelected)
      ).toBe(true)
      await tileAt(page, TOTAL).waitFor()
    })

    it('in right-to-left layout the left arrow shows the next image', async () => {
      await page.evaluate(() => {
        document.dir = 'rtl'
      })
      await openAt(1)
      await page.keyboard.press('ArrowLeft')
      expect(await place()).toBe(2)
      await page.evaluate(() => {
        document.dir = 'ltr'
      })
    })

    it('an image without a picture says so, with its prompt', async () => {
      const bare = [...stage.service.truth.images.values()].findLast((image) => image.result === null)
      expect(bare).toBeDefined()
      // Newest first.
      const at = TOTAL - (bare?.id ?? 0) + 1
      await openAt(1)
      for (let step = 1; step < at; step += 1) await page.keyboard.press('ArrowRight')
      await expectSoon(place).toBe(at)
      await view().getByText(copy.pictures.none).waitFor()
      await view()
        .getByText((bare?.description ?? '').slice(0, 60))
        .waitFor()
    })
  })
})

/** Every picture is a stripe of 20,000 x 100 px. */
const stripe = await sharp({ create: { width: 20_000, height: 100, channels: 3, background: '#16a34a' } })
  .png()
  .toBuffer()

it('a missing preview says so until it is retried, and a long one keeps its aspect ratio', async () => {
  stage.service.change({ pictureFault: (served) => ({ ...served, status: 404 }) })
  // A position that no other test has shown.
  await pressInGrid(page, ...Array.from({ length: 6 }, () => 'PageDown'))
  const active = page.locator(`[id="${await grid().getAttribute('aria-activedescendant')}"]`)
  await active.getByText(copy.pictures.problems['not-found']('127.0.0.1')).waitFor()
  await page.keyboard.press('Enter')
  await view().getByText(copy.pictures.problems['not-found']('127.0.0.1')).waitFor()
  stage.service.change({ pictureFault: (served) => ({ ...served, bytes: stripe }) })
  await page.getByRole('button', { name: copy.pictures.retry }).click()
  await expectSoon(zoom).toMatch(/^[45]\.\d%$/)
  expect(await picture().evaluate((element) => element === document.activeElement)).toBe(true)
  await closeWithEscape()
  // The retry applies to everything on screen.
  await active.locator('img').waitFor()
  stage.service.change({ pictureFault: smallPictures })
})

describe('favorites', () => {
  it('F adds the shown image and stays, whatever is selected in the grid', async () => {
    const [chosen, other, shown] = await Promise.all([recordAt(1), recordAt(2), recordAt(3)])
    const before = [truth(chosen)?.favorite, truth(other)?.favorite]
    await tileAt(page, 1).click()
    await tileAt(page, 2).click({ modifiers: ['Control'] })
    await openAt(3)
    const wasFavorite = truth(shown)?.favorite ?? false
    await page.keyboard.press('f')
    await expectSoon(() => truth(shown)?.favorite).toBe(!wasFavorite)
    expect(await place()).toBe(3)
    expect([truth(chosen)?.favorite, truth(other)?.favorite]).toEqual(before)
    await expectSoon(async () => (await viewLabel()).includes(`, ${copy.images.spoken.favorite}, `)).toBe(!wasFavorite)
    await page.keyboard.press('f')
    await expectSoon(() => truth(shown)?.favorite).toBe(wasFavorite)
  })

  it('in review F adds and moves on', async () => {
    const records = await Promise.all([5, 6, 7].map(recordAt))
    await openAt(5)
    await page.keyboard.press('r')
    expect(await page.getByRole('button', { name: copy.fullView.review }).getAttribute('aria-pressed')).toBe('true')
    for (const at of [6, 7, 8]) {
      await page.keyboard.press('f')
      await expectSoon(place).toBe(at)
    }
    await expectSoon(() => records.map((record) => truth(record)?.favorite)).toEqual([true, true, true])
    await waitForStatus(page, isUpToDate)
  })

  it('in review a held F adds one image and moves on once', async () => {
    const records = await Promise.all([9, 10, 11].map(recordAt))
    const before = records.map((record) => truth(record)?.favorite)
    await openAt(9)
    if ((await page.getByRole('button', { name: copy.fullView.review }).getAttribute('aria-pressed')) !== 'true')
      await page.keyboard.press('r')
    // Each further event is a key repeat.
    for (let times = 0; times < 9; times += 1) await page.keyboard.down('f')
    await page.keyboard.up('f')
    await expectSoon(place).toBe(10)
    await waitForStatus(page, isUpToDate)
    expect(records.map((record) => truth(record)?.favorite)).toEqual([true, ...before.slice(1)])
  })

  it('X selects, and the grid has the same selection', async () => {
    await openAt(2)
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: copy.fullView.selected }).waitFor()
    await closeWithEscape()
    const selected = (await readTiles(page)).filter(({ isSelected }) => isSelected)
    expect(selected.map((tile) => tile.place)).toEqual([2, 4])
  })
})

deepOnly(() => {
  describe('zoom', () => {
    it('Z is 100 % at the pointer, the wheel zooms in, dragging moves, Fit shows everything', async () => {
      await openAt(1)
      await page.getByRole('button', { name: copy.fullView.fit }).waitFor()
      const fit = await zoom()
      await page.keyboard.press('z')
      await expectSoon(zoom).toBe('100%')
      const box = await picture().boundingBox()
      const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
      await page.mouse.move(middle.x, middle.y)
      for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(0, -200)
      await expectSoon(async () => Number.parseInt(await zoom(), 10)).toBeGreaterThan(200)
      const left = () =>
        picture()
          .locator('img')
          .last()
          .evaluate((image) => image.getBoundingClientRect().left)
      const before = await left()
      await page.mouse.down()
      await page.mouse.move(middle.x + 60, middle.y, { steps: 4 })
      await page.mouse.up()
      await expectSoon(left).toBeCloseTo(before + 60, 0)
      await page.getByRole('button', { name: copy.fullView.fit }).click()
      await expectSoon(zoom).toBe(fit)
    })

    it('keys work from the buttons of the bar as well', async () => {
      await openAt(1)
      await page.getByRole('button', { name: copy.fullView.zoomIn }).click()
      await page.keyboard.press('ArrowRight')
      expect(await place()).toBe(2)
    })
  })
})

it('a deleted image is replaced by the next one, and can be restored', async () => {
  const [first, second] = (await readTiles(page)).map(({ label }) => label.replace(/, \d+ of .*/, ''))
  await openAt(1)
  await page.keyboard.press('Delete')
  await expectSoon(viewLabel).toContain(`, ${copy.counted.ofAll(1, TOTAL - 1)}`)
  expect((await viewLabel()).startsWith(second ?? 'none')).toBe(true)
  await page.keyboard.press('Control+z')
  await expectSoon(async () => numberOf(await viewLabel())).toBe(TOTAL)
  await closeWithEscape()
  await expectSoon(async () => (await readTiles(page))[0]?.label ?? '').toContain(first)
  expect(stage.service.truth.images.size).toBe(TOTAL)
})

const numberOf = (text: string): number => Number(/ of (\d+)$/.exec(text)?.[1] ?? Number.NaN)

it('no errors were logged in any process', () => {
  expect(stage.bugs()).toEqual([])
})
