/** The keyboard in front of the window: what is printed on the keys that a command has. */
import { create } from 'zustand'
import type { Bridge } from '../../shared/bridge.ts'
import { printedKey } from '../../shared/keys.ts'
import type { KeyboardLayout } from '../../shared/keys.ts'
import { keysText } from '../copy/commands.ts'
import type { Chord } from './chord.ts'
import { currentPlatform } from './place-of-focus.ts'

/** Of Chromium; TypeScript does not know it. */
interface KeyboardApi {
  readonly getLayoutMap: () => Promise<ReadonlyMap<string, string>>
}

export const useKeyboard = create<{ readonly layout: KeyboardLayout }>()(() => ({ layout: {} }))

/** A chord in the words of this keyboard: "Ctrl+F", and "Ctrl+А" where that is what the key has. */
export function keysOf(chord: Chord): string {
  const key = printedKey(chord.key, useKeyboard.getState().layout)
  return keysText({ ...chord, key }, currentPlatform())
}

/**
 * Reads the layout now and whenever the window comes to the front, since no event says that another one is in use.
 * Settles once main has the first. Where several are set up, Chromium answers for one with Latin letters, which such
 * keyboards have printed on them as well.
 */
export async function followKeyboard(bridge: Pick<Bridge, 'setKeyboardLayout'>): Promise<void> {
  const { keyboard } = navigator as Navigator & { readonly keyboard?: KeyboardApi }
  if (keyboard === undefined) return
  const read = async (): Promise<void> => {
    // A page that is not in front may be refused it: what was read before then stands.
    const map = await keyboard.getLayoutMap().catch(() => null)
    if (map === null) return
    const layout = Object.fromEntries(map)
    if (JSON.stringify(layout) === JSON.stringify(useKeyboard.getState().layout)) return
    useKeyboard.setState({ layout })
    await bridge.setKeyboardLayout({ layout })
  }
  window.addEventListener('focus', () => void read())
  await read()
}
