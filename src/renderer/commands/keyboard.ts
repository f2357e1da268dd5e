/** The keyboard in front of the window: what is printed on the keys that a command has. */
import { create } from 'zustand'
import type { Bridge } from '../../shared/bridge.ts'
import { type KeyboardLayout, printedKey } from '../../shared/keys.ts'
import { keysText } from '../copy/commands.ts'
import type { Chord, Platform } from './chord.ts'

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

// Where a key was pressed, as far as commands care: text and whatever floats over a screen have keys of their own.

const TEXT = 'input:not([type="range"], [type="checkbox"], [type="radio"]), textarea, [contenteditable]'
/** Floats over the screen and has keys of its own. */
const FLOATING = '[role="menu"], [role="dialog"], [role="alertdialog"], [role="listbox"]'

/** In a text field. */
export function isInText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT) !== null
}

/** In a text field, or in a menu or panel over the screen. */
export function isElsewhere(target: EventTarget | null): boolean {
  return isInText(target) || (target instanceof Element && target.closest(FLOATING) !== null)
}

/** A question holds the window: nothing behind it is to be moved. */
export function isQuestionOpen(): boolean {
  return document.querySelector('[data-holds-window]') !== null
}

/** The system this window runs on, as set on the page at its start. Falls back to Linux, whose keys are those of Windows. */
export function currentPlatform(): Platform {
  const told = document.documentElement.dataset['platform']
  return told === 'darwin' || told === 'win32' ? told : 'linux'
}
