/** Renaming: the field over a tile, what it refuses, and that the name reaches the service and comes back by Undo. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pressInGrid, readTiles, tileAt, undoOf } from '../../drivers/user.ts'
import { isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { serviceIds } from './library-file.ts'
import { openStage, type Stage } from '../../drivers/stage.ts'
import { soon } from './soon.ts'

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: 60, seed: 5 })
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())
afterEach(() => stage.service.change({ answerDelayMs: 0, faults: null }))

const panel = () => page.getByRole('dialog', { name: 'Rename image' })
const field = () => panel().getByRole('textbox', { name: 'Name' })
const tile = async (place: number) => (await readTiles(page)).find((one) => one.place === place)
const shownName = async (place: number) => tileAt(page, place).locator('bdi').first().innerText()
/** The name that the service has for the record on a tile. */
async function nameThere(place: number): Promise<string | null | undefined> {
  const record = (await tile(place))?.record ?? 0
  return stage.service.truth.images.get(serviceIds(stage.profile).get(record) ?? 0)?.name
}

async function startRename(place: number): Promise<void> {
  await tileAt(page, place).click()
  await pressInGrid(page, 'F2')
  await field().waitFor()
}

describe('renaming an image', () => {
  it('F2 puts its name into a field, all of it chosen; Enter saves, and the grid has the keys again', async () => {
    stage.hold('changes', 0)
    const before = await shownName(3)
    await startRename(3)
    expect(await field().inputValue()).toBe(before)
    await page.keyboard.type('Fox and crow')
    await page.keyboard.press('Enter')
    await soon(() => shownName(3)).toBe('Fox and crow')
    expect(await tile(3)).toMatchObject({ mark: 'waiting' })
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
    stage.release()
    await soon(() => nameThere(3)).toBe('Fox and crow')
    await waitForStatus(page, isUpToDate)
    await soon(async () => (await tile(3))?.mark).toBe('none')
  })

  it('Esc leaves the name as it is', async () => {
    const before = await shownName(4)
    await startRename(4)
    await page.keyboard.type('Something else')
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    expect(await shownName(4)).toBe(before)
  })

  it('no name is refused with a sentence, and the field stays', async () => {
    await startRename(4)
    await field().fill('   ')
    await page.keyboard.press('Enter')
    await soon(() => panel().innerText()).toContain('Enter a name')
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
  })

  it('Enter that ends a composition is part of the name', async () => {
    await startRename(4)
    await field().evaluate((input) =>
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))
    )
    expect(await panel().count()).toBe(1)
    await page.keyboard.press('Escape')
  })

  it('editing keys and single keys stay in the text', async () => {
    await startRename(4)
    await field().fill('Fox')
    await page.keyboard.type('f. x')
    expect(await field().inputValue()).toBe('Foxf. x')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Escape')
    expect(await page.locator('[data-holds-window]').count()).toBe(0)
  })

  it('going on elsewhere keeps what was typed; Undo of the toast brings the earlier name back', async () => {
    const before = await shownName(5)
    await startRename(5)
    await field().fill('Neon harbour')
    await tileAt(page, 7).click()
    await soon(() => shownName(5)).toBe('Neon harbour')
    await soon(() => nameThere(5)).toBe('Neon harbour')
    await undoOf(page, 'Renamed to “Neon harbour”').click()
    await soon(() => shownName(5)).toBe(before)
    await soon(() => nameThere(5)).toBe(before)
  })

  it('several chosen: says that one at a time can be renamed', async () => {
    await tileAt(page, 1).click()
    await tileAt(page, 3).click({ modifiers: ['Shift'] })
    await pressInGrid(page, 'F2')
    await page.getByText('One image at a time can be renamed').waitFor()
    expect(await panel().count()).toBe(0)
    await pressInGrid(page, 'Escape')
  })

  it('nothing of it is a bug', () => {
    expect(stage.bugs()).toEqual([])
  })
})
