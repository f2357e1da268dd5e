/** What a person does in the window, by the names a person sees. Shared by the end-to-end tests and the journeys. */
import type { Locator, Page } from 'playwright-core'
import { answered, waitUntilShown } from './window-bridge.ts'

export interface TypedConnection {
  readonly images: string
  readonly imagesKey: string
  readonly projects: string
  readonly projectsKey: string
}

/** Fills in the connect screen by typing and connects; ends when the main screen is there. */
export async function connectByTyping(page: Page, typed: TypedConnection): Promise<void> {
  await page.getByLabel('Images service address').fill(typed.images)
  await page.getByLabel('API key', { exact: true }).fill(typed.imagesKey)
  await page.getByLabel('Projects service address').fill(typed.projects)
  if (typed.projectsKey !== typed.imagesKey) {
    await page.getByText('Use the same key for projects').click()
    await page.getByLabel('API key for projects').fill(typed.projectsKey)
  }
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('navigation', { name: 'Library' }).waitFor()
}

/** Opens the Style section of the sidebar when it is closed, and chooses one value. */
export async function chooseStyle(page: Page, label: string): Promise<void> {
  const section = page.getByRole('button', { name: 'Style', exact: true })
  if ((await section.getAttribute('aria-expanded')) !== 'true') await section.click()
  await page.getByRole('button', { name: new RegExp(`^${label}\\b`) }).click()
}

/** Puts the keyboard into the grid and selects everything that matches. */
export async function selectAllMatching(page: Page): Promise<void> {
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar').first().waitFor()
}

/** Tiles on screen whose label says that they are favorites, and all tiles on screen. */
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

/** The page keeps the answer here, since the key is pressed between two calls. */
interface TimedWindow {
  starMs?: Promise<number>
}

/**
 * Presses F in the grid and answers how long it took, in ms, from the key until the frame in which every visible
 * tile wore its star. Rejects after ten seconds without one.
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
    const look = (pressedAt: number): void => {
      const took = performance.now() - pressedAt
      if (areAllStarred()) resolve(took)
      else if (took > 10_000) reject(new Error('The stars did not appear within ten seconds.'))
      else requestAnimationFrame(() => look(pressedAt))
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'f') return
      document.removeEventListener('keydown', onKey, true)
      const pressedAt = performance.now()
      requestAnimationFrame(() => look(pressedAt))
    }
    document.addEventListener('keydown', onKey, true)
    setTimeout(() => reject(new Error('The key never reached the page.')), 20_000)
  })
  await page.getByRole('grid').focus()
  await page.keyboard.press('f')
  return page.evaluate(() => (globalThis as TimedWindow).starMs ?? Promise.reject(new Error('Nothing was timed.')))
}

/** Waits until every picture on screen is drawn, one at least; rejects after `timeoutMs` with how many are. */
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

/** A tile as it is on screen, in the order of places. */
export interface ShownTile {
  readonly record: number
  /** What is said of it: "Neon harbour, favorite, 3 of 4,218". */
  readonly label: string
  /** 1-based, out of its label. */
  readonly place: number
  readonly isSelected: boolean
  readonly isFavorite: boolean
  readonly mark: 'none' | 'waiting' | 'needs-you'
}

/** Every tile that is mounted and knows what it shows; a few of them lie just outside of what is seen. */
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
    .map((tile) => ({ ...tile, mark: tile.mark as ShownTile['mark'], place: placeIn(tile.label) }))
    .toSorted((a, b) => a.place - b.place)
}

const placeIn = (label: string): number => numberIn(/, ([\d,]+) of [\d,]+$/.exec(label)?.[1] ?? '')

/** "4,218" -> 4218. */
export const numberIn = (text: string): number => Number(text.replaceAll(/\D/g, ''))

/** The tile at a 1-based place, by what is said of it. */
export function tileAt(page: Page, place: number): Locator {
  return page.getByRole('gridcell', { name: new RegExp(`, ${place.toLocaleString('en-US')} of [\\d,]+$`) })
}

/** How many records the view on screen holds, by what is said of its tiles; 0 without any. */
export async function shownTotal(page: Page): Promise<number> {
  const label = await page.getByRole('gridcell').first().getAttribute('aria-label')
  return numberIn(/ of ([\d,]+)$/.exec(label ?? '')?.[1] ?? '')
}

/** Puts the keyboard into the grid. */
export async function focusGrid(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Images' }).focus()
}

/** Presses keys one after the other in the grid; ends when they were answered. */
export async function pressInGrid(page: Page, ...keys: readonly string[]): Promise<void> {
  await focusGrid(page)
  for (const key of keys) await page.keyboard.press(key)
  await answered(page)
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A row of the sidebar by its words, whatever its count. */
export function sidebarRow(page: Page, label: string): Locator {
  return page
    .getByRole('navigation', { name: 'Library' })
    .getByRole('button', { name: new RegExp(`^${escaped(label)}( [\\d,]+)?$`) })
}

/** The number beside a row of the sidebar; NaN while there is none. */
export async function sidebarCount(page: Page, label: string): Promise<number> {
  const text = await sidebarRow(page, label).innerText()
  const digits = /([\d,]+)\s*$/.exec(text.slice(text.indexOf(label) + label.length))?.[1]
  return digits === undefined ? Number.NaN : numberIn(digits)
}

/** Opens a section of looks in the sidebar; one that is open stays so. */
export async function openLook(page: Page, label: string): Promise<void> {
  const section = sidebarRow(page, label)
  if ((await section.getAttribute('aria-expanded')) !== 'true') await section.click()
}

/** "4,218 of 12,480" or "12,480 images", under the title. */
export function viewCountText(page: Page): Promise<string> {
  return page.getByRole('banner').getByRole('paragraph').first().innerText()
}

/** Waits until the count above the grid says that the view holds so many images; rejects after half a minute. */
export async function waitForViewCount(page: Page, wanted: number): Promise<void> {
  await waitUntilShown(page, async () => numberIn((await viewCountText(page)).split(' of ')[0] ?? '') === wanted)
}

/** What the start of the status bar says. */
export function statusText(page: Page): Promise<string> {
  return page.getByRole('contentinfo').getByRole('paragraph').first().innerText()
}

/** Everything the status bar says. */
export function statusBarText(page: Page): Promise<string> {
  return page.getByRole('contentinfo').innerText()
}

/** The Undo of the message that says this. */
export function undoOf(page: Page, said: string | RegExp): Locator {
  return page.getByText(said).first().locator('..').getByRole('button', { name: 'Undo', exact: true })
}
