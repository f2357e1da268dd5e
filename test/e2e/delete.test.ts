/** Deleting: the confirmation, what leaves the grid, the next focus, and that nothing is sent before its time. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { copy } from '../../src/copy/language.ts'
import { imageDeletion } from '../../drivers/user-changes.ts'
import { ANY, COUNT, pattern } from '../../drivers/pattern.ts'
import { MENU_COMMANDS } from '../../src/shared/menu-command.ts'
import { hostOnly } from '../../drivers/chosen-shell.ts'
import { pressInGrid, readTiles, sidebarCount, sidebarRow, tileAt, undoOf } from '../../drivers/user.ts'
import { ask, isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { serviceIds } from './library-file.ts'
import { controlOf, openStage, PATIENCE_MS, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'
import { deepOnly } from '../helpers/depth.ts'
import { NO_FACETS } from '../../src/shared/image.ts'

const TOTAL = 90

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: TOTAL, seed: 6 })
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())
afterEach(() => stage.service.change({ faults: null }))

/** A modal question; messages are dialogs to assistive technology, too. */
const dialog = () => page.locator('[data-holds-window]')
/** Matches the report that several images are deleted, and that any are. */
const severalDeletions = (images: number): RegExp =>
  pattern(copy.deletion.started({ images, projects: 0, name: null, wait: ANY }))
const anyDeletion = (): RegExp => new RegExp(`${imageDeletion().source}|${severalDeletions(COUNT).source}`)
const focusedText = () => page.evaluate(() => document.activeElement?.textContent)
const focusedRecord = () =>
  page.evaluate(() => {
    const active = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
    return Number(document.getElementById(active)?.dataset['record'] ?? 0)
  })
const recordAt = async (place: number) => (await readTiles(page)).find((tile) => tile.place === place)?.record ?? 0
const records = async () => (await readTiles(page)).map(({ record }) => record)
/** Name at the service. */
const nameOf = (record: number) =>
  stage.service.truth.images.get(serviceIds(stage.profile).get(record) ?? 0)?.name ?? ''
const sentDeletes = () => stage.service.log.filter(({ method }) => method === 'DELETE').length
const existsThere = (record: number) => stage.service.truth.images.has(serviceIds(stage.profile).get(record) ?? 0)
const shownCount = () => sidebarCount(page, copy.frame.allImages)
/** The total after all grace periods. */
async function wholeCount(): Promise<number> {
  const { size } = stage.service.truth.images
  await expectSoon(shownCount).toBe(size)
  return size
}

/** The grid moves its focus a frame later; before that the test would act on the wrong tile. */
async function goToFirst(): Promise<void> {
  await pressInGrid(page, 'Control+Home')
  await expectSoon(async () => (await focusedRecord()) === (await recordAt(1))).toBe(true)
  await expectSoon(() => page.getByRole('grid', { name: copy.images.grid }).evaluate((grid) => grid.scrollTop)).toBe(0)
}

/** Position of the element after the tiles of that position have appeared, two frames later. */
async function scrollAndSettle(element: Element, to: number): Promise<number> {
  element.scrollTop = to
  for (let frame = 0; frame < 2; frame += 1) await new Promise((settle) => requestAnimationFrame(settle))
  return element.scrollTop
}

async function choose(from: number, to: number): Promise<void> {
  await tileAt(page, from).click()
  if (to !== from) await tileAt(page, to).click({ modifiers: ['Shift'] })
}

describe('one image', () => {
  it('deletes one per press, however long the key is held down', async () => {
    const count = await wholeCount()
    await choose(5, 5)
    await page.getByRole('grid', { name: copy.images.grid }).focus()
    // Each further event is a key repeat.
    for (let times = 0; times < 8; times += 1) await page.keyboard.down('Delete')
    await page.keyboard.up('Delete')
    await page.getByText(imageDeletion()).waitFor()
    await expectSoon(shownCount).toBe(count - 1)
    await undoOf(page, imageDeletion()).click()
    await wholeCount()
  })

  it('in succession shows one message, whose Undo restores all of them', async () => {
    const count = await wholeCount()
    stage.service.clearLog()
    await choose(3, 3)
    for (const left of [1, 2, 3]) {
      await pressInGrid(page, 'Delete')
      await expectSoon(shownCount).toBe(count - left)
    }
    await page.getByText(severalDeletions(3)).waitFor()
    expect(await page.getByText(anyDeletion()).count()).toBe(1)
    await undoOf(page, severalDeletions(3)).click()
    await expectSoon(shownCount).toBe(count)
    await expectSoon(() => page.getByText(anyDeletion()).count()).toBe(0)
    expect(sentDeletes()).toBe(0)
  })

  it('leaves the grid without a question, the next one gets the focus, and Undo restores it', async () => {
    const [gone, next] = [await recordAt(3), await recordAt(4)]
    const count = await wholeCount()
    stage.service.clearLog()
    await choose(3, 3)
    await pressInGrid(page, 'Delete')
    await page.getByText(imageDeletion()).waitFor()
    expect(await dialog().count()).toBe(0)
    await expectSoon(records).not.toContain(gone)
    await expectSoon(focusedRecord).toBe(next)
    await expectSoon(shownCount).toBe(count - 1)
    await undoOf(page, imageDeletion()).click()
    await expectSoon(() => recordAt(3)).toBe(gone)
    await expectSoon(focusedRecord).toBe(gone)
    await expectSoon(shownCount).toBe(count)
    expect(sentDeletes()).toBe(0)
  })

  it('is sent after its grace period, with a message', async () => {
    const gone = await recordAt(2)
    stage.service.clearLog()
    await choose(2, 2)
    await pressInGrid(page, 'Delete')
    await expectSoon(records).not.toContain(gone)
    expect(existsThere(gone)).toBe(true)
    expect(sentDeletes()).toBe(0)
    await expectSoon(() => existsThere(gone)).toBe(false)
    expect(sentDeletes()).toBe(1)
    await waitForStatus(page, isUpToDate)
    await expectSoon(shownCount).toBe(stage.service.truth.images.size)
    await pressInGrid(page, 'Control+z')
    await expectSoon(() =>
      page.getByText(pattern(copy.commands.nothingToUndo, copy.commands.undone(ANY))).count()
    ).toBeGreaterThan(0)
    expect(existsThere(gone)).toBe(false)
  })

  deepOnly(() => {
    it('offers a new image from the same form after it was sent, and makes none automatically', async () => {
      const gone = await recordAt(2)
      const name = nameOf(gone)
      stage.service.clearLog()
      await choose(2, 2)
      await pressInGrid(page, 'Delete')
      await expectSoon(() => existsThere(gone)).toBe(false)
      await page.getByRole('button', { name: copy.commands.createAgain }).click()
      const sheet = page.getByRole('dialog', { name: copy.create.newImage })
      await expectSoon(() => sheet.getByLabel(copy.create.name).inputValue()).toBe(name)
      await sheet.getByRole('button', { name: copy.create.clearDraft }).click()
      await sheet.getByRole('button', { name: copy.commands.cancel }).click()
      await sheet.waitFor({ state: 'detached' })
      expect(stage.service.log.filter(({ method }) => method === 'POST')).toEqual([])
    })

    it('the last one: the new last one gets the focus', async () => {
      const count = await wholeCount()
      await pressInGrid(page, 'Control+End')
      await expectSoon(async () => [await recordAt(count), await recordAt(count - 1)]).not.toContain(0)
      const [last, newLast] = [await recordAt(count), await recordAt(count - 1)]
      await pressInGrid(page, 'Delete')
      await expectSoon(focusedRecord).toBe(newLast)
      await pressInGrid(page, 'Control+z')
      await expectSoon(focusedRecord).toBe(last)
      await goToFirst()
    })

    it('keeps scroll position and selection', async () => {
      const grid = page.getByRole('grid', { name: copy.images.grid })
      const before = 700
      expect(await grid.evaluate(scrollAndSettle, before)).toBe(before)
      const mounted = await readTiles(page)
      const place = mounted[Math.floor(mounted.length / 2)]?.place ?? 0
      const kept = await recordAt(place)
      await tileAt(page, place).click()
      await tileAt(page, place + 1).click({ button: 'right' })
      await page.getByRole('menuitem', { name: copy.commands.delete }).click()
      await page.getByText(imageDeletion()).first().waitFor()
      expect(await grid.evaluate((element) => element.scrollTop)).toBe(before)
      const selected = (await readTiles(page)).filter(({ isSelected }) => isSelected)
      expect(selected.map(({ record }) => record)).toEqual([kept])
      await pressInGrid(page, 'Control+z', 'Escape')
      await goToFirst()
    })
  })
})

describe('several', () => {
  it('are deleted with the button, and Ctrl+Z restores all of them', async () => {
    const before = await records()
    const count = await wholeCount()
    stage.service.clearLog()
    await choose(1, 5)
    await pressInGrid(page, 'Delete')
    await dialog()
      .getByRole('button', { name: copy.deletion.button(5) })
      .click()
    await page.getByText(severalDeletions(5)).waitFor()
    await expectSoon(shownCount).toBe(count - 5)
    await expectSoon(focusedRecord).toBe(before[5])
    await pressInGrid(page, 'Control+z')
    await expectSoon(shownCount).toBe(count)
    await expectSoon(async () => (await records()).slice(0, 5)).toEqual(before.slice(0, 5))
    await page.getByText(copy.commands.undone(copy.batches.asked.delete(5, null))).waitFor()
    expect(sentDeletes()).toBe(0)
  })
})

describe('a kill in the grace period', () => {
  it('cancels nothing and sends nothing early: the grace period restarts, and undo still works', async () => {
    const gone = await recordAt(1)
    stage.service.clearLog()
    await choose(1, 1)
    await pressInGrid(page, 'Delete')
    await expectSoon(records).not.toContain(gone)
    await stage.kill()
    page = await stage.open()
    await page.getByRole('grid', { name: copy.images.grid }).waitFor()
    await expectSoon(() => sidebarCount(page, copy.frame.waiting)).toBe(1)
    expect(sentDeletes()).toBe(0)
    expect(await records()).not.toContain(gone)
    await sidebarRow(page, copy.frame.allImages).click()
    await pressInGrid(page, 'Control+z')
    await expectSoon(() => recordAt(1)).toBe(gone)
    await expectSoon(() => sidebarCount(page, copy.frame.waiting)).toBe(0)
    expect(existsThere(gone)).toBe(true)
    expect(sentDeletes()).toBe(0)
  })
})

deepOnly(() => {
  describe('in the full view', () => {
    it('the next image replaces the deleted one, and Undo returns to it', async () => {
      const [gone, next] = [await recordAt(2), await recordAt(3)]
      const name = (place: number) => tileAt(page, place).locator('bdi').first().innerText()
      const [goneName, nextName] = [await name(2), await name(3)]
      const title = () => page.locator('[data-cover] h1').innerText()
      await choose(2, 2)
      await pressInGrid(page, 'Enter')
      await expectSoon(title).toBe(goneName)
      await page.keyboard.press('Delete')
      await expectSoon(title).toBe(nextName)
      await page.keyboard.press('Control+z')
      await expectSoon(title).toBe(goneName)
      await page.keyboard.press('F2')
      await expectSoon(() =>
        page.getByRole('dialog', { name: copy.renaming.title }).getByRole('textbox').inputValue()
      ).toBe(goneName)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expectSoon(() => page.locator('[data-cover]').count()).toBe(0)
      await expectSoon(async () => [await recordAt(2), await recordAt(3)]).toEqual([gone, next])
      await pressInGrid(page, 'Escape')
    })
  })
})

describe('a create that was never sent', () => {
  it('is a draft: confirmed because of its prompt, and discarded without a request to the service', async () => {
    const count = await wholeCount()
    await stage.service.close()
    await ask(page, 'createImage', {
      form: { name: 'Pear', description: 'A pear', resolution: '256x256', ...NO_FACETS }
    })
    await expectSoon(shownCount).toBe(count + 1)
    await sidebarRow(page, copy.frame.waiting).click()
    await expectSoon(() => tileAt(page, 1).locator('bdi').first().innerText()).toBe('Pear')
    await choose(1, 1)
    await pressInGrid(page, 'Delete')
    await page.getByRole('heading', { name: copy.deletion.draftTitle }).waitFor()
    expect(await focusedText()).toBe(copy.commands.cancel)
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await expectSoon(shownCount).toBe(count + 1)
    await pressInGrid(page, 'Delete')
    await dialog().getByRole('button', { name: copy.deletion.discard }).click()
    await expectSoon(shownCount).toBe(count)
    await sidebarRow(page, copy.frame.allImages).click()
    stage.service.clearLog()
    await stage.service.restart()
    await pressInGrid(page, 'F5')
    await waitForStatus(page, isUpToDate)
    expect(stage.service.log.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

describe('menus', () => {
  hostOnly(() => {
    it('the native menu has every command, and a click on Delete deletes', async () => {
      const host = controlOf(stage)
      const menu = JSON.stringify(await host('readMenu', null))
      for (const command of MENU_COMMANDS) expect(menu).toContain(`"id":"${command}"`)
      const gone = await recordAt(6)
      await choose(6, 6)
      await host('clickMenu', [copy.menu.image, 'delete'])
      await expectSoon(records).not.toContain(gone)
      await expectSoon(async () => JSON.stringify(await host('readMenu', null))).toMatch(
        pattern(`"label":"${copy.undoing.undo(copy.undoing.titles.delete(1, ANY))}`)
      )
      await host('clickMenu', [copy.menu.edit, 'undo'])
      await expectSoon(records).toContain(gone)
    })
  })

  it('no errors were logged', async () => {
    await waitForStatus(page, isUpToDate, PATIENCE_MS)
    expect(stage.bugs()).toEqual([])
  })
})
