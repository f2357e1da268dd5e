/** What a person does to records, by the names a person sees: rename, create, delete, and give a new key. */
import type { Page } from 'playwright-core'
import { focusGrid, tileAt, undoOf } from './user.ts'

/** Puts the focus on the tile at a 1-based place and selects it alone. */
async function chooseTile(page: Page, place: number): Promise<void> {
  await tileAt(page, place).click()
  await focusGrid(page)
}

/** F2 on a tile, a new name, Enter; ends when the field is gone. */
export async function renameByTyping(page: Page, place: number, name: string): Promise<void> {
  await chooseTile(page, place)
  await page.keyboard.press('F2')
  const field = page.getByRole('dialog', { name: 'Rename image' }).getByLabel('Name')
  await field.fill(name)
  await field.press('Enter')
  await field.waitFor({ state: 'detached' })
}

/** Deletes the one image at this place, without a question; ends when the window says so. */
export async function deleteByKey(page: Page, place: number): Promise<void> {
  await chooseTile(page, place)
  await page.keyboard.press('Delete')
  await undoButton(page).waitFor()
}

/** Takes back the deletion that was just said. */
export async function undoDeletion(page: Page): Promise<void> {
  await undoButton(page).click()
}

const undoButton = (page: Page) => undoOf(page, /^Deleting /)

export interface TypedImage {
  readonly name: string
  readonly description: string
  /** As its label reads: "512×512". */
  readonly resolution: string
}

/** Opens the create form, fills what is required, sends it; ends when the form is gone. */
export async function createByTyping(page: Page, { name, description, resolution }: TypedImage): Promise<void> {
  await page.getByRole('button', { name: 'New image' }).click()
  const form = page.getByRole('dialog', { name: 'New image' })
  await form.getByLabel(/^Name/).fill(name)
  await form.getByLabel(/^Prompt/).fill(description)
  await form.getByRole('button', { name: resolution, exact: true }).click()
  await form.getByRole('button', { name: /^Create( when online)?$/ }).click()
  await form.waitFor({ state: 'detached' })
}

/** Answers the bar that asks for a new key. */
export async function enterNewKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Enter new key' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Enter a new key/ })
  await dialog.getByLabel(/^API key/).fill(key)
  await dialog.getByRole('button', { name: 'Save key' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Opens the projects and deletes one of them by its menu, past the question. */
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

/** Opens what needs the person and sends the first of it again, past its warning. */
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
