/** Renaming: the field over a tile, and that the name reaches the service and comes back by Undo. */
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

  it('nothing of it is a bug', () => {
    expect(stage.bugs()).toEqual([])
  })
})
