/** Selecting images and changing favorites: every kind of selection, the counts before and after, and the screen. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { favoritesNow, favoritesOf, openStage, type Stage } from '../../drivers/stage.ts'
import { inOneRow } from '../../src/copy/names.ts'
import { COUNT, numberIn, pattern } from '../../drivers/pattern.ts'
import {
  chooseStyle,
  countTiles,
  focusGrid,
  pressInGrid,
  pressStarAndTime,
  readTiles,
  shownTotal,
  sidebarCount,
  sidebarRow,
  statusBarText,
  statusText,
  tileAt
} from '../../drivers/user.ts'
import { ask, isUpToDate, readStatus, waitForStatus } from '../../drivers/window-bridge.ts'
import { copy } from '../../src/copy/language.ts'
import type { BatchReceipt } from '../../src/shared/batch.ts'
import { deepOnly, inDepth } from '../helpers/depth.ts'
import { type Layout, pressOn } from '../helpers/layouts.ts'
import { expectSoon } from './expect-soon.ts'
import { serviceIds } from './library-file.ts'

const TOTAL = 400

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: TOTAL, seed: 3 })
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())

const grid = () => page.getByRole('grid', { name: copy.images.grid })
const bar = () => page.getByRole('toolbar')
const addButton = () =>
  bar().getByRole('button', { name: pattern(copy.selection.add(null), copy.selection.add(COUNT)) })
const removeButton = () =>
  bar().getByRole('button', { name: pattern(copy.selection.remove(null), copy.selection.remove(COUNT)) })
const selectedText = async () => ((await bar().count()) === 0 ? '' : ((await bar().getAttribute('aria-label')) ?? ''))

/** 1-based positions of the selected tiles on screen. */
const selectedPlaces = async () =>
  (await readTiles(page)).filter(({ isSelected }) => isSelected).map(({ place }) => place)
const click = (place: number, ...modifiers: ('Control' | 'Shift')[]) => tileAt(page, place).click({ modifiers })
const expectSelected = (places: readonly number[]) => expectSoon(selectedPlaces).toEqual(places)
const between = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

async function deselect(): Promise<void> {
  await pressInGrid(page, 'Control+Shift+a')
  await bar().waitFor({ state: 'detached' })
}

/** The favorite state of each tile on screen equals that of the service, and nothing is marked as unsent. */
async function expectScreenIsTruth(): Promise<void> {
  const ids = serviceIds(stage.profile)
  const { images } = stage.service.truth
  await expectSoon(async () => (await readTiles(page)).filter(({ mark }) => mark !== 'none').length).toBe(0)
  const tiles = await readTiles(page)
  const expected = tiles.map(({ record }) => images.get(ids.get(record) ?? 0)?.favorite)
  expect(tiles.map(({ isFavorite }) => isFavorite)).toEqual(expected)
}

describe('selecting', () => {
  beforeEach(deselect)

  it('offers the whole library', async () => {
    await expectSoon(() => sidebarCount(page, copy.frame.allImages)).toBe(TOTAL)
    await expectSoon(async () => (await readTiles(page))[0]?.label).toContain(`, ${copy.counted.ofAll(1, TOTAL)}`)
  })

  it('a click selects one, Ctrl toggles, Shift makes a range from the first', async () => {
    await click(3)
    await expectSelected([3])
    await click(6, 'Control')
    await expectSelected([3, 6])
    await click(3, 'Control')
    await expectSelected([6])
    await click(2)
    await click(5, 'Shift')
    await expectSelected([2, 3, 4, 5])
    await click(3, 'Shift')
    await expectSelected([2, 3])
    await click(7)
    await click(9, 'Control')
    await click(11, 'Control', 'Shift')
    await expectSelected([7, 9, 10, 11])
    expect(await selectedText()).toBe(copy.selection.count(4))
  })

  deepOnly(() => {
    it('a click beside the tiles clears the selection', async () => {
      await click(3)
      const box = await grid().boundingBox()
      await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + 60)
      await expectSelected([])
    })

    it('arrows move and select, with Shift they extend, with Ctrl only the focus moves', async () => {
      await click(1)
      await pressInGrid(page, 'ArrowRight', 'ArrowRight')
      await expectSelected([3])
      await pressInGrid(page, 'Shift+ArrowRight', 'Shift+ArrowRight')
      await expectSelected([3, 4, 5])
      await pressInGrid(page, 'Shift+ArrowLeft')
      await expectSelected([3, 4])
      const columns = Number(await grid().getAttribute('aria-colcount'))
      await pressInGrid(page, 'Shift+ArrowDown')
      await expectSelected(between(3, 4 + columns))
      await pressInGrid(page, 'Control+ArrowRight')
      await expectSelected(between(3, 4 + columns))
    })
  })

  it('a range includes rows that are not on screen', async () => {
    await click(2)
    await pressInGrid(page, 'Control+Shift+End')
    await expectSoon(selectedText).toBe(`${TOTAL - 1} selected`)
    await pressInGrid(page, 'Control+Home')
    await expectSelected([1])
  })

  deepOnly(() => {
    it('X and Space toggle single images, and a later accidental click loses nothing', async () => {
      await click(1)
      await pressInGrid(page, 'Escape')
      await pressInGrid(page, 'ArrowRight', 'Escape', 'x')
      await expectSelected([2])
      await pressInGrid(page, 'ArrowRight', 'ArrowRight', ' ')
      await expectSelected([2, 4])
      await click(6)
      await expectSelected([2, 4, 6])
      const box = await grid().boundingBox()
      await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + 60)
      await expectSelected([2, 4, 6])
      await bar().getByRole('button', { name: copy.images.done }).click()
      await expectSelected([2, 4, 6])
      await click(8)
      await expectSelected([8])
    })

    it('the check corner also starts a selection', async () => {
      await tileAt(page, 5).hover()
      await tileAt(page, 5).locator('[data-part="tick"]').click()
      await tileAt(page, 7).locator('[data-part="tick"]').click()
      await expectSelected([5, 7])
      await pressInGrid(page, 'Escape')
      await expectSelected([])
    })
  })

  it('Ctrl+A selects all results, minus later exclusions, and survives a change of the view', async () => {
    const anime = await sidebarCount(page, copy.facets.style.values.anime)
    await chooseStyle(page, copy.facets.style.values.anime)
    await expectSoon(() => shownTotal(page)).toBe(anime)
    await pressInGrid(page, 'Control+a')
    await expectSoon(selectedText).toBe(`${anime} selected`)
    await page
      .getByText(copy.selection.frozen(copy.selection.matching(copy.facets.style.values.anime), 0, 0))
      .first()
      .waitFor()
    await click(2, 'Control')
    await click(5, 'Control')
    await expectSoon(selectedText).toBe(copy.selection.count(anime - 2))
    await page
      .getByText(copy.selection.frozen(copy.selection.matching(copy.facets.style.values.anime), 2, 0))
      .first()
      .waitFor()
    const kept = await readTiles(page)
    expect(kept.filter(({ isSelected }) => !isSelected).map(({ place }) => place)).toEqual([2, 5])

    await sidebarRow(page, copy.frame.favorites).click()
    await page
      .getByText(pattern(copy.selection.outOfView(COUNT, anime - 2)))
      .first()
      .waitFor()
    expect(await selectedText()).toBe(copy.selection.count(anime - 2))
    await sidebarRow(page, copy.frame.allImages).click()
    await expectSoon(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(copy.frame.allImages)
  })

  deepOnly(() => {
    it('invert selects the other images of the view', async () => {
      await click(1)
      await click(10, 'Shift')
      await pressInGrid(page, 'Control+Shift+i')
      await expectSoon(selectedText).toBe(`${TOTAL - 10} selected`)
      expect((await selectedPlaces())[0]).toBe(11)
      expect(await statusBarText(page)).toContain(
        copy.selection.inStatus({ size: TOTAL - 10, shown: TOTAL, inView: TOTAL - 10 })
      )
    })
  })
})

describe('changing favorites', () => {
  beforeEach(deselect)

  const waiting = async () => (await readStatus(page)).waiting
  const numbers = async () => ({
    add: numberIn(await addButton().innerText()),
    remove: numberIn(await removeButton().innerText())
  })
  const isDrained = async () => {
    await waitForStatus(page, isUpToDate)
    await expectScreenIsTruth()
  }

  it('F adds favorites, on one image it toggles, and the hollow dot disappears when it is confirmed', async () => {
    stage.hold('changes', 0)
    const tile = async () => (await readTiles(page)).find(({ place }) => place === 1)
    const before = await tile()
    await click(1)
    await pressInGrid(page, 'f')
    await expectSoon(tile).toMatchObject({ isFavorite: !before?.isFavorite, mark: 'waiting' })
    expect((await tile())?.label).toContain(copy.images.spoken.marks.waiting)
    stage.release()
    await expectSoon(tile).toMatchObject({ isFavorite: !before?.isFavorite, mark: 'none' })
    await pressInGrid(page, '.')
    await expectSoon(tile).toMatchObject({ isFavorite: before?.isFavorite, mark: 'none' })
    await isDrained()
  })

  it('F again, before the first response, toggles the desired value', async () => {
    const before = (await readTiles(page)).find(({ place }) => place === 7)
    await click(7)
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('f')
    await expectSoon(async () => (await readTiles(page)).find(({ place }) => place === 7)?.isFavorite).toBe(
      !before?.isFavorite
    )
    await waitForStatus(page, isUpToDate)
    await expectScreenIsTruth()
  })

  it.each(inDepth<readonly Layout[]>(['Russian', 'Greek', 'Arabic', 'Hebrew'], ['Russian']))(
    'the keys are where they are on a %s keyboard',
    async (layout) => {
      await deselect()
      await focusGrid(page)
      await pressOn(page, layout, 'Control+a')
      await expectSoon(selectedText).toContain(`${TOTAL} selected`)
      await deselect()
      await click(9)
      const tile = async () => (await readTiles(page)).find(({ place }) => place === 9)?.isFavorite
      const before = await tile()
      await pressOn(page, layout, 'f')
      await expectSoon(tile).toBe(!before)
      await pressOn(page, layout, 'Control+z')
      await expectSoon(tile).toBe(before)
      await pressOn(page, layout, 'Control+f')
      await expectSoon(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
      await page.keyboard.press('Escape')
      await waitForStatus(page, isUpToDate)
    }
  )

  it('Ctrl+2 and Ctrl+1 change the screen on a French keyboard, whose digits need Shift', async () => {
    await focusGrid(page)
    await pressOn(page, 'French', 'Control+2')
    await page.getByRole('heading', { name: copy.frame.projects }).first().waitFor()
    expect(await grid().count()).toBe(0)
    await pressOn(page, 'French', 'Control+1')
    await grid().waitFor()
  })

  it('the counts on the buttons equal the changes', async () => {
    await pressInGrid(page, 'Control+a')
    const favorites = await favoritesNow(stage)
    await expectSoon(numbers).toEqual({ add: TOTAL - favorites, remove: favorites })
    await deselect()
    await click(1)
    await click(12, 'Shift')
    const tiles = (await readTiles(page)).filter(({ isSelected }) => isSelected)
    const starred = tiles.filter(({ isFavorite }) => isFavorite).length
    await expectSoon(numbers).toEqual({ add: 12 - starred, remove: starred })
    stage.service.clearLog()
    await removeButton().click()
    await page.getByText(copy.selection.removed(starred)).first().waitFor()
    await isDrained()
    expect(stage.service.log.filter(({ method }) => method !== 'GET').length).toBe(starred)
    await expectSoon(numbers).toEqual({ add: 12, remove: 0 })
    await addButton().click()
    await page.getByText(copy.selection.added(12)).first().waitFor()
    await isDrained()
    await expectSoon(() => sidebarCount(page, copy.frame.favorites)).toBe(favorites + 12 - starred)
  })

  it('Ctrl+L adds, Shift+F removes, and unchanged images cost no request', async () => {
    await click(20)
    await click(23, 'Shift')
    await pressInGrid(page, 'Control+l')
    await isDrained()
    stage.service.clearLog()
    await pressInGrid(page, 'f')
    await page.getByText(copy.selection.allFavorites(4)).first().waitFor()
    expect(await waiting()).toBe(0)
    await pressInGrid(page, 'Shift+f')
    await page.getByText(copy.selection.removed(4)).first().waitFor()
    await isDrained()
    expect(stage.service.log.filter(({ method }) => method !== 'GET').length).toBe(4)
  })

  it('the star of a tile is a separate button and keeps the selection', async () => {
    await click(2)
    const before = (await readTiles(page)).find(({ place }) => place === 4)
    await tileAt(page, 4).hover()
    await tileAt(page, 4).locator('[data-part="star"]').click()
    const after = async () => (await readTiles(page)).find(({ place }) => place === 4)
    await expectSoon(after).toMatchObject({ isFavorite: !before?.isFavorite })
    await expectSelected([2])
    await isDrained()
  })

  it('everything on screen shows its star immediately, and nothing moves', async () => {
    await stage.service.close()
    await grid().evaluate((element) => (element.scrollTop = 700))
    await pressInGrid(page, 'Control+a')
    await addButton()
      .getByText(pattern(copy.selection.add(COUNT)))
      .waitFor()
    const toAdd = (await numbers()).add
    const before = await grid().evaluate((element) => element.scrollTop)
    const ms = await pressStarAndTime(page)
    expect(ms).toBeLessThan(1_000)
    const tiles = await countTiles(page)
    expect(tiles.favorites).toBe(tiles.all)
    expect(tiles.waiting).toBeGreaterThan(0)
    expect(await grid().evaluate((element) => element.scrollTop)).toBe(before)
    await expectSoon(waiting).toBe(toAdd)
    await expectSoon(() => sidebarCount(page, copy.frame.waiting)).toBe(toAdd)
  })

  it('the focused image is announced correctly, even far out of view', async () => {
    await deselect()
    await pressInGrid(page, 'Control+Home')
    const spoken = () =>
      page.evaluate(() => {
        const active = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
        return document.getElementById(active)?.getAttribute('aria-label') ?? ''
      })
    await expectSoon(spoken).toMatch(pattern(`, ${copy.counted.ofAll(1, COUNT)}`))
    await grid().evaluate((element) => element.scrollTo(0, element.scrollHeight))
    const last = await shownTotal(page)
    await expectSoon(async () => (await readTiles(page)).at(-1)?.place).toBe(last)
    const isFavorite = async (): Promise<boolean> => (await spoken()).includes(`, ${copy.images.spoken.favorite}, `)
    const before = await isFavorite()
    await pressInGrid(page, 'f')
    await expectSoon(isFavorite).toBe(!before)
    await pressInGrid(page, 'f')
    await expectSoon(isFavorite).toBe(before)
  })

  it('offline is shown with the pending changes, after a short delay', async () => {
    await expectSoon(() => statusText(page)).toMatch(
      pattern(
        ...[copy.status.offline, copy.status.serviceNotResponding].map((text) =>
          inOneRow([text, copy.status.pending(COUNT)])
        )
      )
    )
    const pending = await waiting()
    await page.getByText(copy.banners.changesPending(pending)).first().waitFor()
    await page.getByRole('button', { name: copy.banners.tryNow }).waitFor()
    await sidebarRow(page, copy.frame.waiting).click()
    await expectSoon(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(copy.frame.waiting)
    await expectSoon(() => shownTotal(page)).toBe(pending)
    const tiles = await readTiles(page)
    expect(tiles.every(({ mark }) => mark === 'waiting')).toBe(true)
    await sidebarRow(page, copy.frame.allImages).click()
    await expectSoon(() => shownTotal(page)).toBe(TOTAL)
  })

  it('a favorite removed before it was sent leaves nothing to send', async () => {
    const receiptOf = async (batch: number) => (await ask(page, 'getBatch', { batch })).receipt
    const last = (await readStatus(page)).running.at(-1)
    const pending = await waiting()
    const one = (await readTiles(page)).find(({ mark }) => mark === 'waiting')
    if (last === undefined || one === undefined) throw new Error('Nothing is pending.')
    await tileAt(page, one.place).click()
    await pressInGrid(page, 'Shift+f')
    await expectSoon(waiting).toBe(pending - 1)
    const receipt = await receiptOf(last.batch)
    expect([receipt.canceled, sumOf(receipt)]).toEqual([1, receipt.size])
    const tile = async () => (await readTiles(page)).find(({ place }) => place === one.place)
    await expectSoon(tile).toMatchObject({ isFavorite: false, mark: 'none' })
    canceledId = serviceIds(stage.profile).get(one.record) ?? 0
  })

  /** The id of the record whose favorite was canceled. */
  let canceledId = 0

  it('receipts add up at every moment of the drain, and the end equals the service', async () => {
    stage.service.clearLog()
    stage.service.change({ responseDelayMs: 20 })
    const pending = await waiting()
    const [running] = (await readStatus(page)).running
    if (running === undefined) throw new Error('No batch is running.')
    const texts = new Set<string>()
    const drain = watchDrain(running.batch, (text) => texts.add(text))
    await stage.service.restart()
    // "Try now" is gone when an automatic attempt came first.
    await ask(page, 'syncNow', null)
    const seen = await drain
    expect(seen.length).toBeGreaterThan(3)
    for (const receipt of seen) expect({ ...receipt, size: sumOf(receipt) }).toEqual(receipt)
    const done = seen.map((receipt) => receipt.done)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toMatchObject({ done: pending, waiting: 0, needsAttention: 0, canceled: 1 })
    expect([...texts].some((text) => /^Sending \d+ of \d+$/.test(text))).toBe(true)

    await expectSoon(() => statusText(page)).toContain(copy.status.upToDate)
    await isDrained()
    const { images } = stage.service.truth
    expect([...images.values()].filter(({ favorite }) => !favorite).map(({ id }) => id)).toEqual([canceledId])
    const sentTo = stage.service.log.filter(({ method }) => method !== 'GET').map(({ path }) => path)
    expect(sentTo.length).toBe(pending)
    expect(new Set(sentTo).size).toBe(pending)
    expect(sentTo.some((path) => path.endsWith(`/${canceledId}`))).toBe(false)
    stage.service.change({ responseDelayMs: 0 })
  })

  /** Every receipt until nothing is pending, and every status text. */
  async function watchDrain(batch: number, onStatus: (text: string) => void): Promise<readonly BatchReceipt[]> {
    const seen: BatchReceipt[] = []
    for (;;) {
      const { receipt } = await ask(page, 'getBatch', { batch })
      seen.push(receipt)
      if (receipt.waiting === 0) return seen
      for (const running of (await readStatus(page)).running) seen.push(running)
      onStatus(await statusText(page))
    }
  }

  it('in a view of favorites a tile that no longer matches stays, and says so', async () => {
    await sidebarRow(page, copy.frame.favorites).click()
    await expectSoon(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(copy.frame.favorites)
    await expectSoon(() => shownTotal(page)).toBe(favoritesOf(stage.service))
    await expectSoon(async () => (await readTiles(page)).slice(0, 3).map(({ place }) => place)).toEqual([1, 2, 3])
    const before = await readTiles(page)
    await click(2)
    await pressInGrid(page, 'Shift+f')
    const second = async () => (await readTiles(page)).find(({ place }) => place === 2)
    await expectSoon(second).toMatchObject({ record: before[1]?.record, isFavorite: false })
    expect((await second())?.label).toContain(copy.images.spoken.noLongerMatches)
    await tileAt(page, 2).getByText(copy.images.noLongerMatches).waitFor()
    await pressInGrid(page, 'f')
    await expectSoon(async () => (await second())?.label).not.toContain(copy.images.spoken.noLongerMatches)
    await pressInGrid(page, 'Shift+f')
    await isDrained()
    await sidebarRow(page, copy.frame.allImages).click()
    await sidebarRow(page, copy.frame.favorites).click()
    await expectSoon(async () => (await second())?.record).toBe(before[2]?.record)
    await focusGrid(page)
    expect(stage.bugs()).toEqual([])
  })
})

const sumOf = ({ done, unchanged, waiting, needsAttention, canceled }: BatchReceipt): number =>
  done + unchanged + waiting + needsAttention + canceled
