import { describe, expect, it } from 'vitest'
import { LAYOUTS } from '../../test/helpers/layouts.ts'
import { isKey, printedKey, type KeyboardLayout } from './keys.ts'

const KEYS = ['a', 'f', 'i', 'n', 'x', 'z', '1', '2']

/** Returns a layout in Chromium's format: typed characters by key code. */
const layoutOf = (name: keyof typeof LAYOUTS): KeyboardLayout =>
  Object.fromEntries(
    Object.entries({ ...LATIN, ...LAYOUTS[name] }).map(([us, typed]) => [
      /\d/.test(us) ? `Digit${us}` : `Key${us.toUpperCase()}`,
      typed
    ])
  )
const LATIN = Object.fromEntries(KEYS.map((key) => [key, key]))

describe('the printed key', () => {
  it.each([
    ['US', 'f', 'f'],
    ['Russian', 'f', 'а'],
    ['Greek', 'f', 'φ'],
    ['Arabic', 'f', 'ب'],
    ['Hebrew', 'f', 'כ'],
    ['French', 'f', 'f'],
    ['French', '1', '&'],
    ['French', '2', 'é'],
    ['Russian', 'Delete', 'Delete'],
    ['Russian', '?', '?']
  ] as const)('%s: %s is %s', (layout, key, printed) => {
    expect(printedKey(key, layoutOf(layout))).toBe(printed)
  })

  it('is the character if the layout has it on any key', () => {
    const azerty = { KeyQ: 'a', KeyA: 'q', KeyW: 'z' }
    expect(['a', 'q', 'z'].map((key) => printedKey(key, azerty))).toEqual(['a', 'q', 'z'])
  })

  it('is the key if the layout is unknown', () => {
    expect(printedKey('f', {})).toBe('f')
  })

  it.each(Object.keys(LAYOUTS) as (keyof typeof LAYOUTS)[])('%s: the shown key triggers the shortcut', (name) => {
    const layout = layoutOf(name)
    for (const key of KEYS) {
      const printed = printedKey(key, layout)
      const code = Object.keys(layout).find((place) => layout[place] === printed) ?? ''
      expect([key, isKey({ key: printed, code }, key)]).toEqual([key, true])
    }
  })
})
