/**
 * The key store of the computer in every bad state: the window reports it, prompts for nothing automatically, and the
 * library works.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSentence, failureSentence } from '../../src/copy/failures.ts'
import { copy } from '../../src/copy/language.ts'
import { emptyKeyring, lockKeyring, NO_KEYRING, silenceKeyring } from '../../drivers/keyring.ts'
import { pressInGrid } from '../../drivers/user.ts'
import { ask, isUpToDate, readStatus, waitForStatus } from '../../drivers/window-bridge.ts'
import { withPreload } from '../../drivers/preloads/preload.ts'
import { IMAGES_KEY, PROJECTS_KEY, openStage, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: 40, projects: 3, seed: 3 })
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())

const expectSaid = (text: string | RegExp): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor()

/** Adds or removes all favorites: the library accepts the changes although nothing can be sent. */
async function toggleAll(): Promise<void> {
  const favorite = [...stage.service.truth.images.values()].some((image) => !image.favorite)
  await pressInGrid(page, 'Control+a', favorite ? 'f' : 'Shift+f')
  await expectSoon(async () => (await readStatus(page)).waiting).toBeGreaterThan(0)
}

async function reopen(env: NodeJS.ProcessEnv = {}): Promise<void> {
  await stage.quit()
  page = await stage.open({ env })
}

describe.runIf(process.platform === 'linux')('a key store', () => {
  it.each([
    [
      'denies access',
      () => reopen(withPreload('denying-key-store')),
      `${copy.keychain.denied}.`,
      copy.keychain.tryAgain
    ],
    ['is no longer available', () => reopen(NO_KEYRING), `${copy.banners.keyUnreadable}.`, copy.banners.enterKey]
  ])('that %s is reported, and the library works', async (_what, open, sentence, step) => {
    await open()
    await expectSaid(sentence)
    await page.getByRole('button', { name: step, exact: true }).waitFor()
    await toggleAll()
  })

  it('that does not respond blocks nothing, and is retried only by the user', async () => {
    const resume = await silenceKeyring(stage.keyring)
    try {
      await reopen()
      await page.getByRole('gridcell').first().waitFor()
      await expectSaid(asSentence(copy.keychain.silent))
      await toggleAll()
      // The previous request is still pending, and this one waits for it.
      await page.getByRole('button', { name: copy.keychain.tryAgain }).click()
    } finally {
      resume()
    }
    await waitForStatus(page, isUpToDate)
  })

  it('that is emptied while the app runs does not interrupt it; the next start requests the key', async () => {
    await emptyKeyring(stage.keyring)
    // Otherwise all changes could be sent between two polls.
    stage.hold('changes', 0)
    await toggleAll()
    stage.release()
    await waitForStatus(page, isUpToDate)
    await reopen()
    await expectSaid(asSentence(copy.banners.keyLocked))
    await page.getByRole('button', { name: copy.banners.enterKey }).click()
    const dialog = page.locator('[role=dialog][data-holds-window]')
    await dialog.getByLabel(copy.connect.key).fill(IMAGES_KEY)
    await dialog.getByRole('button', { name: copy.newKey.save }).click()
    await dialog.waitFor({ state: 'detached' })
    await ask(page, 'replaceKey', { group: 'projects', key: PROJECTS_KEY, keep: 'keychain' })
    await waitForStatus(page, isUpToDate)
  })

  it('that is locked accepts a key until quit, and reports that it could not be saved', async () => {
    await lockKeyring(stage.keyring)
    await reopen()
    await expectSaid(asSentence(copy.banners.keyLocked))
    await toggleAll()
    await page.getByRole('button', { name: copy.banners.enterKey }).click()
    const dialog = page.locator('[role=dialog][data-holds-window]')
    await dialog.getByLabel(copy.connect.key).fill(IMAGES_KEY)
    await dialog.getByRole('button', { name: copy.newKey.save }).click()
    await dialog.getByText(failureSentence({ code: 'keychain-locked' }, 'images').headline).waitFor()
    await dialog.getByRole('button', { name: copy.keychain.keepUntilQuit }).click()
    await dialog.waitFor({ state: 'detached' })
    await waitForStatus(page, ({ images, waiting }) => images.state === 'up-to-date' && waiting === 0)
    expect(stage.bugs()).toEqual([])
  })
})
