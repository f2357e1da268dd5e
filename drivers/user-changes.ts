/** Changes by a user through visible names: rename, create, delete, and enter a key. */
import type { Page } from 'playwright-core'
import { copy } from '../src/copy/language.ts'
import { ANY, COUNT, pattern } from './pattern.ts'
import { focusGrid, sidebarRow, tileAt, undoOf } from './user.ts'

/** Selects only the tile at a 1-based position, and focuses the grid. */
async function chooseTile(page: Page, place: number): Promise<void> {
  await tileAt(page, place).click()
  await focusGrid(page)
}

/** Renames with F2; resolves when the field has closed. */
export async function renameByTyping(page: Page, place: number, name: string): Promise<void> {
  await chooseTile(page, place)
  await page.keyboard.press('F2')
  const field = page.getByRole('dialog', { name: copy.renaming.title }).getByLabel(copy.renaming.name)
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

/** Matches the report that an image is deleted, with or without its name and the time to undo. */
export const imageDeletion = (): RegExp =>
  pattern(
    ...[ANY, null].flatMap((name) =>
      [ANY, null].map((wait) => copy.deletion.started({ images: 1, projects: 0, name, wait }))
    )
  )

const undoButton = (page: Page) => undoOf(page, imageDeletion())

export interface TypedImage {
  readonly name: string
  readonly description: string
  /** Label: "512×512". */
  readonly resolution: string
}

/** Creates an image with the required fields; resolves when the form has closed. */
export async function createByTyping(page: Page, { name, description, resolution }: TypedImage): Promise<void> {
  await page.getByRole('button', { name: copy.create.newImage }).click()
  const form = page.getByRole('dialog', { name: copy.create.newImage })
  await form.getByLabel(copy.create.name).fill(name)
  await form.getByLabel(copy.create.prompt).fill(description)
  await form.getByRole('button', { name: resolution, exact: true }).click()
  await form.getByRole('button', { name: pattern(copy.create.create, copy.create.createLater) }).click()
  await form.waitFor({ state: 'detached' })
}

/** Enters a new key from the banner. */
export async function enterNewKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: copy.banners.enterNewKey }).first().click()
  const dialog = page.getByRole('dialog', {
    name: pattern(copy.newKey.titleShared, copy.newKey.title.images, copy.newKey.title.projects)
  })
  await dialog.getByLabel(pattern(copy.connect.key, copy.connect.projectsKey)).fill(key)
  await dialog.getByRole('button', { name: copy.newKey.save }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Deletes a project with its menu, and confirms. */
export async function deleteProjectByMenu(page: Page, project: string): Promise<void> {
  await sidebarRow(page, copy.frame.projects).click()
  await page.getByRole('button', { name: copy.projects.actionsFor(project) }).click()
  await page.getByRole('menuitem', { name: copy.projects.delete }).click()
  const question = page.locator('[data-holds-window]')
  await question.getByRole('button', { name: copy.projects.deleteNow }).click()
  await question.waitFor({ state: 'detached' })
}

/** Retries the first change that needs attention, and confirms. */
export async function sendAgainByHand(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+y')
  await page.getByRole('tab', { name: copy.activity.tabNames['needs-attention'] }).click()
  const { retry, 'send-again': sendAgain } = copy.needs.repairActions
  await page
    .getByRole('button', { name: pattern(...[1, COUNT].flatMap((count) => [sendAgain(count), retry(count)])) })
    .first()
    .click()
  const question = page.locator('[data-holds-window]')
  await question.waitFor()
  await question.getByRole('button').filter({ hasNotText: copy.activity.cancel }).click()
  await question.waitFor({ state: 'detached' })
}
