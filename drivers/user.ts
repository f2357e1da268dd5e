/** Actions of a user in the window through visible names, for end-to-end tests and journeys. */
import type { Locator, Page } from 'playwright-core'
import { copy } from '../src/copy/language.ts'
import { COUNT, numberIn, pattern } from './pattern.ts'
import { answered, waitUntilShown } from './window-bridge.ts'

export interface TypedConnection {
  readonly images: string
  readonly imagesKey: string
  readonly projects: string
  readonly projectsKey: string
}

/** Connects by typing; resolves when the main screen is open. */
export async function connectByTyping(page: Page, typed: TypedConnection): Promise<void> {
  await page.getByLabel(copy.connect.imagesAddress).fill(typed.images)
  await page.getByLabel(copy.connect.key, { exact: true }).fill(typed.imagesKey)
  await page.getByLabel(copy.connect.projectsAddress).fill(typed.projects)
  if (typed.projectsKey !== typed.imagesKey) {
    await page.getByText(copy.connect.sameKey).click()
    await page.getByLabel(copy.connect.projectsKey).fill(typed.projectsKey)
  }
  await page.getByRole('button', { name: copy.connect.connect, exact: true }).click()
  await page.getByRole('navigation', { name: copy.frame.navigation }).waitFor()
}

/** Selects a style in the sidebar, and opens the section if necessary. */
export async function chooseStyle(page: Page, label: string): Promise<void> {
  await openFacet(page, copy.facets.style.label)
  await sidebarRow(page, label).click()
}

/** Focuses the grid and selects all matching images. */
export async function selectAllMatching(page: Page): Promise<void> {
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar').first().waitFor()
}

/** Counts the visible tiles, and those that are favorites or pending. */
export async function countTiles(page: Page): Promise<{ favorites: number; waiting: number; all: number }> {
  return page.evaluate(() => {
    const cells = [...document.querySelectorAll('[role="gridcell"]')]
    const having = (selector: string): number => cells.filter((cell) => cell.querySelector(selector) !== null).length
    return {
      favorites: having('[data-part="star"][data-set]'),
      waiting: having('[data-mark="waiting"]'),
      all: cells.length
    }
  })
}

/** Holds the result in the page, because the key is pressed between two calls. */
interface TimedWindow {
  starMs?: Promise<number>
}

/**
 * Presses F in the grid, and returns the ms from the key until the frame in which each visible tile shows its star.
 * Rejects after ten seconds.
 */
export async function pressStarAndTime(page: Page): Promise<number> {
  await page.evaluate(() => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const state = globalThis as TimedWindow
    state.starMs = promise
    const areAllStarred = (): boolean =>
      [...document.querySelectorAll('[role="gridcell"][aria-selected="true"]')].every(
        (cell) => cell.querySelector('[data-part="star"][data-set]') !== null
      )
    const check = (pressedAt: number): void => {
      const took = performance.now() - pressedAt
      if (areAllStarred()) resolve(took)
      else if (took > 10_000) reject(new Error('The stars did not appear within ten seconds.'))
      else requestAnimationFrame(() => check(pressedAt))
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'f') return
      document.removeEventListener('keydown', onKey, true)
      const pressedAt = performance.now()
      requestAnimationFrame(() => check(pressedAt))
    }
    document.addEventListener('keydown', onKey, true)
    setTimeout(() => reject(new Error('The key never reached the page.')), 20_000)
  })
  await page.getByRole('grid').focus()
  await page.keyboard.press('f')
  return page.evaluate(() => (globalThis as TimedWindow).starMs ?? Promise.reject(new Error('Nothing was timed.')))
}

/** Waits until all visible pictures, at least one, are drawn; rejects after `timeoutMs`. */
export async function waitForPictures(page: Page, timeoutMs = 30_000): Promise<void> {
  const count = (): { all: number; drawn: number } => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('[role="gridcell"] img')]
    return { all: pictures.length, drawn: pictures.filter((one) => one.complete && one.naturalWidth > 0).length }
  }
  const end = Date.now() + timeoutMs
  for (;;) {
    const { all, drawn } = await page.evaluate(count)
    if (all > 0 && drawn === all) return
    if (Date.now() > end) throw new Error(`Only ${drawn} of ${all} pictures were drawn in ${timeoutMs} ms.`)
    await page.waitForTimeout(200)
  }
}

/** A tile on screen. */
export interface ShownTile {
  readonly record: number
  /** Its label: "Neon harbour, favorite, 3 of 4,218". */
  readonly label: string
  /** 1-based position from its label. */
  readonly place: number
  readonly isSelected: boolean
  readonly isFavorite: boolean
  readonly mark: 'none' | 'waiting' | 'needs-attention'
}

/** Reads all mounted tiles that have loaded, including some outside of the visible area, by position. */
export async function readTiles(page: Page): Promise<readonly ShownTile[]> {
  const tiles = await page.getByRole('gridcell').evaluateAll((cells) =>
    cells.map((cell) => ({
      record: Number(cell.getAttribute('data-record')),
      label: cell.getAttribute('aria-label') ?? '',
      isSelected: cell.getAttribute('aria-selected') === 'true',
      isFavorite: cell.querySelector('[data-part="star"][data-set]') !== null,
      mark: cell.querySelector('[data-mark]')?.getAttribute('data-mark') ?? 'none'
    }))
  )
  return tiles
    .filter(({ label }) => label !== '')
    .map((tile) => ({ ...tile, mark: tile.mark as ShownTile['mark'], place: placeOf(tile.label).place }))
    .toSorted((a, b) => a.place - b.place)
}

/** Position and number of the images in the view: the end of a label, after a name that may say the same. */
function placeOf(label: string): { readonly place: number; readonly total: number } {
  const [, place = '', total = ''] =
    new RegExp(`, ${pattern(copy.counted.ofAll(COUNT, COUNT)).source}$`).exec(label) ?? []
  return { place: numberIn(place), total: numberIn(total) }
}

/** Returns the tile at a 1-based position, by its label. */
export function tileAt(page: Page, place: number): Locator {
  return page.getByRole('gridcell', { name: pattern(`, ${copy.counted.ofAll(place, COUNT)}`) })
}

/** Returns the number of images in the view, by the labels of its tiles; 0 without tiles. */
export async function shownTotal(page: Page): Promise<number> {
  const label = await page.getByRole('gridcell').first().getAttribute('aria-label')
  return placeOf(label ?? '').total
}

/** Focuses the grid. */
export async function focusGrid(page: Page): Promise<void> {
  await page.getByRole('grid', { name: copy.images.grid }).focus()
}

/** Presses keys in the grid; resolves when the window has processed them. */
export async function pressInGrid(page: Page, ...keys: readonly string[]): Promise<void> {
  await focusGrid(page)
  for (const key of keys) await page.keyboard.press(key)
  await answered(page)
}

/** Returns a row of the sidebar by its label, with any count. */
export function sidebarRow(page: Page, label: string): Locator {
  return page
    .getByRole('navigation', { name: copy.frame.navigation })
    .getByRole('button')
    .filter({ has: page.getByText(label, { exact: true }) })
}

/** Returns the count of a sidebar row; NaN without one. */
export async function sidebarCount(page: Page, label: string): Promise<number> {
  const text = await sidebarRow(page, label).innerText()
  const digits = text.slice(text.indexOf(label) + label.length).trim()
  return digits === '' ? Number.NaN : numberIn(digits)
}

/** Opens a section of attributes in the sidebar, unless it is open. */
export async function openFacet(page: Page, label: string): Promise<void> {
  const section = sidebarRow(page, label)
  if ((await section.getAttribute('aria-expanded')) !== 'true') await section.click()
}

/** Returns the text under the title: "4,218 of 12,480" or "12,480 images". */
export function viewCountText(page: Page): Promise<string> {
  return page.getByRole('banner').getByRole('paragraph').first().innerText()
}

/** Returns the number of images in the view, as the text under the title says it. */
export async function viewCount(page: Page): Promise<number> {
  const text = await viewCountText(page)
  return numberIn(pattern(copy.counted.ofAll(COUNT, COUNT)).exec(text)?.[1] ?? text)
}

/** Waits until the view shows a number of images; rejects after half a minute. */
export async function waitForViewCount(page: Page, wanted: number): Promise<void> {
  await waitUntilShown(page, async () => (await viewCount(page)) === wanted)
}

/** Returns the first text of the status bar. */
export function statusText(page: Page): Promise<string> {
  return page.getByRole('contentinfo').getByRole('paragraph').first().innerText()
}

/** Returns the whole text of the status bar. */
export function statusBarText(page: Page): Promise<string> {
  return page.getByRole('contentinfo').innerText()
}

/** Returns the Undo button of a notification with a text. */
export function undoOf(page: Page, said: string | RegExp): Locator {
  return page.getByText(said).first().locator('..').getByRole('button', { name: copy.status.undo, exact: true })
}
