/** Undo and redo of actions, from keys, toasts, and the menu, also after a restart. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copy } from '../../src/copy/language.ts'
import { COUNT, pattern } from '../../drivers/pattern.ts'
import { hostOnly } from '../../drivers/chosen-shell.ts'
import { pressInGrid, readTiles, sidebarCount, tileAt, undoOf } from '../../drivers/user.ts'
import { isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { controlOf, favoritesNow, favoritesOf, openStage, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'
import { deepOnly } from '../helpers/depth.ts'

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: 80, seed: 8 })
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())

const favorites = () => sidebarCount(page, copy.frame.favorites)
const favoritesThere = () => favoritesOf(stage.service)
const settled = () => waitForStatus(page, isUpToDate)
const stars = async () => (await readTiles(page)).slice(0, 8).map(({ isFavorite }) => isFavorite)
const updates = () => stage.service.log.filter(({ method }) => method !== 'GET').length

async function choose(from: number, to: number): Promise<void> {
  await tileAt(page, from).click()
  await tileAt(page, to).click({ modifiers: ['Shift'] })
}

describe('favorites', () => {
  it('are restored item by item, and Redo applies them again', async () => {
    const before = await stars()
    const count = await favoritesNow(stage)
    await choose(1, 8)
    await pressInGrid(page, 'f')
    const added = before.filter((isFavorite) => !isFavorite).length
    await page.getByText(copy.selection.added(added)).waitFor()
    await settled()
    expect(favoritesThere()).toBe(count + added)
    await pressInGrid(page, 'Control+z')
    await expectSoon(stars).toEqual(before)
    await settled()
    expect(favoritesThere()).toBe(count)
    await pressInGrid(page, 'Control+Shift+z')
    await expectSoon(favorites).toBe(count + added)
    await settled()
    expect(favoritesThere()).toBe(count + added)
    await pressInGrid(page, 'Control+z')
    await expectSoon(stars).toEqual(before)
    await settled()
  })

  it('are canceled without a request to the service if they were not sent yet', async () => {
    const before = await stars()
    await stage.service.close()
    await choose(1, 8)
    await pressInGrid(page, 'f')
    await expectSoon(stars).toEqual(before.map(() => true))
    await undoOf(page, pattern(copy.selection.added(COUNT))).click()
    await expectSoon(stars).toEqual(before)
    await expectSoon(() => sidebarCount(page, copy.frame.waiting)).toBe(0)
    stage.service.clearLog()
    await stage.service.restart()
    await pressInGrid(page, 'F5')
    await settled()
    expect(updates()).toBe(0)
  })

  it('after a restart Ctrl+Z still undoes the last action', async () => {
    const count = await favoritesNow(stage)
    const before = await stars()
    await choose(1, 8)
    await pressInGrid(page, 'f')
    await settled()
    await stage.quit()
    page = await stage.open()
    await page.getByRole('grid', { name: copy.images.grid }).waitFor()
    await pressInGrid(page, 'Control+z')
    await expectSoon(stars).toEqual(before)
    await settled()
    expect(favoritesThere()).toBe(count)
  })

  hostOnly(() => {
    it('the Edit menu names what it would undo and redo', async () => {
      const host = controlOf(stage)
      await choose(1, 8)
      await pressInGrid(page, 'Shift+f')
      const labels = async () => JSON.stringify(await host('readMenu', null))
      await expectSoon(labels).toMatch(pattern(`"label":"${copy.undoing.undo(copy.undoing.titles.unfavorite(COUNT))}"`))
      await host('clickMenu', [copy.menu.edit, 'undo'])
      await expectSoon(labels).toMatch(pattern(`"label":"${copy.undoing.redo(copy.undoing.titles.unfavorite(COUNT))}"`))
      await settled()
    })
  })
})

describe('text', () => {
  it('has its own undo: Ctrl+Z in the search reverts typed text', async () => {
    const count = await favoritesNow(stage)
    const search = page.getByRole('searchbox', { name: copy.images.search })
    await search.click()
    await page.keyboard.type('fox')
    await page.keyboard.press('Control+z')
    await expectSoon(() => search.inputValue()).not.toBe('fox')
    expect(await favorites()).toBe(count)
    await search.fill('')
  })
})

deepOnly(() => {
  it('the keys of every screen open it and return', async () => {
    const heading = () => page.getByRole('heading', { level: 1 }).innerText()
    await pressInGrid(page, 'Control+2')
    await expectSoon(heading).toBe(copy.frame.projects)
    await page.keyboard.press('Control+Shift+Y')
    await expectSoon(heading).toBe(copy.frame.activity)
    await page.keyboard.press('Control+h')
    await expectSoon(() =>
      page.getByRole('tab', { name: copy.activity.tabNames.history }).getAttribute('aria-selected')
    ).toBe('true')
    await page.keyboard.press('Control+1')
    await expectSoon(heading).toBe(copy.frame.allImages)
    await page.keyboard.press('Control+n')
    await page.getByRole('dialog', { name: copy.create.newImage }).waitFor()
    await page.keyboard.press('Escape')
  })
})

it('no errors were logged', () => {
  expect(stage.bugs()).toEqual([])
})
