/** Performs actions in the window, and measures their cost. */
import type { CDPSession, Page } from 'playwright-core'
import { focusGrid, pressStarAndTime } from '../../drivers/user.ts'
import { answered, settled } from '../../drivers/window-bridge.ts'
import type { Seen, Watch, BenchPage } from './page/watch.ts'

interface BenchWindow {
  readonly bench: BenchPage
  watch?: Watch
}

/** The observations of one step, and the main-thread work of the page for it, ms. */
export interface Step extends Seen {
  readonly work: number
}

/** Upper bound of the duration of a jump. */
const JUMP_MS = 200
/** Longer than the debounce of the search, so each letter starts a search. */
const LETTER_MS = 200

/** Performs steps in the page and measures each of them. */
export interface Meter {
  readonly page: Page
  readonly take: (step: () => Promise<unknown>) => Promise<Step>
}

/** Watches the grid that the selector finds, from now on. */
export async function meterOn(page: Page, selector: string): Promise<Meter> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.evaluate((grid) => {
    const state = globalThis as unknown as BenchWindow
    state.watch = state.bench.startWatch(grid)
  }, selector)
  const seen = () => page.evaluate(() => (globalThis as unknown as BenchWindow).watch?.take())
  return {
    page,
    take: async (step) => {
      await seen()
      const before = await workOf(cdp)
      await step()
      const observed = await seen()
      if (observed === undefined) throw new Error('No grid is being watched in the page.')
      return { ...observed, work: (await workOf(cdp)) - before }
    }
  }
}

async function workOf(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

/**
 * Jumps this many times with the scrollbar, all over the library; each position comes twice, so half of them are known.
 */
export async function jumpByScrollbar({ take, page }: Meter, selector: string, jumps: number): Promise<Step[]> {
  const steps: Step[] = []
  for (let at = 0; at < jumps; at += 1) {
    const share = ((at % Math.ceil(jumps / 2)) * 0.381_966) % 1
    steps.push(
      await take(async () => {
        await page.evaluate(
          ([grid, to]) => {
            const element = document.querySelector(grid)
            if (element !== null) element.scrollTop = to * (element.scrollHeight - element.clientHeight)
          },
          [selector, share] as const
        )
        await page.waitForTimeout(JUMP_MS)
      })
    )
  }
  return steps
}

/** Jumps this many times by Ctrl+End, PageUp, Ctrl+Home, and PageDown, each pressed until the next. */
export async function jumpByKeys({ take, page }: Meter, jumps: number): Promise<Step[]> {
  const keys = ['Control+End', 'PageUp', 'PageUp', 'Control+Home', 'PageDown', 'PageDown']
  await focusGrid(page)
  const steps: Step[] = []
  for (let at = 0; at < jumps; at += 1) {
    steps.push(
      await take(async () => {
        await page.keyboard.press(keys[at % keys.length] ?? 'Control+Home')
        await page.waitForTimeout(JUMP_MS)
      })
    )
  }
  return steps
}

/** Types ten letters into the search, and deletes them again. */
export async function typeTenLetters({ take, page }: Meter): Promise<Step> {
  const field = page.getByRole('searchbox').first()
  await field.click()
  const step = await take(async () => {
    await page.keyboard.type('lighthouse', { delay: LETTER_MS })
    await page.waitForTimeout(2 * LETTER_MS)
  })
  await field.fill('')
  await settled(page)
  return step
}

/** Selects tiles from the first one on, with the pointer as a user does, and returns their number. */
export async function selectFirst(page: Page, count: number): Promise<number> {
  await focusGrid(page)
  await page.keyboard.press('Control+Home')
  await answered(page)
  await page
    .getByRole('gridcell')
    .first()
    .click({ position: { x: 40, y: 60 } })
  await page.evaluate((place) => {
    const grid = document.querySelector('[role="grid"]')
    const columns = Number(grid?.getAttribute('aria-colcount'))
    const rows = Number(grid?.getAttribute('aria-rowcount'))
    if (grid !== null) grid.scrollTop = ((Math.floor(place / columns) - 1) / rows) * grid.scrollHeight
  }, count)
  await answered(page)
  await page.locator(`#image-cell-${count - 1}`).click({ modifiers: ['Shift'], position: { x: 40, y: 60 } })
  await settled(page)
  const label = await page.getByRole('toolbar').first().getAttribute('aria-label')
  return Number((label ?? '').replaceAll(/\D/g, ''))
}

/**
 * Measures ms from the key to the frame that shows the favorite mark on all visible tiles, this many times; removes the
 * marks in between.
 */
export async function starAndTime(page: Page, times: number): Promise<number[]> {
  const took: number[] = []
  for (let at = 0; at < times; at += 1) {
    took.push(await pressStarAndTime(page))
    await settled(page)
    await page.keyboard.press('Shift+F')
    await settled(page)
  }
  return took
}
