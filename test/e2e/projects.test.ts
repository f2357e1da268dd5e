/** Projects: a row can be copied or deleted; deleting is asked about, sent once, and never touches the images. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sidebarCount, sidebarRow } from '../../drivers/user.ts'
import { isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { openStage, type Stage } from '../../drivers/stage.ts'
import { soon } from './soon.ts'

const PROJECTS = 12

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: 40, projects: PROJECTS, seed: 4 })
  page = await stage.open()
  await stage.connect()
  await sidebarRow(page, 'Projects').click()
  await table().waitFor()
})
afterAll(() => stage.close())
afterEach(() => stage.service.change({ faults: null }))

const table = () => page.getByRole('grid', { name: 'Projects of the service' })
const nameCell = (row: number) => table().locator(`[data-cell="${row}-0"]`)
const nameAt = (row: number) => nameCell(row).locator('bdi').innerText()
const rowMenu = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })
/** A question that holds the window; messages are dialogs to assistive technology, too. */
const dialog = () => page.locator('[data-holds-window]')
const deletes = () => stage.service.log.filter(({ method }) => method === 'DELETE').length
const isThere = (name: string) => stage.service.truth.projects.has(name)

describe('looking', () => {
  it('says why nothing can be made or renamed here', async () => {
    await page.getByText('The service offers no way to create, open or rename them.').waitFor()
    expect(await page.getByRole('button', { name: /new|open|rename/i }).count()).toBe(0)
  })

  it('arrows go from cell to cell and over the button of a row; Ctrl+F leads to the search', async () => {
    await nameCell(1).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-cell'))
    await soon(focused).toBe('2-4')
    await page.keyboard.press('ArrowDown')
    await soon(focused).toBe('3-4')
    expect(await page.getByRole('menu').count()).toBe(0)
    await page.keyboard.press('Control+f')
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('searchbox')
  })
})

describe('deleting', () => {
  it('is asked about, with what goes too; Enter and Esc delete nothing', async () => {
    const name = await nameAt(2)
    const { reports } = stage.service.truth.projects.get(name) ?? { reports: 0 }
    await rowMenu(name).click()
    await page.getByRole('menuitem', { name: 'Delete project…' }).click()
    await page.getByRole('heading', { name: `Delete project “${name}”?` }).waitFor()
    const text = await dialog().innerText()
    expect(text).toContain(`(${reports} ${reports === 1 ? 'report' : 'reports'})`)
    expect(text).toContain('cannot be undone')
    await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await nameCell(2).click()
    await page.keyboard.press('Delete')
    await dialog().waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('2-0')
    expect(isThere(name)).toBe(true)
  })

  it('is sent once, and the row goes when the service has done it', async () => {
    const [name, next] = [await nameAt(2), await nameAt(3)]
    stage.service.clearLog()
    await nameCell(2).click()
    await page.keyboard.press('Delete')
    await dialog().getByRole('button', { name: 'Delete project' }).click()
    await page.getByText(`Deleting project “${name}”`).waitFor()
    await soon(() => isThere(name)).toBe(false)
    await soon(() => nameAt(2)).toBe(next)
    await waitForStatus(page, isUpToDate)
    expect(deletes()).toBe(1)
    await soon(() => sidebarCount(page, 'Projects')).toBe(PROJECTS - 1)
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('2-0')
  })

  it('without an answer it is looked up, not sent again, and the row says what it waits for', async () => {
    const name = await nameAt(3)
    stage.service.clearLog()
    stage.service.change({ faults: ({ method }) => (method === 'DELETE' ? { kind: 'drop-after' } : null) })
    await rowMenu(name).click({ force: true })
    await page.getByRole('menuitem', { name: 'Delete project…' }).click()
    await dialog().getByRole('button', { name: 'Delete project' }).click()
    await soon(() => sidebarCount(page, 'Projects')).toBe(PROJECTS - 2)
    await waitForStatus(page, isUpToDate)
    expect(deletes()).toBe(1)
    expect(isThere(name)).toBe(false)
  })

  it('offline it waits in its row and says so; images go on as before', async () => {
    const name = await nameAt(1)
    await stage.service.close()
    await nameCell(1).click()
    await page.keyboard.press('Delete')
    await dialog().getByRole('button', { name: 'Delete project' }).click()
    await soon(() => nameCell(1).innerText()).toContain('Waiting to be deleted')
    await rowMenu(name).click({ force: true })
    await page.getByText('It is about to be deleted already').waitFor()
    await page.keyboard.press('Escape')
    await sidebarRow(page, 'All images').click()
    await page.getByRole('gridcell').first().waitFor()
    await sidebarRow(page, 'Projects').click()
    await stage.service.restart()
    await page.keyboard.press('F5')
    await soon(() => isThere(name)).toBe(false)
    await waitForStatus(page, isUpToDate)
  })

  it('nothing of it is a bug', () => {
    expect(stage.bugs()).toEqual([])
  })
})
