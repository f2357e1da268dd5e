/** Where a key was pressed, as far as commands care: text and whatever floats over a screen have keys of their own. */
import type { Platform } from './chord.ts'

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

/** The system this window runs on, as the page was told at its start. Falls back to Linux, whose keys are those of Windows. */
export function currentPlatform(): Platform {
  const told = document.documentElement.dataset['platform']
  return told === 'darwin' || told === 'win32' ? told : 'linux'
}
