/**
 * Every key of the images screen in one list, used by the dispatcher and by everything that shows keys. Single keys
 * work only while the grid has the focus, and none during text input or composition.
 */
import {
  type Chord,
  type ChordOf,
  firstChord,
  isAnyPressed,
  type KeyPress,
  MAC,
  OTHERS,
  type Platform
} from '../../commands/chord.ts'
import { currentPlatform, keysOf } from '../../commands/keyboard.ts'
import type { GridStep, MoveKind } from './gestures.ts'

/** Commands on images: the selection, the focused one, or the one a menu was opened on. */
export const TARGET_COMMANDS = [
  'open-detail',
  'review',
  'add-favorite',
  'remove-favorite',
  'rename',
  'copy-name',
  'copy-prompt',
  'use-settings',
  'delete'
] as const
export type TargetCommandName = (typeof TARGET_COMMANDS)[number]

export const isTargetCommand = (name: PlainCommandName): name is TargetCommandName =>
  (TARGET_COMMANDS as readonly PlainCommandName[]).includes(name)

export type PlainCommandName =
  | TargetCommandName
  | 'toggle-focused'
  | 'continue-review'
  | 'select-all'
  | 'deselect'
  | 'reselect'
  | 'invert'
  | 'escape'
  | 'find'
  | 'larger'
  | 'smaller'
  | 'toggle-info'
  | 'open-menu'

export type ImageCommand =
  | { readonly name: PlainCommandName }
  | { readonly name: 'move'; readonly step: GridStep; readonly kind: MoveKind }

/**
 * Where a key works: `grid` with the focus in the grid; `images` in the grid or the info panel; `screen` anywhere except
 * in text; `always` in text too.
 */
type KeyScope = 'grid' | 'images' | 'screen' | 'always'

interface Shortcut extends ChordOf {
  readonly command: ImageCommand
  readonly scope: KeyScope
}

/** Keys that move through the grid. Left and right are those of a left-to-right page. */
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
  { command: { name: 'open-detail' }, scope: 'grid', chords: [{ key: 'Enter' }] },
  { command: { name: 'review' }, scope: 'images', chords: [{ key: 'r' }] },
  { command: { name: 'continue-review' }, scope: 'images', chords: [{ key: 'r', shift: true }] },
  { command: { name: 'rename' }, scope: 'screen', chords: [{ key: 'F2' }] },
  { command: { name: 'delete' }, scope: 'grid', chords: [{ key: 'Delete' }], platforms: OTHERS },
  { command: { name: 'delete' }, scope: 'grid', chords: [{ key: 'Backspace', mod: true }], platforms: MAC },
  { command: { name: 'copy-prompt' }, scope: 'screen', chords: [{ key: 'c', mod: true, shift: true }] },
  { command: { name: 'use-settings' }, scope: 'screen', chords: [{ key: 'd', mod: true }] },
  {
    command: { name: 'open-menu' },
    scope: 'grid',
    chords: [{ key: 'F10', shift: true }, { key: 'ContextMenu' }]
  },
  { command: { name: 'select-all' }, scope: 'screen', chords: [{ key: 'a', mod: true }] },
  { command: { name: 'deselect' }, scope: 'screen', chords: [{ key: 'a', mod: true, shift: true }] },
  { command: { name: 'reselect' }, scope: 'screen', chords: [{ key: 'e', mod: true, shift: true }] },
  { command: { name: 'invert' }, scope: 'screen', chords: [{ key: 'i', mod: true, shift: true }] },
  { command: { name: 'toggle-focused' }, scope: 'grid', chords: [{ key: 'x' }, { key: ' ' }] },
  { command: { name: 'escape' }, scope: 'grid', chords: [{ key: 'Escape' }] },
  { command: { name: 'find' }, scope: 'always', chords: [{ key: 'f', mod: true }] },
  { command: { name: 'larger' }, scope: 'grid', chords: [{ key: '+' }, { key: '=' }] },
  { command: { name: 'smaller' }, scope: 'grid', chords: [{ key: '-' }] },
  { command: { name: 'toggle-info' }, scope: 'screen', chords: [{ key: 'i', mod: true }] },
  { command: { name: 'toggle-info' }, scope: 'screen', chords: [{ key: 'Enter', alt: true }], platforms: ['win32'] },
  ...MOVES
]

/** Returns whether a command repeats while its key is held; commands that change something run once per press. */
export const repeatsWhileHeld = ({ name }: ImageCommand): boolean => ['move', 'larger', 'smaller'].includes(name)

/** Returns the key shown beside a command; `null` if it has none on this platform. */
function chordOf(name: ImageCommand['name'], platform: Platform): Chord | null {
  const own = SHORTCUTS.filter(({ command }) => command.name === name)
  return firstChord(own, platform)
}

/** Where the press happened. */
export interface KeyPlace {
  readonly platform: Platform
  readonly isGridFocused: boolean
  readonly isInfoFocused: boolean
  /** In a text field, or in a menu or panel with keys of its own. */
  readonly isElsewhere: boolean
}

/** Returns the command of a key press; `null` if there is none, and the press is left alone. */
export function commandOf(press: KeyPress, place: KeyPlace): ImageCommand | null {
  const found = SHORTCUTS.find(
    (shortcut) => isWithin(shortcut.scope, place) && isAnyPressed(shortcut, press, place.platform)
  )
  return found?.command ?? null
}

function isWithin(scope: KeyScope, place: KeyPlace): boolean {
  if (scope === 'always') return true
  if (scope === 'screen') return !place.isElsewhere
  return place.isGridFocused || (scope === 'images' && place.isInfoFocused && !place.isElsewhere)
}

// The keys of a command as this keyboard names them.

/** `null` if it has none on this platform. */
export function keysOfCommand(name: ImageCommand['name']): string | null {
  const chord = chordOf(name, currentPlatform())
  return chord && keysOf(chord)
}

/** The key of a favorite, for sentences. */
export const favoriteKey = (): string => keysOfCommand('add-favorite') ?? ''

// The modifiers of this system.

/** Returns whether Ctrl, or Cmd on macOS, is pressed. */
export function isModHeld(event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean {
  return currentPlatform() === 'darwin' ? event.metaKey : event.ctrlKey
}
