/**
 * The first minutes with the app: addresses, keys, the connection test by layer, the key store, and offline installs.
 */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { asSentence, failureSentence, failureText } from '../../src/copy/failures.ts'
import { pattern } from '../../drivers/pattern.ts'
import { NO_KEYRING } from '../../drivers/keyring.ts'
import { IMAGES_KEY, PROJECTS_KEY, connectionTo, openStage, type Stage } from '../../drivers/stage.ts'
import { pressInGrid, sidebarCount, statusText, tileAt } from '../../drivers/user.ts'
import { isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { copy } from '../../src/copy/language.ts'
import { deepOnly } from '../helpers/depth.ts'
import { sweepFolder, tracesIn } from '../helpers/key-sweep.ts'
import { startLoopback } from '../helpers/loopback-server.ts'
import { responsesOf } from './bridge-responses.ts'
import { expectSoon } from './expect-soon.ts'

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: 120, projects: 12 })
  page = await stage.open()
})
afterAll(() => stage.close())

const images = () => page.getByLabel(copy.connect.imagesAddress)
const imagesKey = () => page.getByLabel(copy.connect.key, { exact: true })
const projects = () => page.getByLabel(copy.connect.projectsAddress)
const projectsKey = () => page.getByLabel(copy.connect.projectsKey)
const sameKey = () => page.getByRole('checkbox', { name: copy.connect.sameKey })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const main = () => page.getByRole('main').innerText()
const isFocused = (field: ReturnType<typeof images>) => field.evaluate((element) => element === document.activeElement)

const LAYERS = [
  copy.connect.layers.address,
  copy.connect.layers.secure,
  copy.connect.layers.service,
  copy.connect.layers.key,
  copy.connect.layers.readable
] as const

/** The marks of both groups, layer by layer, as a screen reader gets them. */
async function marks(): Promise<readonly (readonly string[])[]> {
  const rows = LAYERS.map((layer) => page.getByRole('row', { name: new RegExp(`^${layer}`) }))
  return Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()))
}
const marksOf = async (group: 0 | 1) => (await marks()).map((cells) => cells[group]?.trim())

async function fillAll(values: { images: string; key: string; projects?: string }): Promise<void> {
  await images().fill(values.images)
  await imagesKey().fill(values.key)
  await projects().fill(values.projects ?? '')
}

/** A port of this computer without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe('the sample library', () => {
  it('needs neither address nor key, and leaves no trace', async () => {
    await button(copy.sample.explore).click()
    await page.getByRole('navigation', { name: copy.frame.library }).waitFor()
    await waitForStatus(page, isUpToDate)
    await expectSoon(() =>
      page
        .locator('[role="gridcell"] img')
        .evaluateAll((all) => all.some((one) => (one as HTMLImageElement).naturalWidth > 0))
    ).toBe(true)
    const favorites = await sidebarCount(page, copy.frame.favorites)
    const isFavorite = ((await tileAt(page, 1).getAttribute('aria-label')) ?? '').includes(
      `, ${copy.images.spoken.favorite}, `
    )
    await tileAt(page, 1).click()
    await pressInGrid(page, 'f')
    await expectSoon(() => sidebarCount(page, copy.frame.favorites)).toBe(favorites + (isFavorite ? -1 : 1))
    await waitForStatus(page, ({ waiting }) => waiting === 0)
    const loaded = page.waitForEvent('load')
    await button(copy.sample.leaveLabel).click()
    await loaded
    await images().waitFor()
    expect(readdirSync(join(stage.profile, 'libraries')).filter((name) => name.endsWith('.sqlite'))).toEqual([])
    expect(stage.service.counters.requests).toBe(0)
  })
})

describe('the connection test', () => {
  it('reports an unknown host at the address layer', async () => {
    await fillAll({ images: 'https://nowhere.invalid', key: IMAGES_KEY, projects: stage.service.projectsUrl })
    await button(copy.connect.test).click()
    await expectSoon(main).toContain(failureText({ code: 'host-not-found', host: 'nowhere.invalid' }, 'images'))
    expect(await marksOf(0)).toEqual(['failed', 'skipped', 'skipped', 'skipped', 'skipped'])
    expect(await isFocused(images())).toBe(true)
  })

  it('reports an address without a listener', async () => {
    const host = `127.0.0.1:${await closedPort()}`
    await fillAll({ images: host, key: IMAGES_KEY, projects: stage.service.projectsUrl })
    await button(copy.connect.testAgain).click()
    await expectSoon(main).toContain(
      asSentence(failureSentence({ code: 'connection-refused', host }, 'images').headline)
    )
    // The computer was found, but the service does not respond.
    expect(await marksOf(0)).toEqual(['passed', 'skipped', 'failed', 'skipped', 'skipped'])
    expect(await isFocused(images())).toBe(true)
  })

  it('reports a wrong key and focuses its field', async () => {
    await fillAll({ images: stage.service.imagesUrl, key: 'sk-not-this-one-4711' })
    await button(copy.connect.testAgain).click()
    await expectSoon(main).toContain(failureText({ code: 'unauthorized' }, 'images'))
    expect(await marksOf(0)).toEqual(['passed', 'skipped', 'passed', 'failed', 'skipped'])
    expect(await isFocused(imagesKey())).toBe(true)
    expect(await sameKey().isChecked()).toBe(true)
  })

  it('requests a second key when projects reject the first', async () => {
    await imagesKey().fill(` Bearer ${IMAGES_KEY} `)
    await imagesKey().press('Enter')
    await expectSoon(main).toContain(asSentence(failureSentence({ code: 'unauthorized' }, 'projects').headline))
    expect(await marksOf(0)).toEqual(['passed', 'skipped', 'passed', 'passed', 'passed'])
    expect(await marksOf(1)).toEqual(['passed', 'skipped', 'passed', 'failed', 'skipped'])
    expect(await main()).toContain(copy.connect.imagesReady)
    expect(await sameKey().isChecked()).toBe(false)
    await expectSoon(() => isFocused(projectsKey())).toBe(true)
  })

  it('passes five layers for both groups', async () => {
    stage.service.clearLog()
    await projectsKey().fill(PROJECTS_KEY)
    await projectsKey().press('Enter')
    await expectSoon(main).toContain(copy.connect.bothReady)
    const five = ['passed', 'skipped', 'passed', 'passed', 'passed']
    expect([await marksOf(0), await marksOf(1)]).toEqual([five, five])
    const asked = stage.service.log.map(({ query }) => query['per_page'])
    expect(new Set(asked)).toEqual(new Set(['10']))
  })
})

describe('after connecting', () => {
  it('Enter connects after the test has passed, and the library opens', async () => {
    await projectsKey().press('Enter')
    await page.getByRole('navigation', { name: copy.frame.library }).waitFor()
    await waitForStatus(page, isUpToDate)
    await expectSoon(() => statusText(page)).toContain(copy.status.upToDate)
  })

  it('the key is nowhere in the window, in the responses of the bridge, in the files, or in the log', async () => {
    const keys = [IMAGES_KEY, PROJECTS_KEY]
    const html = await page.evaluate(() => document.documentElement.outerHTML)
    const typed = await page.evaluate(() => [...document.querySelectorAll('input')].map((input) => input.value).join())
    expect(tracesIn('window', Buffer.from(html + typed), keys)).toEqual([])
    expect(tracesIn('bridge', Buffer.from(await responsesOf(page)), keys)).toEqual([])
    expect(sweepFolder(stage.profile, keys)).toEqual([])
  })

  it('the next start connects without input', async () => {
    await stage.quit()
    stage.service.clearLog()
    page = await stage.open()
    await page.getByRole('navigation', { name: copy.frame.library }).waitFor()
    await waitForStatus(page, isUpToDate)
    expect(stage.service.counters.requests).toBeGreaterThan(0)
    expect(stage.service.counters.unauthorized).toBe(0)
    expect(stage.bugs()).toEqual([])
  })
})

describe('a first start with failures', () => {
  function freshProfile(): string {
    const profile = mkdtempSync(join(tmpdir(), 'proofsheet-e2e-'))
    onTestFinished(async () => {
      await stage.kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    })
    return profile
  }

  it('connects while the service is down, and automatically when it is back', async () => {
    await stage.quit()
    await stage.service.close()
    page = await stage.open({ profile: freshProfile() })
    const { imagesUrl, projectsUrl } = stage.service
    await fillAll({ images: imagesUrl, key: IMAGES_KEY, projects: projectsUrl })
    await sameKey().click()
    await projectsKey().fill(PROJECTS_KEY)
    await button(copy.connect.connect).click()
    await page.getByRole('navigation', { name: copy.frame.library }).waitFor()
    await page.getByText(copy.connect.savedForLater).waitFor()
    await expectSoon(() => statusText(page)).toMatch(pattern(copy.status.offline, copy.status.serviceNotResponding))
    await stage.service.restart()
    await waitForStatus(page, isUpToDate)
    await expectSoon(() => page.getByRole('gridcell').count()).toBeGreaterThan(0)
  })

  it('keeps the key until quit where there is no key store, and says so', async () => {
    const profile = freshProfile()
    page = await stage.open({ profile, env: NO_KEYRING })
    const typed = connectionTo(stage.service)
    await fillAll({ images: typed.images, key: typed.imagesKey, projects: typed.projects })
    await sameKey().click()
    await projectsKey().fill(typed.projectsKey)
    await button(copy.connect.connect).click()
    const dialog = page.getByRole('dialog', {
      name: failureSentence({ code: 'keychain-unavailable' }, 'images').headline
    })
    await dialog.waitFor()
    expect(await dialog.innerText()).toContain(failureSentence({ code: 'keychain-unavailable' }, 'images').body)
    await dialog.getByRole('button', { name: copy.keychain.keepUntilQuit }).click()
    await page.getByRole('navigation', { name: copy.frame.library }).waitFor()
    await waitForStatus(page, isUpToDate)
    expect(sweepFolder(profile, [IMAGES_KEY, PROJECTS_KEY])).toEqual([])

    await stage.quit()
    page = await stage.open({ profile, env: NO_KEYRING })
    await expectSoon(() => page.getByRole('gridcell').count()).toBeGreaterThan(0)
    await page.getByText(copy.banners.keyAbsent).waitFor()
    await page.getByRole('button', { name: copy.banners.enterKey }).waitFor()
  })

  deepOnly(() => {
    it('saves the redirected address of a service that has moved', async () => {
      await stage.quit()
      await using moved = await startLoopback(({ url = '' }, response) => {
        const [path = '', query = ''] = url.split('?')
        if (path.startsWith('/old/'))
          response.writeHead(301, { location: `${path.replace('/old', '/new')}?${query}` }).end()
        else response.writeHead(200, { 'content-type': 'application/json' }).end(EMPTY_LIST)
      })
      page = await stage.open({ profile: freshProfile() })
      await fillAll({ images: `${moved.origin}/old`, key: IMAGES_KEY })
      await button(copy.connect.test).click()
      await page.getByText(copy.connect.bothReady).waitFor()
      expect(await main()).toContain(`${copy.connect.movedTo} ${moved.origin}/new`)
      moved.arrived.length = 0
      await button(copy.connect.connect).click()
      await page.getByRole('navigation', { name: copy.frame.library }).waitFor()
      await waitForStatus(page, isUpToDate)
      expect(moved.arrived.filter(({ url }) => url.startsWith('/old/'))).toEqual([])
    })
  })
})

const EMPTY_LIST = JSON.stringify({ data: [], links: {}, meta: { current_page: 1, last_page: 1, total: 0 } })
