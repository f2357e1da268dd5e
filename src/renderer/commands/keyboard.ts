/** The connected keyboard: what is printed on the keys of a command. */
import { create } from 'zustand'
import type { Bridge } from '../../shared/bridge.ts'
import { type KeyboardLayout, printedKey } from '../../shared/keys.ts'
import { keysText } from '../../copy/commands.ts'
import type { Chord, Platform } from './chord.ts'

/** A Chromium API that TypeScript does not know. */
interface KeyboardApi {
  readonly getLayoutMap: () => Promise<ReadonlyMap<string, string>>
}

export const useKeyboard = create<{ readonly layout: KeyboardLayout }>()(() => ({ layout: {} }))

/** Formats a chord with the names of this keyboard: “Ctrl+F”, or “Ctrl+А” if that is printed on the key. */
export function keysOf(chord: Chord): string {
  const key = printedKey(chord.key, useKeyboard.getState().layout)
  return keysText({ ...chord, key }, currentPlatform())
}

/**
 * Reads the layout now and whenever the window gets the focus, because no event reports a change of layout. Settles
 * once main has the first one. If several layouts are set up, Chromium returns one with Latin letters, which such
 * keyboards also have printed on them.
 */
export async function followKeyboard(bridge: Pick<Bridge, 'setKeyboardLayout'>): Promise<void> {
  const { keyboard } = navigator as Navigator & { readonly keyboard?: KeyboardApi }
  if (keyboard === undefined) return
  const read = async (): Promise<void> => {
    // A background page may be refused; the earlier layout then stays.
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

// Where a key was pressed: text fields and floating panels have keys of their own.

const TEXT = 'input:not([type="range"], [type="checkbox"], [type="radio"]), textarea, [contenteditable]'
/** Panels that float over the screen and have keys of their own. */
const FLOATING = '[role="menu"], [role="dialog"], [role="alertdialog"], [role="listbox"]'

/** Returns whether the target is in a text field. */
export function isInText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT) !== null
}

/** Returns whether the target is in a text field, or in a menu or panel over the screen. */
export function isElsewhere(target: EventTarget | null): boolean {
  return isInText(target) || (target instanceof Element && target.closest(FLOATING) !== null)
}

/** Returns whether a modal dialog is open, which blocks everything behind it. */
export function isQuestionOpen(): boolean {
  return document.querySelector('[data-holds-window]') !== null
}

/**
 * Returns the operating system, as set on the page at its start. Falls back to Linux, whose keys are those of Windows.
 */
export function currentPlatform(): Platform {
  const platform = document.documentElement.dataset['platform']
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux'
}
