/**
 * Every key of the images screen, in one list: the dispatcher reads it, and whatever shows keys to people reads the
 * same. Single keys work only while the grid has the focus, and none while text is typed or composed.
 */
import type { AppInfo } from '../../../shared/bridge.ts'
import type { GridStep } from '../grid/navigation.ts'

/** `select`: the focus takes the selection along; `focus`: it goes alone; `extend`: a range follows it. */
export type MoveKind = 'select' | 'focus' | 'extend'

export type ImageCommand =
  | { readonly name: 'add-favorite' | 'remove-favorite' | 'toggle-focused' }
  | { readonly name: 'select-all' | 'deselect' | 'reselect' | 'invert' | 'escape' }
  | { readonly name: 'find' | 'larger' | 'smaller' | 'toggle-info' }
  | { readonly name: 'move'; readonly step: GridStep; readonly kind: MoveKind }

/** Where a key works: with the focus in the grid, or anywhere on the screen but in text. `always`: in text too. */
export type KeyScope = 'grid' | 'screen' | 'always'
export type Platform = AppInfo['platform']

/** `mod` is Cmd on macOS and Ctrl elsewhere. A modifier not named must not be held. */
interface Chord {
  readonly key: string
  readonly mod?: true
  readonly shift?: true
  readonly alt?: true
  /** Shift does not matter: it only reaches the character. */
  readonly anyShift?: true
}

export interface Shortcut {
  readonly command: ImageCommand
  readonly scope: KeyScope
  readonly chords: readonly Chord[]
  /** Only on these; absent = everywhere. */
  readonly platforms?: readonly Platform[]
}

const OTHERS: readonly Platform[] = ['win32', 'linux']
const MAC: readonly Platform[] = ['darwin']

/** Keys that lead through the grid. Left and right are those of a left-to-right page. */
const STEPS: readonly (readonly [string, GridStep])[] = [
  ['ArrowRight', 'next'],
  ['ArrowLeft', 'previous'],
  ['ArrowDown', 'down'],
  ['ArrowUp', 'up'],
  ['Home', 'row-start'],
  ['End', 'row-end'],
  ['PageDown', 'page-down'],
  ['PageUp', 'page-up']
]

const move = (step: GridStep, kind: MoveKind): ImageCommand => ({ name: 'move', step, kind })

const MOVES: readonly Shortcut[] = [
  ...STEPS.flatMap(([key, step]): Shortcut[] => [
    { command: move(step, 'select'), scope: 'grid', chords: [{ key }] },
    { command: move(step, 'extend'), scope: 'grid', chords: [{ key, shift: true }] }
  ]),
  ...STEPS.filter(([key]) => key.startsWith('Arrow')).flatMap(([key, step]): Shortcut[] => [
    { command: move(step, 'focus'), scope: 'grid', chords: [{ key, mod: true }], platforms: OTHERS },
    { command: move(step, 'focus'), scope: 'grid', chords: [{ key, alt: true }], platforms: MAC }
  ]),
  { command: move('first', 'select'), scope: 'grid', chords: [{ key: 'Home', mod: true }] },
  { command: move('last', 'select'), scope: 'grid', chords: [{ key: 'End', mod: true }] },
  { command: move('first', 'extend'), scope: 'grid', chords: [{ key: 'Home', mod: true, shift: true }] },
  { command: move('last', 'extend'), scope: 'grid', chords: [{ key: 'End', mod: true, shift: true }] },
  { command: move('first', 'select'), scope: 'grid', chords: [{ key: 'ArrowUp', mod: true }], platforms: MAC },
  { command: move('last', 'select'), scope: 'grid', chords: [{ key: 'ArrowDown', mod: true }], platforms: MAC },
  {
    command: move('first', 'extend'),
    scope: 'grid',
    chords: [{ key: 'ArrowUp', mod: true, shift: true }],
    platforms: MAC
  },
  {
    command: move('last', 'extend'),
    scope: 'grid',
    chords: [{ key: 'ArrowDown', mod: true, shift: true }],
    platforms: MAC
  }
]

export const SHORTCUTS: readonly Shortcut[] = [
  { command: { name: 'add-favorite' }, scope: 'grid', chords: [{ key: 'f' }, { key: '.' }] },
  { command: { name: 'add-favorite' }, scope: 'screen', chords: [{ key: 'l', mod: true }] },
  { command: { name: 'remove-favorite' }, scope: 'grid', chords: [{ key: 'f', shift: true }] },
  { command: { name: 'select-all' }, scope: 'screen', chords: [{ key: 'a', mod: true }] },
  { command: { name: 'deselect' }, scope: 'screen', chords: [{ key: 'a', mod: true, shift: true }] },
  { command: { name: 'reselect' }, scope: 'screen', chords: [{ key: 'e', mod: true, shift: true }] },
  { command: { name: 'invert' }, scope: 'screen', chords: [{ key: 'i', mod: true, shift: true }] },
  { command: { name: 'toggle-focused' }, scope: 'grid', chords: [{ key: 'x' }, { key: ' ' }] },
  { command: { name: 'escape' }, scope: 'grid', chords: [{ key: 'Escape' }] },
  { command: { name: 'find' }, scope: 'always', chords: [{ key: 'f', mod: true }] },
  { command: { name: 'larger' }, scope: 'grid', chords: [{ key: '+', anyShift: true }, { key: '=' }] },
  { command: { name: 'smaller' }, scope: 'grid', chords: [{ key: '-' }] },
  { command: { name: 'toggle-info' }, scope: 'screen', chords: [{ key: 'i', mod: true }] },
  { command: { name: 'toggle-info' }, scope: 'screen', chords: [{ key: 'Enter', alt: true }], platforms: ['win32'] },
  ...MOVES
]

/** The part of a keyboard event that is looked at. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

/** Where the press happened. */
export interface KeyPlace {
  readonly platform: Platform
  readonly isGridFocused: boolean
  /** In a text field, or in a menu or panel that has keys of its own. */
  readonly isElsewhere: boolean
}

/** The command a key press stands for; null = none, and the press is left alone. */
export function commandOf(press: KeyPress, place: KeyPlace): ImageCommand | null {
  if (press.isComposing) return null
  const found = SHORTCUTS.find(
    (shortcut) =>
      isWithin(shortcut.scope, place) &&
      (shortcut.platforms?.includes(place.platform) ?? true) &&
      shortcut.chords.some((chord) => isPressed(chord, press, place.platform))
  )
  return found?.command ?? null
}

function isWithin(scope: KeyScope, place: KeyPlace): boolean {
  if (scope === 'always') return true
  return scope === 'grid' ? place.isGridFocused : !place.isElsewhere
}

function isPressed(chord: Chord, press: KeyPress, platform: Platform): boolean {
  const isMac = platform === 'darwin'
  const mod = isMac ? press.metaKey : press.ctrlKey
  const otherMod = isMac ? press.ctrlKey : press.metaKey
  return (
    press.key.toLowerCase() === chord.key.toLowerCase() &&
    mod === (chord.mod ?? false) &&
    !otherMod &&
    press.altKey === (chord.alt ?? false) &&
    (chord.anyShift === true || press.shiftKey === (chord.shift ?? false))
  )
}
