/** Another language while work is open: window and menu change at once, nothing is lost, and right-to-left is mirrored. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copy, ENGLISH, GERMAN, PSEUDO } from '../../src/copy/language.ts'
import { readTiles, tileAt } from '../../drivers/user.ts'
import { answered, isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { hostOnly } from '../../drivers/chosen-shell.ts'
import { controlOf, openStage, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'

const TOTAL = 1_200
const ENGLISH_SYSTEM = { LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' }
const de = GERMAN.catalogue
const pseudo = PSEUDO.catalogue

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: TOTAL, seed: 11 })
  page = await stage.open({ env: ENGLISH_SYSTEM })
  await stage.connect()
})
afterAll(() => stage.close())

const grid = () => page.getByRole('grid')
const scrollTop = () => grid().evaluate((element) => element.scrollTop)
const selectedPlaces = async () =>
  (await readTiles(page)).filter(({ isSelected }) => isSelected).map(({ record }) => record)
const root = () => page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }))
const focused = () => page.evaluate(() => document.activeElement?.textContent)
const sheet = (name: string) => page.getByRole('dialog', { name })

/** In the grid, whatever it is called. */
async function press(...keys: readonly string[]): Promise<void> {
  await grid().focus()
  for (const key of keys) await page.keyboard.press(key)
  await answered(page)
}

/** `settings`, `close`: as the language so far calls them. */
async function chooseLanguage(name: string, settings: string, close: string): Promise<void> {
  await page.keyboard.press('Control+,')
  await sheet(settings).getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: close, exact: true }).click()
}

describe('German, chosen over an open draft, a selection and a scrolled grid', () => {
  it('changes every text at once, and nothing else', async () => {
    await tileAt(page, 2).click()
    await grid().hover()
    await page.mouse.wheel(0, 1_730)
    await expectSoon(scrollTop).toBeGreaterThan(1_000)
    await tileAt(page, 40).click()
    await tileAt(page, 43).click({ modifiers: ['Control'] })
    await page.keyboard.press('Control+n')
    await sheet(copy.create.newImage).getByLabel(copy.create.name).fill('Birke')
    const before = { top: await scrollTop(), selected: await selectedPlaces() }
    expect(before.selected).toHaveLength(2)

    await page.keyboard.press('Control+,')
    await page.getByRole('button', { name: GERMAN.name, exact: true }).click()
    await page.getByRole('heading', { name: de.settings.title }).waitFor()
    expect(await root()).toEqual({ lang: 'de', dir: 'ltr' })
    expect(await focused()).toBe(GERMAN.name)
    await page.getByRole('button', { name: de.settings.close, exact: true }).click()

    await sheet(de.create.newImage).waitFor()
    expect(await sheet(de.create.newImage).getByLabel(de.create.name).inputValue()).toBe('Birke')
    expect({ top: await scrollTop(), selected: await selectedPlaces() }).toEqual(before)
    await page.getByText('2 von 1.200 ausgewählt').waitFor()
    const labels = (await readTiles(page)).map(({ label }) => label)
    expect(labels.filter((label) => !label.endsWith(` von 1.200`))).toEqual([])
    await page.getByRole('navigation', { name: de.frame.navigation }).getByText(de.frame.needsAttention).waitFor()
  })

  hostOnly(() => {
    it('changes the menu of the system too', async () => {
      const menu = async () => JSON.stringify(await controlOf(stage)('readMenu', null))
      for (const label of [de.menu.file, de.menu.selectAll, de.menu.paste, de.menu.zoomIn, de.menu.window])
        await expectSoon(menu).toContain(`"label":"${label}"`)
      for (const label of [copy.menu.file, copy.menu.paste, copy.menu.window])
        expect(await menu()).not.toContain(`"label":"${label}"`)
    })
  })

  it('is kept after a restart', async () => {
    await page.keyboard.press('Escape')
    await stage.quit()
    page = await stage.open({ env: ENGLISH_SYSTEM })
    await page.getByRole('navigation', { name: de.frame.navigation }).waitFor()
    await waitForStatus(page, isUpToDate)
    expect(await root()).toEqual({ lang: 'de', dir: 'ltr' })
  })

  hostOnly(() => {
    it('names in the menu what can be undone', async () => {
      await press('Control+Home', 'f')
      const menu = async () => JSON.stringify(await controlOf(stage)('readMenu', null))
      await expectSoon(menu).toContain(`"label":"${de.undoing.undo('')}`)
      await chooseLanguage(ENGLISH.name, de.settings.title, copy.settings.close)
      await expectSoon(menu).toContain(`"label":"${copy.undoing.undo('')}`)
      await chooseLanguage(GERMAN.name, copy.settings.title, de.settings.close)
      await expectSoon(menu).toContain(`"label":"${de.undoing.undo('')}`)
    })
  })
})

describe('from right to left', () => {
  const active = () => grid().getAttribute('aria-activedescendant')
  const viewed = async () =>
    Number(await page.getByRole('slider', { name: pseudo.fullView.view }).getAttribute('aria-valuenow'))

  it('mirrors the window: the sidebar is on the right, and the second picture to the left of the first', async () => {
    await chooseLanguage(PSEUDO.name, de.settings.title, pseudo.settings.close)
    expect(await root()).toEqual({ lang: 'en-XB', dir: 'rtl' })
    const leftOf = async (name: string) => (await page.getByRole('navigation', { name }).boundingBox())?.x ?? 0
    expect(await leftOf(pseudo.frame.navigation)).toBeGreaterThan(600)
    const [first, second] = await Promise.all([1, 2].map((place) => tileInRow(place).boundingBox()))
    expect(second?.y).toBe(first?.y)
    expect(second?.x).toBeLessThan(first?.x ?? 0)
  })

  it('the left arrow leads to the next image, in the grid and in the full view', async () => {
    await press('Control+Home', 'ArrowLeft', 'ArrowLeft', 'ArrowRight')
    expect(await active()).toBe('image-cell-1')
    await page.keyboard.press('Enter')
    await expectSoon(viewed).toBe(2)
    await page.keyboard.press('ArrowLeft')
    await expectSoon(viewed).toBe(3)
    await page.keyboard.press('ArrowRight')
    await expectSoon(viewed).toBe(2)
    await page.keyboard.press('Escape')
  })

  it('keeps the full view open, on its image, when the language changes', async () => {
    await press('Control+Home', 'Enter')
    await expectSoon(viewed).toBe(1)
    await page.keyboard.press('ArrowLeft')
    await expectSoon(viewed).toBe(2)
    await chooseLanguage(GERMAN.name, pseudo.settings.title, de.settings.close)
    const inGerman = page.getByRole('slider', { name: de.fullView.view })
    expect(await inGerman.getAttribute('aria-valuenow')).toBe('2')
    expect(await root()).toEqual({ lang: 'de', dir: 'ltr' })
  })

  it('no errors were logged', () => {
    expect(stage.bugs()).toEqual([])
  })
})

const tileInRow = (place: number) => page.locator(`#image-cell-${place - 1}`)
