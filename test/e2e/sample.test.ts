/** The sample library: explored without a key and without a network, and removed without a trace. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copy } from '../../src/copy/language.ts'
import type { Bridge } from '../../src/shared/bridge.ts'
import { hostOnly } from '../../drivers/chosen-shell.ts'
import {
  chooseStyle,
  pressInGrid,
  selectAllMatching,
  sidebarCount,
  waitForPictures,
  waitForViewCount
} from '../../drivers/user.ts'
import { ask, isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { createByTyping } from '../../drivers/user-changes.ts'
import { controlOf, openStage, PATIENCE_MS, SAMPLE_IMAGES, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'

const stages: Stage[] = []
const stage = (): Stage => {
  const [current] = stages
  if (current === undefined) throw new Error('No stage is open.')
  return current
}

beforeEach(async () => {
  stages.push(await openStage({ images: 40, projects: 3 }))
})
afterEach(async () => {
  await stage().close()
  stages.splice(0)
})

async function explore(): Promise<void> {
  await stage().page().getByRole('button', { name: copy.sample.explore }).click()
  await waitForSample()
}

async function waitForSample(): Promise<void> {
  await stage().page().getByRole('navigation', { name: copy.frame.library }).waitFor()
  await waitForStatus(stage().page(), isUpToDate, PATIENCE_MS)
  await waitForViewCount(stage().page(), SAMPLE_IMAGES)
  await expectSoon(() => sidebarCount(stage().page(), copy.frame.allImages)).toBe(SAMPLE_IMAGES)
}

/** Switches from another library. The window reloads, so the response is lost with the page. */
async function switchToSample(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load')
  await page.evaluate(() => void (globalThis as unknown as { bridge: Bridge }).bridge.openSample(null))
  await loaded
  await waitForSample()
}

/** The window reloads. */
async function leave(): Promise<void> {
  const loaded = stage().page().waitForEvent('load')
  await stage().page().getByRole('button', { name: copy.sample.leaveLabel }).click()
  await loaded
}

/** Decoding may take this long on a busy machine. */
const PICTURES_MS = 90_000

const libraries = (): string[] => {
  const folder = join(stage().profile, 'libraries')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sqlite')) : []
}
const journal = (): boolean => existsSync(join(stage().profile, 'sample.jsonl'))

test('without a key there is a sample library, and it is labeled as such', async () => {
  const page = await stage().open()
  await explore()
  await expectSoon(() => page.title()).toBe(copy.sample.windowTitle)
  await page.getByRole('banner').getByText(copy.sample.name).waitFor()
  await page.getByText(copy.sample.about).waitFor()
  await waitForPictures(page, PICTURES_MS)
  expect(stage().service.counters.requests).toBe(0)
  expect(stage().bugs()).toEqual([])
})

hostOnly(() => {
  test('offline and without a key there is a library with pictures', async () => {
    const page = await stage().open()
    await controlOf(stage())('setOnline', false)
    await explore()
    await waitForPictures(page, PICTURES_MS)
    expect(stage().service.counters.requests).toBe(0)
    expect(stage().bugs()).toEqual([])
  })
})

test('favorites of the sample are sent, and are there after a kill', async () => {
  const page = await stage().open()
  await explore()
  const favorites = await sidebarCount(page, copy.frame.favorites)
  await chooseStyle(page, copy.facets.style.values.anime)
  await expectSoon(() => sidebarCount(page, copy.facets.style.values.anime)).toBeGreaterThan(0)
  await selectAllMatching(page)
  await pressInGrid(page, 'f')
  await expectSoon(() => sidebarCount(page, copy.frame.favorites)).toBeGreaterThan(favorites)
  await waitForStatus(page, (status) => status.waiting === 0, PATIENCE_MS)
  const starred = await sidebarCount(page, copy.frame.favorites)
  await stage().kill()
  const again = await stage().open()
  await again.getByRole('navigation', { name: copy.frame.library }).waitFor()
  await expectSoon(() => again.title()).toBe(copy.sample.windowTitle)
  await ask(again, 'syncNow', null)
  await waitForStatus(again, isUpToDate, PATIENCE_MS)
  await expectSoon(() => sidebarCount(again, copy.frame.favorites)).toBe(starred)
  await expectSoon(() => sidebarCount(again, copy.frame.waiting)).toBe(0)
  expect(stage().bugs()).toEqual([])
})

test('a create takes a moment, gets its own picture, and is there after a restart', async () => {
  const page = await stage().open()
  await explore()
  await createByTyping(page, {
    name: 'A sample pear',
    description: 'One pear',
    resolution: copy.facets.resolution.values['256x256']
  })
  const tile = page.getByRole('gridcell', { name: /^A sample pear, / })
  await expectSoon(() => tile.getAttribute('data-stage')).toBe('create-sending')
  await expectSoon(() => tile.getAttribute('data-stage')).toBeNull()
  await tile.locator('img').waitFor()
  await stage().quit()
  const again = await stage().open()
  await again.getByRole('navigation', { name: copy.frame.library }).waitFor()
  await ask(again, 'syncNow', null)
  await waitForStatus(again, isUpToDate, PATIENCE_MS)
  await waitForViewCount(again, SAMPLE_IMAGES + 1)
  await again.getByRole('gridcell', { name: /^A sample pear, / }).waitFor()
  expect(stage().bugs()).toEqual([])
})

test('leaving removes everything and shows the first screen again', async () => {
  const page = await stage().open()
  await explore()
  expect([libraries().length, journal()]).toEqual([1, true])
  await leave()
  await page.getByRole('button', { name: copy.sample.explore }).waitFor()
  expect([libraries(), journal()]).toEqual([[], false])
  await expectSoon(() => page.title()).toBe('Proofsheet')
  // Connecting works as if the sample had never been opened.
  await stage().connect()
  expect(stage().bugs()).toEqual([])
})

test('an earlier connection is closed during the sample, not changed, and restored afterwards', async () => {
  const page = await stage().open()
  await stage().connect()
  const requests = (): number => stage().service.counters.requests
  await switchToSample(page)
  const before = requests()
  await selectAllMatching(page)
  await pressInGrid(page, 'f')
  await waitForStatus(page, (status) => status.waiting === 0, PATIENCE_MS)
  expect(requests()).toBe(before)
  await leave()
  await waitForViewCount(page, 40)
  await waitForStatus(page, isUpToDate, PATIENCE_MS)
  expect(libraries()).toHaveLength(1)
  expect(await page.title()).toBe('Proofsheet')
  expect(stage().bugs()).toEqual([])
})
