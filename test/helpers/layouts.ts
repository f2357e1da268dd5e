/** Presses keys of other keyboard layouts, with their character and the position of the key. */
import type { Page } from 'playwright-core'

/** Characters that differ from those of a US keyboard at the same key. */
export const LAYOUTS = {
  US: {},
  Russian: { a: 'ф', e: 'у', f: 'а', h: 'р', i: 'ш', l: 'д', n: 'т', x: 'ч', y: 'н', z: 'я' },
  Greek: { a: 'α', f: 'φ', i: 'ι', n: 'ν', x: 'χ', z: 'ζ' },
  Arabic: { a: 'ش', e: 'ث', f: 'ب', h: 'ا', i: 'ه', l: 'م', n: 'ى', x: 'ء', y: 'غ', z: 'ئ' },
  Hebrew: { a: 'ש', f: 'כ', i: 'ן', n: 'מ', x: 'ס', z: 'ז' },
  French: { a: 'q', q: 'a', w: 'z', z: 'w', '1': '&', '2': 'é' }
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

export type Layout = keyof typeof LAYOUTS

type Table = Readonly<Record<string, string>>

/** Characters with Shift that are not the capital letter. */
const SHIFTED: Partial<Readonly<Record<Layout, Table>>> = {
  Arabic: { a: '\u0650', e: '\u064F', f: '[', i: '÷', l: '/', x: '\u0652', y: 'إ', z: '~' }
}

const MODIFIERS: Readonly<Record<string, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 }

/** Returns the key of a US keyboard that users of a layout press for a character. */
function placeOf(table: Table, wanted: string): string {
  // The key with the character; on layouts of other scripts, the key of a US keyboard.
  return Object.keys(table).find((place) => table[place] === wanted) ?? wanted
}

function keyOn(layout: Layout, wanted: string, isShifted: boolean) {
  const table: Table = LAYOUTS[layout]
  const place = placeOf(table, wanted)
  const typed = table[place] ?? place
  return {
    key: isShifted ? (SHIFTED[layout]?.[place] ?? typed.toUpperCase()) : typed,
    code: /^\d$/.test(place) ? `Digit${place}` : `Key${place.toUpperCase()}`,
    windowsVirtualKeyCode: place.toUpperCase().charCodeAt(0)
  }
}

/**
 * Presses a chord, such as "Control+f", with the key that users of a layout press; named keys are the same on every
 * layout. `repeats`: how often the key repeats while it is held.
 */
export async function pressOn(page: Page, layout: Layout, chord: string, repeats = 0): Promise<void> {
  const held = chord.split('+')
  const wanted = held.pop() ?? ''
  if (wanted.length > 1) return pressNamed(page, { key: wanted, held, repeats })
  const modifiers = held.reduce((sum, name) => sum + (MODIFIERS[name] ?? 0), 0)
  const key = { ...keyOn(layout, wanted, held.includes('Shift')), modifiers }
  const session = await page.context().newCDPSession(page)
  for (let press = 0; press <= repeats; press += 1) {
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key, autoRepeat: press > 0 })
  }
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  await session.detach()
}

interface NamedKey {
  readonly key: string
  readonly held: readonly string[]
  readonly repeats: number
}

async function pressNamed({ keyboard }: Page, { key, held, repeats }: NamedKey): Promise<void> {
  for (const name of held) await keyboard.down(name)
  // Further ones repeat the key.
  for (let press = 0; press <= repeats; press += 1) await keyboard.down(key)
  for (const name of [key, ...held]) await keyboard.up(name)
}
