/** “My machine has no keyring.” The app reports it once, in words; the key exists until quit, and nowhere else. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureSentence } from '../../../src/copy/failures.ts'
import { COUNT, pattern } from '../../../drivers/pattern.ts'
import { NO_KEYRING } from '../../../drivers/keyring.ts'
import { favoritesOf, openStage, smallPictures, type Stage } from '../../../drivers/stage.ts'
import { pressInGrid, sidebarCount } from '../../../drivers/user.ts'
import { copy } from '../../../src/copy/language.ts'
import { sweepFolder, sweepProcesses } from '../../helpers/key-sweep.ts'
import { expectSoon } from '../expect-soon.ts'
import { press, expectWords, expectStatus, expectPictures } from './window.ts'

const KEY = 'sk-person-no-keyring-e29c41'

let stage: Stage
let page: Page
/** Number of unsent changes when the program was closed. */
let waiting = 0

const open = async (): Promise<void> => {
  page = await stage.open({ env: NO_KEYRING })
}
const traces = () => [...sweepFolder(stage.profile, [KEY]), ...sweepProcesses(stage.app().pid, [KEY])]
const keyBars = () => page.getByRole('button', { name: copy.banners.enterKey, exact: true }).count()

beforeAll(async () => {
  stage = await openStage({
    pictureFault: smallPictures,
    images: 300,
    projects: 3,
    seed: 4,
    imagesKey: KEY,
    projectsKey: KEY
  })
  await open()
})
afterAll(() => stage.close())

const NO_KEYCHAIN = failureSentence({ code: 'keychain-unavailable' }, 'images')

describe.runIf(process.platform === 'linux')('my machine has no keyring', () => {
  it('I connect, see a message, and choose to keep the key until I quit', async () => {
    await page.getByLabel(copy.connect.imagesAddress).fill(stage.service.imagesUrl)
    await page.getByLabel(copy.connect.key, { exact: true }).fill(KEY)
    await press(page, copy.connect.connect)
    const dialog = page.getByRole('dialog', { name: NO_KEYCHAIN.headline })
    await dialog.getByText(NO_KEYCHAIN.body).waitFor()
    await dialog.getByRole('button', { name: copy.keychain.keepUntilQuit }).click()
    await expectPictures(page)
    await expectStatus(page, copy.status.upToDate)
  })

  it('everything works as usual, and the key is on no disk', async () => {
    const before = favoritesOf(stage.service)
    await pressInGrid(page, 'Control+Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown')
    await press(page, pattern(copy.selection.add(COUNT)))
    await expectSoon(() => favoritesOf(stage.service)).toBeGreaterThan(before)
    await expectStatus(page, copy.status.upToDate)
    expect(traces()).toEqual([])
  })

  it('I keep working while the service is down, and quit', async () => {
    await stage.service.close()
    await pressInGrid(page, 'Control+a')
    await press(page, pattern(copy.selection.add(COUNT)))
    await expectSoon(() => sidebarCount(page, copy.frame.waiting)).toBeGreaterThan(100)
    waiting = await sidebarCount(page, copy.frame.waiting)
    await stage.quit()
    await stage.service.restart()
  })

  it('after a restart my library and my changes are there, and one bar asks for the key', async () => {
    await open()
    await expectPictures(page)
    await expectSoon(() => sidebarCount(page, copy.frame.waiting)).toBe(waiting)
    await expectWords(page, copy.banners.keyAbsent)
    expect(await keyBars()).toBe(1)
    await expectStatus(page, copy.status.keyNeeded)
    expect(traces()).toEqual([])
  })

  it('I enter it, keep it until I quit once more, and sync continues', async () => {
    await press(page, copy.banners.enterKey)
    const dialog = page.getByRole('dialog', { name: copy.newKey.titleShared })
    await dialog.getByLabel(copy.connect.key).fill(` Bearer ${KEY}`)
    await dialog.getByRole('button', { name: copy.newKey.save }).click()
    await dialog.getByText(NO_KEYCHAIN.headline).waitFor()
    await dialog.getByRole('button', { name: copy.keychain.keepUntilQuit }).click()
    await dialog.waitFor({ state: 'detached' })
    await expectSoon(() => sidebarCount(page, copy.frame.waiting)).toBe(0)
    await expectStatus(page, copy.status.upToDate)
    expect(favoritesOf(stage.service)).toBe(stage.service.truth.images.size)
    expect(await keyBars()).toBe(0)
  })

  it('the key is in no file, in no command line and in no environment', () => {
    expect(traces()).toEqual([])
    expect(stage.bugs()).toEqual([])
  })
})
