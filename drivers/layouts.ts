/** Key presses as keyboards of other layouts make them: the character that is printed there, and the place of the key. */
import type { Page } from 'playwright-core'

/** What a layout types where a US keyboard has the letter or digit; what is not named is typed as there. */
export const LAYOUTS = {
  US: {},
  Russian: { a: 'ф', f: 'а', i: 'ш', n: 'т', x: 'ч', z: 'я' },
  Greek: { a: 'α', f: 'φ', i: 'ι', n: 'ν', x: 'χ', z: 'ζ' },
  Arabic: { a: 'ش', f: 'ب', i: 'ه', n: 'ى', x: 'ء', z: 'ئ' },
  Hebrew: { a: 'ש', f: 'כ', i: 'ן', n: 'מ', x: 'ס', z: 'ז' },
  French: { '1': '&', '2': 'é' }
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

export type Layout = keyof typeof LAYOUTS

const MODIFIERS: Readonly<Record<string, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 }

/** Presses a chord, as "Control+f", at the places where a US keyboard has its keys. */
export async function pressOn(page: Page, layout: Layout, chord: string): Promise<void> {
  const held = chord.split('+')
  const us = held.pop() ?? ''
  const typed = (LAYOUTS[layout] as Readonly<Record<string, string>>)[us] ?? us
  const modifiers = held.reduce((sum, name) => sum + (MODIFIERS[name] ?? 0), 0)
  const key = {
    key: held.includes('Shift') ? typed.toUpperCase() : typed,
    code: /^\d$/.test(us) ? `Digit${us}` : `Key${us.toUpperCase()}`,
    windowsVirtualKeyCode: us.toUpperCase().charCodeAt(0),
    modifiers
  }
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  await session.detach()
}
