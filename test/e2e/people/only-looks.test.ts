/** “I only want to look.” No account, no address, no key: the sample, and no trace of it afterwards. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberIn, readTiles, sidebarCount, tileAt, viewCountText } from '../../../drivers/user.ts'
import { openStage, SAMPLE_IMAGES, type Stage } from '../../../drivers/stage.ts'
import { soon } from '../soon.ts'
import { press, expectWords, expectStatus, expectPictures } from './window.ts'

let stage: Stage
let page: Page
/** Favorites of the sample before anything was starred. */
let favorites = 0

beforeAll(async () => {
  // A service is there, and must never hear of this person.
  stage = await openStage({ pictureFault: null, images: 10, projects: 1 })
  page = await stage.open()
})
afterAll(() => stage.close())

const fullView = () => page.getByRole('region', { name: 'Full view' })
/** What is said of the image that is shown in full: "Harbor, favorite, 3 of 120". */
const said = async () => (await page.getByRole('slider', { name: 'Full view' }).getAttribute('aria-valuetext')) ?? ''
const FAVORITE = /, favorite, /
const title = () => page.getByRole('heading', { level: 1 }).innerText()

describe('I only want to look', () => {
  it('the first window offers a look around, and says what I get', async () => {
    await expectWords(page, 'Connect your library')
    await press(page, 'Explore a sample library')
    await expectPictures(page)
    await page.getByRole('banner').getByText('Sample library').waitFor()
    await expectWords(page, 'Sample images')
    await expectStatus(page, /^Up to date/)
    await soon(() => sidebarCount(page, 'All images')).toBe(SAMPLE_IMAGES)
    favorites = await sidebarCount(page, 'Favorites')
  })

  it('I search for a word and find what it says', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).click()
    await page.keyboard.type('moon')
    await soon(title).toBe('“moon”')
    await soon(async () => numberIn((await viewCountText(page)).split(' of ')[0] ?? '')).toBeGreaterThan(3)
    await expectPictures(page)
    await soon(async () => (await readTiles(page)).every(({ label }) => /moon/i.test(label))).toBe(true)
  })

  it('I look at one in full, go on to the next, and star three on the way', async () => {
    await tileAt(page, 1).dblclick()
    await fullView().waitFor()
    for (const place of [1, 2, 3]) {
      await soon(said).toMatch(new RegExp(`, ${place} of [\\d,]+$`))
      if (!FAVORITE.test(await said())) {
        await page.keyboard.press('f')
        favorites += 1
      }
      await soon(said).toMatch(FAVORITE)
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Escape')
    await fullView().waitFor({ state: 'detached' })
    await soon(() => sidebarCount(page, 'Favorites')).toBe(favorites)
    await soon(() => sidebarCount(page, 'Pending')).toBe(0)
  })

  it('I close it and come back: all is there, and still called a sample', async () => {
    await stage.quit()
    page = await stage.open()
    await page.getByRole('banner').getByText('Sample library').waitFor()
    await soon(() => page.title()).toBe('Proofsheet, sample library')
    await soon(() => sidebarCount(page, 'Favorites')).toBe(favorites)
    await expectPictures(page)
  })

  it('I take it away: the first window is back, and nothing of it is left on the disk', async () => {
    await press(page, 'Leave the sample library')
    await expectWords(page, 'Connect your library')
    await soon(() => page.title()).toBe('Proofsheet')
    expect(leftOnDisk()).toEqual([])
    await stage.quit()
    page = await stage.open()
    await expectWords(page, 'Connect your library')
    expect(leftOnDisk()).toEqual([])
  })

  it('nobody outside has heard of me', () => {
    expect(stage.service.counters.requests).toBe(0)
    expect(stage.bugs()).toEqual([])
  })
})

/** Files of the profile that hold something of the sample: its library, what was changed in it, its pictures. */
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
