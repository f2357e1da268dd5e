/** Changes by a user through visible names: rename, create, delete, and enter a key. */
import type { Page } from 'playwright-core'
import { focusGrid, tileAt, undoOf } from './user.ts'

/** Selects only the tile at a 1-based position, and focuses the grid. */
async function chooseTile(page: Page, place: number): Promise<void> {
  await tileAt(page, place).click()
  await focusGrid(page)
}

/** Renames with F2; resolves when the field has closed. */
export async function renameByTyping(page: Page, place: number, name: string): Promise<void> {
  await chooseTile(page, place)
  await page.keyboard.press('F2')
  const field = page.getByRole('dialog', { name: 'Rename image' }).getByLabel('Name')
  await field.fill(name)
  await field.press('Enter')
  await field.waitFor({ state: 'detached' })
}

/** Deletes one image; resolves when the window reports it. */
export async function deleteByKey(page: Page, place: number): Promise<void> {
  await chooseTile(page, place)
  await page.keyboard.press('Delete')
  await undoButton(page).waitFor()
}

/** Undoes the reported deletion. */
export async function undoDeletion(page: Page): Promise<void> {
  await undoButton(page).click()
}

const undoButton = (page: Page) => undoOf(page, /^Deleting /)

export interface TypedImage {
  readonly name: string
  readonly description: string
  /** Label: "512×512". */
  readonly resolution: string
}

/** Creates an image with the required fields; resolves when the form has closed. */
export async function createByTyping(page: Page, { name, description, resolution }: TypedImage): Promise<void> {
  await page.getByRole('button', { name: 'New image' }).click()
  const form = page.getByRole('dialog', { name: 'New image' })
  await form.getByLabel(/^Name/).fill(name)
  await form.getByLabel(/^Prompt/).fill(description)
  await form.getByRole('button', { name: resolution, exact: true }).click()
  await form.getByRole('button', { name: /^Create( when online)?$/ }).click()
  await form.waitFor({ state: 'detached' })
}

/** Enters a new key from the banner. */
export async function enterNewKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Enter new key' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Enter a new key/ })
  await dialog.getByLabel(/^API key/).fill(key)
  await dialog.getByRole('button', { name: 'Save key' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Deletes a project with its menu, and confirms. */
export async function deleteProjectByMenu(page: Page, project: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Library' })
    .getByRole('button', { name: /^Projects/ })
    .click()
  await page.getByRole('button', { name: `Actions for ${project}` }).click()
  await page.getByRole('menuitem', { name: 'Delete project…' }).click()
  const question = page.locator('[data-holds-window]')
  await question.getByRole('button', { name: 'Delete project' }).click()
  await question.waitFor({ state: 'detached' })
}

/** Retries the first change that needs attention, and confirms. */
export async function sendAgainByHand(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+y')
  await page.getByRole('tab', { name: /^Needs attention/ }).click()
  await page
    .getByRole('button', { name: /^(Send again|Retry)/ })
    .first()
    .click()
  const question = page.locator('[data-holds-window]')
  await question.waitFor()
  await question.getByRole('button').filter({ hasNotText: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
}
