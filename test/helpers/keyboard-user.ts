/**
 * A user without a mouse, who presses keys of one layout, types, and reads the focus and the screen. Pointer events are
 * counted.
 */
import type { Page } from 'playwright-core'
import { pressOn, type Layout } from './layouts.ts'

export interface KeyboardUser {
  /** Presses each chord once: "Control+a", "Shift+ArrowRight", "Delete". */
  readonly press: (...chords: readonly string[]) => Promise<void>
  /** Holds a chord until its key has repeated so often. */
  readonly hold: (chord: string, repeats: number) => Promise<void>
  /** Types text into the focused element, independently of the layout. */
  readonly type: (text: string) => Promise<void>
  /** Presses a key until an element has the focus; throws after a full round. */
  readonly goTo: (goal: RegExp, key?: string) => Promise<void>
  /** Role, name and state of the focused element, as for assistive technology: `button "Connect"`. */
  readonly focus: () => Promise<string>
  /** Waits until a text is visible. */
  readonly sees: (words: string | RegExp) => Promise<void>
  /** Whether a text is visible now. */
  readonly seesNow: (words: string | RegExp) => Promise<boolean>
  /** Labels of the selected tiles. */
  readonly selected: () => Promise<readonly string[]>
  /** Number of pointer events. */
  readonly pointed: () => Promise<number>
}

/** Key presses for a full round on any screen. */
const ROUND = 80
const PATIENCE_MS = 60_000

/** Starts counting pointer events. */
export async function handToKeyboard(page: Page, layout: Layout): Promise<KeyboardUser> {
  await countPointing(page)
  const focus = (): Promise<string> => readFocus(page)
  const press = async (...chords: readonly string[]): Promise<void> => {
    for (const chord of chords) await pressOn(page, layout, chord)
  }
  const words = (text: string | RegExp) => page.getByText(text).filter({ visible: true })
  return {
    press,
    hold: (chord, repeats) => pressOn(page, layout, chord, repeats),
    type: (text) => page.keyboard.type(text),
    goTo: async (goal, key = 'Tab') => {
      const passed: string[] = []
      for (let presses = 0; presses < ROUND; presses += 1) {
        const at = await focus()
        if (goal.test(at)) return
        passed.push(at)
        await press(key)
      }
      throw new Error(`${key} does not lead to ${goal.source}, but to:\n${[...new Set(passed)].join('\n')}`)
    },
    focus,
    sees: (text) => words(text).first().waitFor({ timeout: PATIENCE_MS }),
    seesNow: async (text) => (await words(text).count()) > 0,
    selected: () =>
      page
        .getByRole('gridcell', { selected: true })
        .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label') ?? '')),
    pointed: () => page.evaluate(() => Number(document.documentElement.dataset['pointed']))
  }
}

/** In a grid, reads the active cell. */
async function readFocus(page: Page): Promise<string> {
  const active = await page.evaluate(() => document.activeElement?.getAttribute('aria-activedescendant') ?? null)
  const place = page.locator(active === null ? ':focus' : `#${active}`)
  if ((await place.count()) === 0) return 'nothing'
  const [line = ''] = (await place.first().ariaSnapshot()).split('\n')
  return line.replace(/^- /, '')
}

/**
 * Clicks without detail come from Enter or Space. Moves are not counted, because elements that appear under the pointer
 * get one.
 */
async function countPointing(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset['pointed'] = '0'
    const count = (event: Event): void => {
      if (!(event instanceof MouseEvent) || event.type !== 'click' || event.detail > 0)
        dataset['pointed'] = String(Number(dataset['pointed']) + 1)
    }
    for (const type of ['pointerdown', 'wheel', 'touchstart', 'click'])
      window.addEventListener(type, count, { capture: true })
  })
}
