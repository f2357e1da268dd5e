/// <reference types="@vitest/browser-playwright" />
/** Shows a component in the page of a test, and acts as its user. */
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { expect } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { copy } from '../../src/copy/language.ts'
import type { Locator } from 'vitest/browser'

interface Shown {
  readonly root: Root
  readonly place: HTMLElement
}

const shown: Shown[] = []

export function show(component: ReactNode): void {
  const place = document.body.appendChild(document.createElement('div'))
  // The styles of the window use this id, as in src/renderer/index.html.
  place.id = 'root'
  const root = createRoot(place)
  shown.push({ root, place })
  root.render(component)
}

/** Removes the shown component. */
export function removeShown(): void {
  for (const { root, place } of shown.splice(0)) {
    root.unmount()
    place.remove()
  }
}

/** Presses each chord on the focused element: "Control+a", "Escape", "x". */
export async function press(...chords: readonly string[]): Promise<void> {
  await userEvent.keyboard(chords.map(keysOf).join(''))
}

/** Converts "Control+a" to the syntax of user-event. */
function keysOf(chord: string): string {
  const [key = '', ...held] = chord.split('+').toReversed()
  const down = held.map((name) => `{${name}>}`).join('')
  const up = held.map((name) => `{/${name}}`).join('')
  return `${down}{${key}}${up}`
}

/** Presses the chords in the grid of images, after it shows its tiles. */
export async function pressInGrid(...chords: readonly string[]): Promise<void> {
  await expect.element(page.getByRole('gridcell').first()).toHaveAttribute('aria-label')
  elementOf(grid()).focus()
  await press(...chords)
}

/** Clicks as assistive technology does; the slower end-to-end tests check what a pointer hits. */
export async function click(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible()
  const element = elementOf(control)
  element.focus()
  element.click()
}

/** Replaces the text of the field in one step of typing. */
export async function fill(field: Locator, text: string): Promise<void> {
  await expect.element(field).toBeVisible()
  const element = elementOf(field) as HTMLInputElement | HTMLTextAreaElement
  element.focus()
  element.select()
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
}

const elementOf = (locator: Locator): HTMLElement => locator.element() as HTMLElement

/** Composes text as an input method does: every key pressed until `end` belongs to the composition. */
export async function compose(text: string): Promise<{ readonly end: () => Promise<unknown> }> {
  const place = { selectionStart: text.length, selectionEnd: text.length }
  await cdp().send('Input.imeSetComposition', { text, ...place })
  return { end: () => cdp().send('Input.insertText', { text }) }
}

/** Finds the tile with that name. */
export function tile(name: string): Locator {
  return page.getByRole('gridcell', { name: new RegExp(`^${name}, `) })
}

export const grid = (): Locator => page.getByRole('grid', { name: copy.images.grid })
