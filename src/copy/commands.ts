/** Chooses what is said of commands: the keys beside them, and what was done, undone or cannot be done. */
import type { BatchReceipt, BatchVerb } from '../shared/batch.ts'
import type { AppInfo } from '../shared/bridge.ts'
import { capOf } from '../shared/keys.ts'
import { DELETE_GRACE_PERIOD_MS } from '../shared/limits.ts'
import type { SendTime } from '../shared/said.ts'
import { copy } from './language.ts'
import { quotedTitle, shownName } from './names.ts'
import { waitText } from './time.ts'

type Platform = AppInfo['platform']

/** A key with what is held, as `Chord` of the commands says it. */
interface Keys {
  readonly key: string
  readonly mod?: true
  readonly shift?: true
  readonly alt?: true
}

const MAC_KEYS: Readonly<Record<string, string>> = {
  Enter: '↩',
  Backspace: '⌫',
  Delete: '⌦',
  ArrowUp: '↑',
  ArrowDown: '↓'
}

/** "Ctrl+Shift+C"; on macOS "⇧⌘C". */
export function keysText({ key, mod, shift, alt }: Keys, platform: Platform): string {
  const keyNames: Readonly<Record<string, string>> = copy.commands.keyNames
  if (platform === 'darwin')
    return `${alt ? '⌥' : ''}${shift ? '⇧' : ''}${mod ? '⌘' : ''}${MAC_KEYS[key] ?? keyNames[key] ?? capOf(key)}`
  const name = keyNames[key] ?? (key.length === 1 ? capOf(key) : key)
  const { modifiers } = copy.commands
  return [mod && modifiers.mod, alt && modifiers.alt, shift && modifiers.shift, name].filter(Boolean).join('+')
}

/** Longer names are cut: a menu is no place for them. */
const NAME_LENGTH = 40
const cut = (name: string): string => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH).trimEnd()}…` : name)

type Titled = Pick<BatchReceipt, 'size' | 'unchanged' | 'subject'> & { readonly verb: BatchVerb }

/** "Add 894 to Favorites"; null = what was done is older than what is known. */
export function batchTitle(receipt: Titled | null): string {
  if (receipt === null) return copy.undoing.unknown
  const { verb, size, unchanged, subject } = receipt
  const name = verb === 'delete' && size > 1 ? null : shownName(subject)
  const count = verb === 'delete' ? size : size - unchanged
  return copy.undoing.titles[verb](count, name === null ? null : cut(name))
}

/** The same in the window, in sentence case: "Add 894 images to Favorites". */
export function actionTitle(receipt: Titled | null): string {
  if (receipt === null) return copy.commands.lastChange
  const { verb, size, unchanged, subject } = receipt
  return copy.batches.asked[verb](verb === 'delete' ? size : size - unchanged, shownName(subject))
}

export const undoTitle = (receipt: Titled | null): string => copy.undoing.undo(batchTitle(receipt))
export const redoTitle = (receipt: Titled | null): string => copy.undoing.redo(batchTitle(receipt))

interface UndoOutcome {
  readonly isRedo: boolean
  readonly title: string
  readonly restored: number
  readonly skipped: number
}

/** "Undone: Add 894 images to Favorites. 3 items changed in the meantime and were skipped." */
export function undoneText({ isRedo, title, restored, skipped }: UndoOutcome): string {
  const { commands, counted } = copy
  if (restored === 0) return isRedo ? commands.redoChanged : commands.cannotUndo(skipped)
  const done = isRedo ? commands.redone(title) : commands.undone(title)
  return skipped === 0 ? done : `${done}. ${counted.leftAlone(skipped)}`
}

/** Until when deletions can be undone, for the question before them. */
export function undoNote(time: SendTime, count: number): string {
  const { undoFor, undoUntilSent, outOfReach } = copy.deletion
  if (time === 'now') return undoFor(waitText(DELETE_GRACE_PERIOD_MS))
  return time === 'later' ? undoUntilSent(count) : outOfReach(count)
}

/** "“Neon harbour”, “Fox and crow”, “Spring” and 34 more". Names of the first few; '' stands for one without. */
export function namesAndMore(names: readonly string[], count: number): readonly [readonly string[], string] {
  const more = count - names.length
  const shown = names.map((name) => quotedTitle(cut(name)))
  return [shown, more <= 0 ? '' : copy.counted.more(more)]
}

/** What leaves the service by the deletions of one message. */
interface Leaving {
  readonly images: number
  readonly projects: number
  /** Of a single one; null for several. */
  readonly name: string | null
}

const nameOf = (count: number, name: string | null): string | null =>
  count === 1 && shownName(name) !== null ? cut(name ?? '') : null

/** "Deleting “Neon harbour” from the service · Undo within 10 seconds": what the dialog of many says, in one line. */
export function deleting({ images, projects, name }: Leaving, time: SendTime): string {
  const wait = time === 'now' ? waitText(DELETE_GRACE_PERIOD_MS) : null
  return copy.deletion.started({ images, projects, name: nameOf(images + projects, name), wait })
}

/** "Removed “Neon harbour” from this library": copies of what is gone from the service leave at once, for good. */
export function removedHere(count: number, name: string | null): string {
  return copy.deletion.removedHere(count, nameOf(count, name))
}
