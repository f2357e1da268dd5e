/**
 * Keys of the full view in one list, like those of the grid. All other keys reach the commands of the screen, which act
 * on the shown image.
 */
import { isKey, isShiftOfLayout } from '../../../shared/keys.ts'
import type { KeyPress } from '../../commands/chord.ts'

export type FullViewCommand =
  | 'previous'
  | 'next'
  | 'first'
  | 'last'
  | 'close'
  | 'dismiss-hint'
  | 'toggle-whole'
  | 'zoom-in'
  | 'zoom-out'
  | 'fit'
  | 'toggle-review'
  | 'toggle-selected'
  | 'star-and-next'

interface FullViewKey {
  readonly key: string
  readonly command: FullViewCommand
  /** Only in review mode, or while it shows its hint. */
  readonly only?: 'review' | 'hint'
}

/** Left and right are those of a left-to-right page. */
export const FULL_VIEW_KEYS: readonly FullViewKey[] = [
  { key: 'ArrowLeft', command: 'previous' },
  { key: 'ArrowRight', command: 'next' },
  { key: 'PageUp', command: 'previous' },
  { key: 'PageDown', command: 'next' },
  { key: 'Home', command: 'first' },
  { key: 'End', command: 'last' },
  { key: 'Escape', command: 'dismiss-hint', only: 'hint' },
  { key: 'Escape', command: 'close' },
  { key: 'Enter', command: 'close' },
  { key: 'z', command: 'toggle-whole' },
  { key: '+', command: 'zoom-in' },
  { key: '=', command: 'zoom-in' },
  { key: '-', command: 'zoom-out' },
  { key: '0', command: 'fit' },
  { key: 'r', command: 'toggle-review' },
  { key: 'x', command: 'toggle-selected' },
  { key: ' ', command: 'toggle-selected' },
  { key: 'f', command: 'star-and-next', only: 'review' },
  { key: '.', command: 'star-and-next', only: 'review' }
]

/** Keys that would move the focus of the covered grid. */
const GRID_ONLY = /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End)$/

/** Commands that repeat while their key is held; commands that change something run once per press. */
const REPEATED: ReadonlySet<FullViewCommand | 'nothing'> = new Set(['previous', 'next', 'zoom-in', 'zoom-out'] as const)

export const repeatsWhileHeld = (command: FullViewCommand | 'nothing'): boolean => REPEATED.has(command)

interface FullViewKeyPlace {
  readonly isReviewing: boolean
  readonly isHintShown: boolean
  readonly isRightToLeft: boolean
}

/**
 * Returns the command of a key; `nothing` if the key is consumed without effect; `null` if it is left to the screen.
 */
export function fullViewCommandOf(press: KeyPress, place: FullViewKeyPlace): FullViewCommand | 'nothing' | null {
  if (press.isComposing) return null
  const isPlain = !press.ctrlKey && !press.metaKey && !press.altKey
  const found = FULL_VIEW_KEYS.find(
    (entry) =>
      isKey(press, entry.key) && isAvailable(entry, place) && (!press.shiftKey || isShiftOfLayout(press.key, entry.key))
  )
  if (isPlain && found !== undefined) return mirrored(press.key, found.command, place)
  return GRID_ONLY.test(press.key) ? 'nothing' : null
}

function isAvailable({ only }: FullViewKey, { isReviewing, isHintShown }: FullViewKeyPlace): boolean {
  if (only === undefined) return true
  return only === 'review' ? isReviewing : isHintShown
}

/** Swaps left and right in right-to-left layout, where the left arrow leads to the next image. */
function mirrored(key: string, command: FullViewCommand, { isRightToLeft }: FullViewKeyPlace): FullViewCommand {
  if (!isRightToLeft) return command
  if (key === 'ArrowLeft') return 'next'
  return key === 'ArrowRight' ? 'previous' : command
}
