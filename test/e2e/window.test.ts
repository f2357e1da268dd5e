/** The window's end: what the page has not handed over yet goes with no close, and no page holds a close up. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chosenShell } from '../../drivers/chosen-shell.ts'
import { pressInGrid, tileAt } from '../../drivers/user.ts'
import { ask } from '../../drivers/window-bridge.ts'
import { controlOf, openStage, readLog, type Stage } from '../../drivers/stage.ts'
import { soon } from './soon.ts'

/** A page that hangs has half a second, what main writes at its end up to three; the rest is a busy machine. */
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
const sheet = () => page.getByRole('dialog', { name: 'New image' })
const namesThere = () => [...stage.service.truth.images.values()].map(({ name }) => name)
const info = () => page.getByRole('group', { name: 'Info' })

/** Every way on which an app ends that can still ask its page. */
const WAYS: readonly { readonly way: string; readonly end: () => Promise<unknown> }[] = [
  { way: 'a signal that asks the process to end', end: () => stage.quit() },
  { way: 'Quit', end: () => leaving(() => ask(page, 'quit', null)) },
  chosenShell() === 'host'
    ? { way: 'the close button of the window', end: () => leaving(() => controlOf(stage)('closeWindow', null)) }
    : // Electron offers no way to its window's button from outside; the page's own close goes the same way.
      { way: 'the close of the page', end: () => leaving(() => page.evaluate(() => window.close())) }
]

/** Ends when the process has gone, whatever becomes of an answer on its way. */
async function leaving(close: () => Promise<unknown>): Promise<void> {
  const { exited } = stage.app()
  close().catch(() => undefined)
  expect(await exited).toBe(0)
  await stage.quit()
}

/** Requests that came too late to be let in. What a tile asks about its picture then is no loss. */
const lateWords = () =>
  readLog(stage.profile).filter(
    (line) => /"(late-request|foreign-sender)"/.test(line) && !line.includes('getPictureInfo')
  )

describe.each(WAYS)('a window closed by $way', ({ way, end }) => {
  it('keeps what was changed in the moment before', async () => {
    const before = await tileWidth()
    const isLarge = before > 150
    const typed = `In the middle of a word, by ${way}`
    if ((await sheet().count()) === 0) await page.getByRole('button', { name: 'New image', exact: true }).click()
    await pressInGrid(page, ...(isLarge ? ['-', '-'] : ['+', '+']))
    await sheet().getByLabel('Name').fill(typed)
    await end()
    page = await stage.open()
    await sheet().waitFor()
    expect(await sheet().getByLabel('Name').inputValue()).toBe(typed)
    await soon(async () => (await tileWidth()) < before).toBe(isLarge)
    expect(lateWords()).toEqual([])
  })
})

it('a name that is being typed into the inspector is saved as if its field were left', async () => {
  // The form stands where the panel would.
  await sheet().getByRole('button', { name: 'Cancel' }).click()
  await tileAt(page, 1).click()
  await info().getByRole('heading', { level: 2 }).click()
  await info().getByRole('textbox', { name: 'Name' }).fill('Named at the door')
  await stage.quit()
  page = await stage.open()
  await soon(namesThere).toContain('Named at the door')
})

it('a page that hangs is closed all the same', async () => {
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

it('nothing of all this left a trace of a bug', () => {
  expect(stage.bugs()).toEqual([])
})
