/**
 * “I have an account.” An address and a key, typed and pasted as users do, and hundreds of favorites to add. The one
 * journey that reads the texts in English; all others find them by their keys.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberIn } from '../../../drivers/pattern.ts'
import { favoritesOf, openStage, type Stage } from '../../../drivers/stage.ts'
import { sidebarCount, statusBarText, viewCountText } from '../../../drivers/user.ts'
import { tracesIn } from '../../helpers/key-sweep.ts'
import { expectSoon } from '../expect-soon.ts'
import {
  drawnPictures,
  focused,
  press,
  expectWords,
  readSoFar,
  expectStatus,
  expectPictures,
  tabsTo
} from './window.ts'

const KEY = 'sk-person-account-5d1f0b77'
const TOTAL = 600
const LAYERS = ['Address found', 'Secure connection', 'Service responded', 'Key accepted', 'Library readable']

let stage: Stage
let page: Page

const openHere = async (): Promise<void> => {
  stage = await openStage({ pictureFault: null, images: TOTAL, projects: 4, seed: 9, imagesKey: KEY, projectsKey: KEY })
  page = await stage.open()
}

const address = () => page.getByLabel('Images service address')
const key = () => page.getByLabel('API key', { exact: true })
const grid = () => page.getByRole('grid', { name: 'Images' })
const matching = async () => numberIn((await viewCountText(page)).split(' of ')[0] ?? '')
/** “448 of 448 selected”, at the end of the status bar: the first number. */
const statusEnd = async () => /([\d,]+) of [\d,]+ selected/.exec(await statusBarText(page))?.[1] ?? ''
const title = () => page.getByRole('heading', { level: 1 }).innerText()
/** As users copy it: without a scheme, with the path of a request. */
const copiedAddress = () => `${stage.service.imagesUrl.replace('http://', '')}/api/v1/images/`

/** The cells of a layer, images and projects. */
const marksOf = (layer: string) =>
  page
    .getByRole('row', { name: new RegExp(`^${layer}`) })
    .getByRole('cell')
    .allInnerTexts()

async function expectFiveTicks(): Promise<void> {
  await expectWords(page, 'Everything works. Connect to open your library.')
  for (const layer of LAYERS) {
    // A local address has nothing to encrypt, so the table shows the layer as skipped.
    const mark = layer === 'Secure connection' ? 'skipped' : 'passed'
    await expectSoon(async () => (await marksOf(layer)).map((text) => text.trim())).toEqual([mark, mark])
  }
}

/** Pastes into the focused field. The clipboard of the test machine stays unchanged. */
async function paste(text: string): Promise<void> {
  await focused(page).evaluate((field, pasted) => {
    const data = new DataTransfer()
    data.setData('text', pasted)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}

describe('I have an account and read English', () => {
  beforeAll(openHere)
  afterAll(() => stage.close())

  it('I type the address without its scheme and paste the key with extra characters', async () => {
    await expectSoon(() => focused(page).getAttribute('id')).toBe(await address().getAttribute('id'))
    await page.keyboard.type(copiedAddress())
    await expectWords(page, 'Requests go to')
    await expectWords(page, `${stage.service.imagesUrl}/api/v1/images`)
    await key().click()
    await paste(`  Bearer ${KEY} \n`)
    await expectSoon(() => key().inputValue()).toBe(KEY)
  })

  it('I test it and see five ticks for images and for projects', async () => {
    await press(page, 'Test connection')
    await expectFiveTicks()
  })

  it('I connect, and see pictures while it is still loading', async () => {
    // The rest of the library takes time, as with a distant service.
    stage.hold('reads', 2)
    await press(page, 'Connect')
    await page.getByRole('navigation', { name: 'Library' }).waitFor()
    await expectSoon(() => readSoFar(page)).toBeGreaterThan(0)
    await expectSoon(async () => [await drawnPictures(page), await readSoFar(page)].every((count) => count > 0)).toBe(
      true
    )
    stage.release()
    await expectStatus(page, /^Up to date/)
    await expectSoon(matching).toBe(TOTAL)
  })

  it('I search, select all results, press F, and see how many and until when', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).click()
    await page.keyboard.type('a')
    await expectSoon(title).toBe('“a”')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await expectWords(page, /^[\d,]+ selected$/)
    await expectSoon(async () => numberIn(await statusEnd())).toBe(await matching())
    const add = page.getByRole('button', { name: /^Add [\d,]+ to Favorites$/ })
    const count = numberIn(await add.innerText())
    expect(count).toBeGreaterThan(300)
    // A distant service: slow enough for the program to estimate the end.
    stage.service.change({ responseDelayMs: 2_000 })
    await page.keyboard.press('f')
    await expectWords(page, new RegExp(`^${count.toLocaleString('en-US')} added to Favorites`))
    await expectStatus(page, /^Sending [\d,]+ of [\d,]+/)
    await expectWords(page, /[\d,]+ done · [\d,]+ pending · about .+ left/)
    await expectSoon(() => statusBarText(page)).toContain('Pause')
  })

  it('I close it in the middle and reopen it: no key is required, and all favorites arrive', async () => {
    const before = favoritesOf(stage.service)
    await stage.quit()
    expect(favoritesOf(stage.service)).toBeLessThan(TOTAL)
    stage.service.change({ responseDelayMs: 0 })
    page = await stage.open()
    await expectPictures(page)
    await expectStatus(page, /^Up to date/)
    await expectSoon(() => sidebarCount(page, 'Pending')).toBe(0)
    expect(await page.getByRole('button', { name: /Enter (new )?key/ }).count()).toBe(0)
    const wanted = favoritesOf(stage.service)
    expect(wanted).toBeGreaterThan(before)
    await expectSoon(() => sidebarCount(page, 'Favorites')).toBe(wanted)
    expect(
      [...stage.service.truth.images.values()].filter(({ name }) => /a/i.test(name)).every(({ favorite }) => favorite)
    ).toBe(true)
    expect(stage.bugs()).toEqual([])
  })
})

describe('I have an account and no mouse', () => {
  beforeAll(openHere)
  afterAll(() => stage.close())

  it('I type, press Tab and Enter, and am connected', async () => {
    await expectSoon(() => focused(page).getAttribute('id')).toBe(await address().getAttribute('id'))
    await page.keyboard.type(copiedAddress())
    await tabsTo(page, key())
    await page.keyboard.type(`Bearer ${KEY} `)
    await page.keyboard.press('Enter')
    await expectFiveTicks()
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Library' }).waitFor()
    await expectStatus(page, /^Up to date/)
    await expectPictures(page)
  })

  it('I search, move into the grid, select everything, add it to Favorites, and undo', async () => {
    const before = favoritesOf(stage.service)
    await page.keyboard.press('Control+f')
    await page.keyboard.type('moon')
    await expectSoon(title).toBe('“moon”')
    await page.keyboard.press('Enter')
    await expectSoon(() => grid().evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+a')
    await expectWords(page, /^Add [\d,]+ to Favorites$/)
    await page.keyboard.press('f')
    await expectWords(page, /added to Favorites/)
    await expectSoon(() => favoritesOf(stage.service)).toBeGreaterThan(before)
    await expectStatus(page, /^Up to date/)
    await page.keyboard.press('Control+z')
    await expectSoon(() => favoritesOf(stage.service)).toBe(before)
  })

  it('Tab leads from the grid to the bar and all around', async () => {
    await tabsTo(page, page.getByRole('button', { name: /^Remove/ }).first())
    await tabsTo(page, page.getByRole('searchbox', { name: 'Search' }))
    await tabsTo(page, grid())
    expect(stage.bugs()).toEqual([])
  })

  it('my key is nowhere in the window', async () => {
    const html = await page.evaluate(() => document.documentElement.outerHTML)
    expect(tracesIn('window', Buffer.from(html), [KEY])).toEqual([])
  })
})
