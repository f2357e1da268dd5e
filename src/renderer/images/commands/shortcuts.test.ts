import { describe, expect, test } from 'vitest'
import type { KeyPress, Platform } from '../../commands/chord.ts'
import { commandOf, type ImageCommand, type KeyPlace, SHORTCUTS } from './shortcuts.ts'

/** Converts “Ctrl+Shift+a” and the like to an event. */
function press(chord: string, isComposing = false): KeyPress {
  const parts = chord.split(/\+(?=.)/)
  const key = parts.pop() ?? ''
  return {
    key,
    code: '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Cmd'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
    isComposing
  }
}
const inGrid = (platform: Platform): KeyPlace => ({ ...onScreen, platform, isGridFocused: true })
const onScreen: KeyPlace = { platform: 'linux', isGridFocused: false, isInfoFocused: false, isElsewhere: false }
const inText: KeyPlace = { ...onScreen, isElsewhere: true }
const name = (command: ImageCommand | null) =>
  command?.name === 'move' ? `${command.step} ${command.kind}` : (command?.name ?? null)

describe('keys with the focus in the grid', () => {
  test.each<[Platform, string, string | null]>([
    ['linux', 'f', 'add-favorite'],
    ['linux', '.', 'add-favorite'],
    ['linux', 'Ctrl+l', 'add-favorite'],
    ['darwin', 'Cmd+l', 'add-favorite'],
    ['darwin', 'Ctrl+l', null],
    ['linux', 'Shift+F', 'remove-favorite'],
    ['linux', 'Ctrl+f', 'find'],
    ['linux', 'Ctrl+a', 'select-all'],
    ['darwin', 'Cmd+a', 'select-all'],
    ['darwin', 'Ctrl+a', null],
    ['linux', 'Ctrl+Shift+A', 'deselect'],
    ['linux', 'Ctrl+Shift+E', 'reselect'],
    ['linux', 'Ctrl+Shift+I', 'invert'],
    ['linux', 'x', 'toggle-focused'],
    ['linux', ' ', 'toggle-focused'],
    ['linux', 'Escape', 'escape'],
    ['linux', 'Shift++', 'larger'],
    ['linux', '+', 'larger'],
    ['linux', '-', 'smaller'],
    ['linux', 'Ctrl+-', null],
    ['linux', 'ArrowRight', 'next select'],
    ['linux', 'Shift+ArrowDown', 'down extend'],
    ['linux', 'Ctrl+ArrowLeft', 'previous focus'],
    ['darwin', 'Alt+ArrowLeft', 'previous focus'],
    ['linux', 'Alt+ArrowLeft', null],
    ['linux', 'Ctrl+End', 'last select'],
    ['linux', 'Ctrl+Shift+Home', 'first extend'],
    ['darwin', 'Cmd+Shift+ArrowDown', 'last extend'],
    ['linux', 'PageDown', 'page-down select'],
    ['linux', 'Enter', 'open-detail'],
    ['linux', 'r', 'review'],
    ['linux', 'Shift+R', 'continue-review'],
    ['darwin', 'Cmd+r', null],
    ['win32', 'Alt+Enter', 'toggle-info'],
    ['linux', 'F2', 'rename'],
    ['win32', 'Delete', 'delete'],
    ['darwin', 'Cmd+Backspace', 'delete'],
    ['darwin', 'Delete', null],
    ['linux', 'Backspace', null],
    ['linux', 'Ctrl+Shift+C', 'copy-prompt'],
    ['linux', 'Ctrl+c', null],
    ['linux', 'Ctrl+d', 'use-settings'],
    ['linux', 'Shift+F10', 'open-menu'],
    ['win32', 'ContextMenu', 'open-menu'],
    ['linux', 'q', null]
  ])('%s %s', (platform, chord, expected) => {
    expect(name(commandOf(press(chord), inGrid(platform)))).toBe(expected)
  })
})

describe('keys elsewhere', () => {
  test.each<[string, string | null]>([
    ['f', null],
    ['x', null],
    ['Escape', null],
    ['ArrowDown', null],
    ['Ctrl+a', 'select-all'],
    ['Ctrl+l', 'add-favorite'],
    ['F2', 'rename'],
    ['Delete', null],
    ['r', null],
    ['Enter', null]
  ])('on the screen %s', (chord, expected) => {
    expect(name(commandOf(press(chord), onScreen))).toBe(expected)
  })

  test.each<[string, string | null]>([
    ['f', null],
    ['Ctrl+a', null],
    ['Ctrl+l', null],
    ['Delete', null],
    ['F2', null],
    ['Ctrl+d', null],
    ['Ctrl+f', 'find']
  ])('in text %s', (chord, expected) => {
    expect(name(commandOf(press(chord), inText))).toBe(expected)
  })

  test.each<[string, string | null]>([
    ['r', 'review'],
    ['Shift+R', 'continue-review'],
    ['f', null],
    ['ArrowDown', null]
  ])('in the info panel %s', (chord, expected) => {
    expect(name(commandOf(press(chord), { ...onScreen, isInfoFocused: true }))).toBe(expected)
    expect(name(commandOf(press(chord), { ...inText, isInfoFocused: true }))).toBeNull()
  })

  test('runs nothing during composition', () => {
    expect(commandOf(press('f', true), inGrid('linux'))).toBeNull()
    expect(commandOf(press('Ctrl+f', true), inText)).toBeNull()
  })
})

test.each<Platform>(['darwin', 'win32', 'linux'])('gives no two shortcuts the same key on %s', (platform) => {
  const mine = SHORTCUTS.filter((shortcut) => shortcut.platforms?.includes(platform) ?? true)
  const chords = mine.flatMap(({ chords: own }) => own.map(({ key, mod, shift, alt }) => [key, mod, shift, alt].join()))
  expect(new Set(chords).size).toBe(chords.length)
})
