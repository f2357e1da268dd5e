/** What a person does in the window, by the names a person sees. Shared by the end-to-end tests and the journeys. */
import type { Page } from 'playwright-core'
import type { Bridge } from '../../src/shared/bridge.ts'
import type { Result } from '../../src/shared/failure.ts'
import type { SyncStatus } from '../../src/shared/sync-status.ts'

export interface TypedConnection {
  readonly images: string
  readonly imagesKey: string
  readonly projects: string
  readonly projectsKey: string
}

/** The page's own name of the bridge, for functions that run inside it. */
interface PageWindow {
  readonly bridge: Bridge
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`The bridge answered ${result.failure.code}: ${result.failure.detail ?? ''}`)
  return result.value
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

/** What the status bar is built from. */
export async function readStatus(page: Page): Promise<SyncStatus> {
  return valueOf(await page.evaluate(() => (globalThis as unknown as PageWindow).bridge.getSyncStatus(null)))
}

/** Polls the status until it is as wanted; rejects with the last one after `timeoutMs`. */
export async function waitForStatus(
  page: Page,
  isWanted: (status: SyncStatus) => boolean,
  timeoutMs = 60_000
): Promise<SyncStatus> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const status = await readStatus(page)
    if (isWanted(status)) return status
    if (Date.now() > end) throw new Error(`Status was not reached in ${timeoutMs} ms: ${JSON.stringify(status)}`)
    await page.waitForTimeout(100)
  }
}

/** Both groups were read to their end, and nothing waits. */
export const isUpToDate = (status: SyncStatus): boolean =>
  status.images.state === 'up-to-date' && status.projects.state === 'up-to-date' && status.waiting === 0

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

/**
 * Presses F in the grid and answers how long it took, in ms, from the key until the frame in which every visible
 * tile wore its star. Rejects after ten seconds without one.
 */
export async function pressStarAndTime(page: Page): Promise<number> {
  const timed = page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        let pressedAt = 0
        const areAllStarred = (): boolean =>
          [...document.querySelectorAll('[role="gridcell"][aria-selected="true"]')].every(
            (cell) => cell.querySelector('[data-part="star"][data-set]') !== null
          )
        const look = (): void => {
          const now = performance.now()
          if (areAllStarred()) return resolve(now - pressedAt)
          if (now - pressedAt > 10_000) return reject(new Error('The stars did not appear within ten seconds.'))
          requestAnimationFrame(look)
        }
        const onKey = (event: KeyboardEvent): void => {
          if (event.key !== 'f') return
          document.removeEventListener('keydown', onKey, true)
          pressedAt = performance.now()
          requestAnimationFrame(look)
        }
        document.addEventListener('keydown', onKey, true)
      })
  )
  await page.getByRole('grid').focus()
  await page.keyboard.press('f')
  return timed
}

/** Waits until every picture on screen is drawn; goes on after `timeoutMs` with what is there. */
export async function waitForPictures(page: Page, timeoutMs = 30_000): Promise<void> {
  const areDrawn = (): boolean => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('[role="gridcell"] img')]
    return pictures.length > 0 && pictures.every((picture) => picture.complete && picture.naturalWidth > 0)
  }
  const end = Date.now() + timeoutMs
  while (Date.now() < end && !(await page.evaluate(areDrawn))) await page.waitForTimeout(200)
}
