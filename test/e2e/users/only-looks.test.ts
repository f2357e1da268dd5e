/** “I only want to look.” No account, no address, no key: the sample library, and no trace of it afterwards. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copy } from '../../../src/copy/language.ts'
import { COUNT, pattern } from '../../../drivers/pattern.ts'
import { readTiles, sidebarCount, tileAt, viewCount } from '../../../drivers/user.ts'
import { openStage, SAMPLE_IMAGES, type Stage } from '../../../drivers/stage.ts'
import { expectSoon } from '../expect-soon.ts'
import { press, expectWords, expectStatus, expectPictures } from './window.ts'

let stage: Stage
let page: Page
/** Favorites of the sample before the first change. */
let favorites = 0

beforeAll(async () => {
  // A service is running and must never receive a request.
  stage = await openStage({ pictureFault: null, images: 10, projects: 1 })
  page = await stage.open()
})
afterAll(() => stage.close())

const fullView = () => page.getByRole('region', { name: copy.fullView.view })
/** Label of the image in the full view: "Harbor, favorite, 3 of 120". */
const viewLabel = async () =>
  (await page.getByRole('slider', { name: copy.fullView.view }).getAttribute('aria-valuetext')) ?? ''
const FAVORITE = pattern(`, ${copy.images.spoken.favorite}, `)
const title = () => page.getByRole('heading', { level: 1 }).innerText()

describe('I only want to look', () => {
  it('the first window offers the sample library, and describes it', async () => {
    await expectWords(page, copy.connect.title)
    await press(page, copy.sample.explore)
    await expectPictures(page)
    await page.getByRole('banner').getByText(copy.sample.name).waitFor()
    await expectWords(page, copy.sample.about)
    await expectStatus(page, copy.status.upToDate)
    await expectSoon(() => sidebarCount(page, copy.frame.allImages)).toBe(SAMPLE_IMAGES)
    favorites = await sidebarCount(page, copy.frame.favorites)
  })

  it('I search for a word and find matching images', async () => {
    await page.getByRole('searchbox', { name: copy.images.search }).click()
    await page.keyboard.type('moon')
    await expectSoon(title).toBe('“moon”')
    await expectSoon(() => viewCount(page)).toBeGreaterThan(3)
    await expectPictures(page)
    await expectSoon(async () => (await readTiles(page)).every(({ label }) => /moon/i.test(label))).toBe(true)
  })

  it('I open one in full view, move to the next, and add three to Favorites on the way', async () => {
    await tileAt(page, 1).dblclick()
    await fullView().waitFor()
    for (const place of [1, 2, 3]) {
      await expectSoon(viewLabel).toMatch(pattern(`, ${copy.counted.ofAll(place, COUNT)}`))
      if (!FAVORITE.test(await viewLabel())) {
        await page.keyboard.press('f')
        favorites += 1
      }
      await expectSoon(viewLabel).toMatch(FAVORITE)
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Escape')
    await fullView().waitFor({ state: 'detached' })
    await expectSoon(() => sidebarCount(page, copy.frame.favorites)).toBe(favorites)
    await expectSoon(() => sidebarCount(page, copy.frame.waiting)).toBe(0)
  })

  it('I close it and reopen it: everything is there, and still called a sample', async () => {
    await stage.quit()
    page = await stage.open()
    await page.getByRole('banner').getByText(copy.sample.name).waitFor()
    await expectSoon(() => page.title()).toBe(copy.sample.windowTitle)
    await expectSoon(() => sidebarCount(page, copy.frame.favorites)).toBe(favorites)
    await expectPictures(page)
  })

  it('I remove it: the first window is back, and nothing of it is left on the disk', async () => {
    await press(page, copy.sample.leaveLabel)
    await expectWords(page, copy.connect.title)
    await expectSoon(() => page.title()).toBe('Proofsheet')
    expect(leftOnDisk()).toEqual([])
    await stage.quit()
    page = await stage.open()
    await expectWords(page, copy.connect.title)
    expect(leftOnDisk()).toEqual([])
  })

  it('no service received a request', () => {
    expect(stage.service.counters.requests).toBe(0)
    expect(stage.bugs()).toEqual([])
  })
})

/** Files of the profile that belong to the sample: its library, its changes, its pictures. */
function leftOnDisk(): readonly string[] {
  const { profile } = stage
  const files = readdirSync(profile, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const own = ['libraries', 'pictures'].map((name) => join(profile, name))
  return files.filter(
    (file) =>
      own.some((folder) => file.startsWith(folder)) ||
      file.endsWith('sample.jsonl') ||
      (existsSync(file) && !file.includes('/logs/') && /moon/i.test(readFileSync(file, 'latin1')))
  )
}
