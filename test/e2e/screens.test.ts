/** Layout of the screens: nothing is cut off or unreachable, text is readable, and controls have accessible names. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSentence, failureSentence } from '../../src/copy/failures.ts'
import { copy } from '../../src/copy/language.ts'
import { COUNT, pattern } from '../../drivers/pattern.ts'
import { violationsOn } from '../../drivers/accessibility.ts'
import { openFacet, pressInGrid, readTiles, shownTotal, sidebarCount, sidebarRow } from '../../drivers/user.ts'
import { openStage, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 640 }
] as const
const removeAnime = (): string =>
  copy.images.removeFilter({ subject: copy.facets.style.label, value: copy.facets.style.values.anime })
const THEMES = ['light', 'dark'] as const
const VARIANTS = SIZES.flatMap((size) => THEMES.map((theme) => ({ ...size, theme })))
/** In `npm test` the largest size in light and the smallest in dark. */
let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ pictureFault: null, images: 230, seed: 11 })
  page = await stage.open()
})
afterAll(() => stage.close())

async function show({
  width,
  height,
  theme
}: {
  width: number
  height: number
  theme: 'light' | 'dark'
}): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await stage.app().resize({ width, height })
  await expectSoon(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
}

/** Sentences for each control that cannot be fully seen or reached by the pointer after scrolling to it. */
function outOfReach(): Promise<readonly string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a[href], input:not([type="range"]), textarea, [role="checkbox"], [role="menuitemradio"], [role="grid"], h1'
    )
    const troubles: string[] = []
    for (const control of controls) {
      if (control.closest('[aria-hidden="true"], [hidden]') !== null || !control.checkVisibility()) continue
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const box = control.getBoundingClientRect()
      const name = `${control.tagName.toLowerCase()} "${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 40)}"`
      // A hidden native checkbox next to a drawn one takes no space.
      if (box.width <= 1 || box.height <= 1) continue
      const isInside =
        box.left >= -0.5 && box.top >= -0.5 && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5
      if (!isInside) troubles.push(`${name} reaches out of the window: ${JSON.stringify(box)}`)
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      const isHit =
        hit !== null &&
        (control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control) === true)
      if (!isHit) troubles.push(`${name} is covered by ${hit?.tagName} ${hit?.className}`)
    }
    return troubles
  })
}

/** Texts whose end is cut off without an ellipsis, and horizontal overflow of the page. */
function cutOff(): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    const troubles = root.scrollWidth > innerWidth ? [`the page is ${root.scrollWidth} px wide`] : []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const style = getComputedStyle(element)
      const isClipping = style.overflowX === 'hidden' || style.overflowX === 'clip'
      const hasOwnText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''
      )
      if (!isClipping || !hasOwnText || !element.checkVisibility() || element.clientWidth <= 1) continue
      if (element.scrollWidth <= element.clientWidth + 1 || style.textOverflow === 'ellipsis') continue
      if (style.getPropertyValue('-webkit-line-clamp') !== 'none') continue
      troubles.push(`"${element.textContent?.trim().slice(0, 40)}" is cut off`)
    }
    return troubles
  })
}

/** Every visible text below a readable size. */
function tooSmall(): Promise<readonly string[]> {
  return page.evaluate(() => {
    const small: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (element === null || text === '' || !element.checkVisibility({ visibilityProperty: true })) continue
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      if (size < 11) small.push(`${size} px: ${text.slice(0, 40)}`)
    }
    return small
  })
}

async function expectReadable(): Promise<void> {
  expect(await outOfReach()).toEqual([])
  expect(await cutOff()).toEqual([])
  expect(await tooSmall()).toEqual([])
  expect(await violationsOn(page)).toEqual([])
}

describe('the connect screen', () => {
  it.each(VARIANTS)('fits at $width×$height, $theme', async (variant) => {
    await show(variant)
    await expectReadable()
  })

  it.each(VARIANTS)('fits with all its messages at $width×$height, $theme', async (variant) => {
    await show(variant)
    await page.getByLabel(copy.connect.imagesAddress).fill(stage.service.imagesUrl)
    await page.getByLabel(copy.connect.key, { exact: true }).fill('sk-not-the-right-one')
    await page.getByLabel(copy.connect.projectsAddress).fill('http://192.0.2.7/reports')
    await page.getByRole('button', { name: copy.connect.insecureAnyway }).click()
    await page.getByLabel(copy.connect.projectsAddress).fill(stage.service.projectsUrl)
    await page.getByRole('button', { name: pattern(copy.connect.test, copy.connect.testAgain) }).click()
    await page.getByText(asSentence(failureSentence({ code: 'unauthorized' }, 'images').headline)).waitFor()
    await expectReadable()
  })

  it('has one heading, and a label for each field', async () => {
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await page.getByRole('main').count()).toBe(1)
    for (const name of [copy.connect.imagesAddress, copy.connect.key, copy.connect.projectsAddress]) {
      expect(await page.getByRole('textbox', { name, exact: true }).count()).toBe(1)
    }
  })
})

describe('the main screen', () => {
  it('opens', async () => {
    await show({ width: 1440, height: 900, theme: 'dark' })
    await stage.connect()
    await page.getByRole('gridcell').first().waitFor()
    await expectSoon(() => page.getByRole('dialog', { name: copy.connect.savedForLater }).count()).toBe(0)
  })

  it.each(VARIANTS)('fits at $width×$height, $theme', async (variant) => {
    await show(variant)
    await openFacet(page, copy.facets.medium.label)
    await expectReadable()
  })

  it.each(VARIANTS)('fits with a filter and a selection at $width×$height, $theme', async (variant) => {
    await show(variant)
    const hasFilter = (await page.getByRole('button', { name: removeAnime() }).count()) > 0
    if (!hasFilter) await sidebarRow(page, copy.facets.style.values.anime).click()
    await page.getByRole('button', { name: removeAnime() }).waitFor()
    await expectSoon(() => shownTotal(page)).toBe(await sidebarCount(page, copy.facets.style.values.anime))
    await pressInGrid(page, 'Control+a')
    await page.getByText(copy.selection.frozen(copy.selection.matching(copy.facets.style.values.anime), 0, 0)).waitFor()
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: pattern(copy.selection.add(COUNT)) })
      .waitFor()
    await expectReadable()
  })

  it('has one grid whose rows are counted', async () => {
    await page.getByRole('button', { name: copy.images.clearFilters }).click()
    await expectSoon(() => shownTotal(page)).toBe(230)
    await pressInGrid(page, 'Escape')
    const grid = page.getByRole('grid')
    expect(await grid.count()).toBe(1)
    const [rows, columns] = [await grid.getAttribute('aria-rowcount'), await grid.getAttribute('aria-colcount')].map(
      Number
    )
    expect(rows).toBe(Math.ceil(230 / (columns ?? 1)))
    expect(await grid.getAttribute('aria-multiselectable')).toBe('true')
    const indexes = await page
      .getByRole('row')
      .evaluateAll((all) => all.map((row) => Number(row.getAttribute('aria-rowindex'))))
    expect(indexes).toEqual(Array.from({ length: indexes.length }, (_, index) => index + 1))
    const tiles = await readTiles(page)
    expect(tiles.map(({ place }) => place)).toEqual(Array.from({ length: tiles.length }, (_, index) => index + 1))
  })

  it('has one Tab stop in the grid, and reports the active cell', async () => {
    await pressInGrid(page, 'Control+Home', 'ArrowRight')
    await expectSoon(async () => {
      const active = await page.getByRole('grid').getAttribute('aria-activedescendant')
      return page.locator(`[id="${active}"]`).getAttribute('aria-label')
    }).toContain(`, ${copy.counted.ofAll(2, 230)}`)
    expect(await page.getByRole('grid').locator('[tabindex="0"], button, a').count()).toBe(0)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[role="grid"]') === null)).toBe(true)
    await pressInGrid(page, 'Escape')
  })

  it('has one first-level heading and one main landmark', async () => {
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await page.getByRole('main').count()).toBe(1)
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })
})

describe('tokens', () => {
  /** Text and its background; marks need less contrast. */
  const PAIRS = [
    ['--text', '--window', 4.5],
    ['--text', '--surface', 4.5],
    ['--text', '--selected', 4.5],
    ['--text', '--warning-bar', 4.5],
    ['--text', '--danger-bar', 4.5],
    ['--text-2', '--window', 4.5],
    ['--text-2', '--sidebar', 4.5],
    ['--text-2', '--well', 4.5],
    ['--text-2', '--surface', 4.5],
    ['--on-selected-2', '--selected', 4.5],
    ['--accent', '--window', 4.5],
    ['--on-accent', '--accent', 4.5],
    ['--on-accent', '--accent-hover', 4.5],
    ['--success', '--window', 4.5],
    ['--warning', '--window', 4.5],
    ['--danger', '--window', 4.5],
    ['--on-danger', '--danger-fill', 4.5],
    ['--border', '--surface', 3],
    ['--focus', '--window', 3],
    ['--focus', '--well', 3],
    ['--star-flat', '--window', 4.5]
  ] as const

  it.each(THEMES)('have the required contrast, %s', async (theme) => {
    await show({ width: 1440, height: 900, theme })
    const colors = await page.evaluate(
      (names) => {
        const probe = document.body.appendChild(document.createElement('i'))
        const found = names.map((name) => {
          probe.style.setProperty('color', `var(${name})`)
          return [name, getComputedStyle(probe).color] as const
        })
        probe.remove()
        return Object.fromEntries(found)
      },
      [...new Set(PAIRS.flatMap(([front, ground]) => [front, ground]))]
    )
    const weak = PAIRS.filter(([front, ground, least]) => contrast(colors[front] ?? '', colors[ground] ?? '') < least)
    expect(weak).toEqual([])
    expect(stage.bugs()).toEqual([])
  })

  /** Contrast of two opaque colors as `rgb(…)`, by the formula of WCAG. */
  function contrast(a: string, b: string): number {
    const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
    return (light + 0.05) / (dark + 0.05)
  }

  function luminance(color: string): number {
    const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1).map(Number)
    if (parts === undefined) throw new Error(`Not an opaque color: ${color}`)
    const [red = 0, green = 0, blue = 0] = parts.map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
})
