/**
 * Projects: a row can be copied or deleted; deleting needs a confirmation, can be undone, is sent once, and never
 * touches the images.
 */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { copy } from '../../src/copy/language.ts'
import { ANY, pattern } from '../../drivers/pattern.ts'
import { dialectOf } from '../../src/reference-service/dialects/dialects.ts'
import { sidebarCount, sidebarRow, undoOf } from '../../drivers/user.ts'
import { isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { openStage, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'

const PROJECTS = 12

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: 40, projects: PROJECTS, seed: 4 })
  page = await stage.open()
  await stage.connect()
  await sidebarRow(page, copy.frame.projects).click()
  await table().waitFor()
})
afterAll(() => stage.close())
afterEach(() => stage.service.change({ faults: null }))

const table = () => page.getByRole('grid', { name: copy.projects.table })
const nameCell = (row: number) => table().locator(`[data-cell="${row}-0"]`)
const nameAt = (row: number) => nameCell(row).locator('bdi').innerText()
const rowMenu = (name: string) => page.getByRole('button', { name: copy.projects.actionsFor(name) })
/** A modal question; messages are dialogs to assistive technology, too. */
const dialog = () => page.locator('[data-holds-window]')
const deletes = () => stage.service.log.filter(({ method }) => method === 'DELETE').length
const leaving = (name: string): RegExp => pattern(copy.deletion.started({ images: 0, projects: 1, name, wait: ANY }))
const isThere = (name: string) => stage.service.truth.projects.has(name)

async function deleteRow(row: number): Promise<string> {
  const name = await nameAt(row)
  stage.service.clearLog()
  await nameCell(row).click()
  await page.keyboard.press('Delete')
  await dialog().getByRole('button', { name: copy.projects.deleteNow }).click()
  await page.getByText(leaving(name)).waitFor()
  return name
}

describe('within its ten seconds', () => {
  it('a deletion is canceled by the Undo of its message, and nothing is sent', async () => {
    const name = await deleteRow(2)
    await expectSoon(() => nameCell(2).innerText()).toContain(copy.projects.waiting)
    await undoOf(page, leaving(name)).click()
    await expectSoon(() => nameCell(2).innerText()).toBe(name)
    await expectSoon(() => sidebarCount(page, copy.frame.waiting)).toBe(0)
    expect([deletes(), isThere(name)]).toEqual([0, true])
  })

  it('a kill cancels nothing and sends nothing early, and Ctrl+Z works after the restart', async () => {
    const name = await deleteRow(2)
    await stage.kill()
    page = await stage.open()
    await sidebarRow(page, copy.frame.projects).click()
    await expectSoon(() => nameCell(2).innerText()).toContain(copy.projects.waiting)
    await page.keyboard.press('Control+z')
    await expectSoon(() => nameCell(2).innerText()).toBe(name)
    await expectSoon(() => sidebarCount(page, copy.frame.waiting)).toBe(0)
    expect([deletes(), isThere(name)]).toEqual([0, true])
  })
})

describe('deleting', () => {
  it('is sent once, and the row disappears when the service has done it', async () => {
    const next = await nameAt(3)
    const name = await deleteRow(2)
    expect(deletes()).toBe(0)
    await expectSoon(() => isThere(name)).toBe(false)
    await expectSoon(() => nameAt(2)).toBe(next)
    await waitForStatus(page, isUpToDate)
    expect(deletes()).toBe(1)
    await expectSoon(() => sidebarCount(page, copy.frame.projects)).toBe(PROJECTS - 1)
    await expectSoon(() => page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('2-0')
  })

  it('without a response it is looked up, not sent again, and the row shows what it waits for', async () => {
    const name = await nameAt(3)
    stage.service.clearLog()
    stage.service.change({ faults: ({ method }) => (method === 'DELETE' ? { kind: 'drop-after' } : null) })
    await rowMenu(name).click({ force: true })
    await page.getByRole('menuitem', { name: copy.projects.delete }).click()
    await dialog().getByRole('button', { name: copy.projects.deleteNow }).click()
    await expectSoon(() => sidebarCount(page, copy.frame.projects)).toBe(PROJECTS - 2)
    await waitForStatus(page, isUpToDate)
    expect(deletes()).toBe(1)
    expect(isThere(name)).toBe(false)
  })

  it('offline it is pending in its row and says so; images work as before', async () => {
    const name = await nameAt(1)
    await stage.service.close()
    await nameCell(1).click()
    await page.keyboard.press('Delete')
    await dialog().getByRole('button', { name: copy.projects.deleteNow }).click()
    await expectSoon(() => nameCell(1).innerText()).toContain(copy.projects.waiting)
    await rowMenu(name).click({ force: true })
    await page.getByRole('menu').getByText(copy.projects.alreadyWaiting).waitFor()
    await page.keyboard.press('Escape')
    await sidebarRow(page, copy.frame.allImages).click()
    await page.getByRole('gridcell').first().waitFor()
    await sidebarRow(page, copy.frame.projects).click()
    await stage.service.restart()
    await page.keyboard.press('F5')
    await expectSoon(() => isThere(name)).toBe(false)
    await waitForStatus(page, isUpToDate)
  })

  it('with a name that the service does not accept is done by its id, and nothing needs attention', async () => {
    stage.service.change({ dialect: dialectOf('standard', { projects: 'by-id' }) })
    const name = await nameAt(2)
    stage.service.clearLog()
    await nameCell(2).click()
    await page.keyboard.press('Delete')
    await dialog().getByRole('button', { name: copy.projects.deleteNow }).click()
    await expectSoon(() => isThere(name)).toBe(false)
    await expectSoon(() => sidebarCount(page, copy.frame.projects)).toBe(PROJECTS - 4)
    await waitForStatus(page, isUpToDate)
    expect(deletes()).toBe(2)
  })

  it('no errors were logged', () => {
    expect(stage.bugs()).toEqual([])
  })
})
