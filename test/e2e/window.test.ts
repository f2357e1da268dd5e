/** Closing the window: data that the page has not passed on yet is never lost, and no page blocks the close. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copy } from '../../src/copy/language.ts'
import { chosenShell } from '../../drivers/chosen-shell.ts'
import { pressInGrid, tileAt } from '../../drivers/user.ts'
import { ask } from '../../drivers/window-bridge.ts'
import { controlOf, openStage, readLog, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'

/** A page that hangs gets half a second, the final writes of main get up to three; the rest is for a busy machine. */
const CLOSED_WITHIN_MS = 10_000

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: 60, seed: 12 })
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())
beforeEach(async () => {
  await tileAt(page, 1).waitFor()
})

const tileWidth = async () => (await tileAt(page, 1).boundingBox())?.width ?? 0
const sheet = () => page.getByRole('dialog', { name: copy.create.newImage })
const namesThere = () => [...stage.service.truth.images.values()].map(({ name }) => name)
const info = () => page.getByRole('group', { name: copy.images.info })

/** Every method of ending the app that still reaches its page. */
const CLOSE_METHODS: readonly { readonly method: string; readonly end: () => Promise<unknown> }[] = [
  { method: 'a termination signal', end: () => stage.quit() },
  { method: 'Quit', end: () => closeWith(() => ask(page, 'quit', null)) },
  chosenShell() === 'host'
    ? { method: 'the close button of the window', end: () => closeWith(() => controlOf(stage)('closeWindow', null)) }
    : // Electron offers no access to its window's button from outside; the page's own close takes the same path.
      { method: 'the close of the page', end: () => closeWith(() => page.evaluate(() => window.close())) }
]

/** Resolves when the process has ended, whatever happens to a pending response. */
async function closeWith(close: () => Promise<unknown>): Promise<void> {
  const { exited } = stage.app()
  close().catch(() => undefined)
  expect(await exited).toBe(0)
  await stage.quit()
}

/** Requests that were rejected because they came too late. A tile's late request for its picture is not a loss. */
const lateRequests = () =>
  readLog(stage.profile).filter(
    (line) => /"(late-request|foreign-sender)"/.test(line) && !line.includes('getPictureInfo')
  )

describe.each(CLOSE_METHODS)('a window closed by $method', ({ method, end }) => {
  it('keeps changes of the moment before', async () => {
    const before = await tileWidth()
    const isLarge = before > 150
    const typed = `In the middle of a word, by ${method}`
    if ((await sheet().count()) === 0)
      await page.getByRole('button', { name: copy.create.newImage, exact: true }).click()
    await pressInGrid(page, ...(isLarge ? ['-', '-'] : ['+', '+']))
    await sheet().getByLabel(copy.create.name).fill(typed)
    await end()
    page = await stage.open()
    await sheet().waitFor()
    expect(await sheet().getByLabel(copy.create.name).inputValue()).toBe(typed)
    await expectSoon(async () => (await tileWidth()) < before).toBe(isLarge)
    expect(lateRequests()).toEqual([])
  })
})

it('a half-typed name in the inspector is saved as if its field lost the focus', async () => {
  // The form covers the panel.
  await sheet().getByRole('button', { name: copy.create.cancel }).click()
  await tileAt(page, 1).click()
  await info().getByRole('heading', { level: 2 }).click()
  await info().getByRole('textbox', { name: copy.inspector.name }).fill('Named before closing')
  await stage.quit()
  page = await stage.open()
  await expectSoon(namesThere).toContain('Named before closing')
})

it('a page that hangs is closed nevertheless', async () => {
  await page.evaluate(() => {
    setTimeout(() => {
      for (;;);
    })
  })
  const asked = Date.now()
  await stage.quit()
  expect(Date.now() - asked).toBeLessThan(CLOSED_WITHIN_MS)
  page = await stage.open()
  await tileAt(page, 1).waitFor()
})

it('no errors were logged', () => {
  expect(stage.bugs()).toEqual([])
})
