/**
 * When nothing in the library identifies the account of a key, the user is asked, and nothing is sent before the
 * answer.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureSentence } from '../../src/copy/failures.ts'
import { copy } from '../../src/copy/language.ts'
import { statusText } from '../../drivers/user.ts'
import { ask, isUpToDate, readStatus, waitForStatus } from '../../drivers/window-bridge.ts'
import { FORM } from '../helpers/create-form.ts'
import { openStage, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: 0, projects: 2, seed: 3 })
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())

const creates = () =>
  stage.service.log.filter(({ method, status }) => method === 'POST' && status !== null && status < 300).length

/** Creates a pending image, and then replaces the key by this one. */
async function replaceKeyWhileWaiting(key: string): Promise<void> {
  await ask(page, 'setPaused', { isPaused: true })
  await ask(page, 'createImage', { form: FORM })
  stage.service.change({ imagesKey: key })
  await ask(page, 'replaceKey', { group: 'images', key, keep: 'keychain' })
  await ask(page, 'setPaused', { isPaused: false })
  await page.getByText(failureSentence({ code: 'owner-unclear' }, 'images').headline).waitFor()
}

const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

describe('a key of an unknown account, in a library without records', () => {
  it('belongs to another account if the user says so, also after a restart', async () => {
    await replaceKeyWhileWaiting('sk-of-somebody-else-1')
    expect(await statusText(page)).toBe(copy.status.needsAnswer)
    await press(copy.banners.otherAccount)
    await page.getByText(copy.failures.otherAccount.headline).waitFor()
    await stage.quit()
    page = await stage.open()
    await page.getByText(copy.failures.otherAccount.headline).waitFor()
    expect([creates(), (await readStatus(page)).waiting]).toEqual([0, 1])
  })

  it('sends pending changes if it belongs to the same account', async () => {
    const key = 'sk-renewed-of-the-same-2'
    stage.service.change({ imagesKey: key })
    await ask(page, 'replaceKey', { group: 'images', key, keep: 'keychain' })
    await press(copy.banners.sameAccount)
    await waitForStatus(page, isUpToDate)
    await expectSoon(creates).toBe(1)
    await expectSoon(() => page.getByText(failureSentence({ code: 'owner-unclear' }, 'images').headline).count()).toBe(
      0
    )
  })
})
