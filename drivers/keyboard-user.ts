/**
 * A person without a mouse. A journey that has only this can press keys of one layout, type, and read what has the
 * keyboard and what is on screen; it can point at nothing, and a pointer that moves all the same is counted.
 */
import type { Page } from 'playwright-core'
import { pressOn, type Layout } from './layouts.ts'

export interface KeyboardUser {
  /** Presses each chord once: "Control+a", "Shift+ArrowRight", "Delete". */
  readonly press: (...chords: readonly string[]) => Promise<void>
  /** Keeps a chord down until its key has repeated so often. */
  readonly hold: (chord: string, repeats: number) => Promise<void>
  /** Types text into what has the keyboard, in whichever layout has its characters. */
  readonly type: (text: string) => Promise<void>
  /** Presses the key until this has the keyboard; throws when a whole round does not lead there. */
  readonly goTo: (goal: RegExp, key?: string) => Promise<void>
  /** Role, name and state of what has the keyboard, as assistive technology reads it: `button "Connect"`. */
  readonly focus: () => Promise<string>
  /** Waits until the words are on screen. */
  readonly sees: (words: string | RegExp) => Promise<void>
  /** Whether such words are on screen now. */
  readonly seesNow: (words: string | RegExp) => Promise<boolean>
  /** What assistive technology reads of every tile that is selected. */
  readonly selected: () => Promise<readonly string[]>
  /** How often something was pointed at. */
  readonly pointed: () => Promise<number>
}

/** Presses that lead once around any screen. */
const A_ROUND = 80
const PATIENCE_MS = 60_000

/** Gives the window to a person without a mouse. */
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
      for (let presses = 0; presses < A_ROUND; presses += 1) {
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

/** In a grid, the cell that it says is the active one. */
async function readFocus(page: Page): Promise<string> {
  const active = await page.evaluate(() => document.activeElement?.getAttribute('aria-activedescendant') ?? null)
  const place = page.locator(active === null ? ':focus' : `#${active}`)
  if ((await place.count()) === 0) return 'nothing'
  const [line = ''] = (await place.first().ariaSnapshot()).split('\n')
  return line.replace(/^- /, '')
}

/**
 * A press of Enter or Space is a click as well, without a pointer: those have no detail. Moves do not count: what appears
 * under the pointer of a real screen hears of one.
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
