/** What commands are called, the keys beside them, and what is said when one was done, undone or cannot be done. */
import type { BatchReceipt, BatchVerb } from '../shared/batch.ts'
import type { AppInfo } from '../shared/bridge.ts'
import { capOf } from '../shared/keys.ts'
import { DELETE_HOLD_MS } from '../shared/limits.ts'
import type { SendTime } from '../shared/said.ts'
import { formatCount, plural } from './format.ts'
import { countImages, countProjects, isVisible, leftAsTheyAre, titleOf } from './counted.ts'
import { waitText } from './time.ts'

export const commandCopy = {
  open: 'Open',
  addFavorite: 'Add to Favorites',
  removeFavorite: 'Remove from Favorites',
  rename: 'Rename…',
  copyName: 'Copy name',
  copyPrompt: 'Copy prompt',
  useSettings: 'Use these settings…',
  delete: 'Delete…',
  discardDraft: 'Discard draft…',
  undo: 'Undo',
  more: 'More',
  cancel: 'Cancel',
  nameCopied: 'Name copied',
  promptCopied: 'Prompt copied',
  notCopied: 'Couldn’t copy. Click in this window and try again',
  nothingToUndo: 'Nothing to undo',
  undoLater: 'Your last change is being sent. Try again in a moment',
  remedyLater: 'This change is being sent or is already resolved. Check again in a moment',
  nothingToRedo: 'Nothing to redo'
} as const

/** Why a command of a menu cannot be done now. */
export const unavailableCopy = {
  severalRename: 'Select one image to rename',
  severalOpen: 'Select one image to open',
  severalCopy: 'Select one image to copy from',
  severalSettings: 'Select one image to reuse its settings',
  noPrompt: 'The service doesn’t provide the prompt for this image',
  noName: 'This image has no name',
  beingSent: 'It was sent and isn’t confirmed yet',
  beingDeleted: 'This image is about to be deleted',
  nothing: 'No image selected'
} as const

type Platform = AppInfo['platform']

/** A key with what is held, as `Chord` of the commands says it. */
interface Keys {
  readonly key: string
  readonly mod?: true
  readonly shift?: true
  readonly alt?: true
}

const KEY_NAMES: Readonly<Record<string, string>> = { ' ': 'Space', Delete: 'Del', Escape: 'Esc' }
const MAC_KEY_NAMES: Readonly<Record<string, string>> = {
  ...KEY_NAMES,
  Enter: '↩',
  Backspace: '⌫',
  Delete: '⌦',
  ArrowUp: '↑',
  ArrowDown: '↓'
}

/** "Ctrl+Shift+C"; on macOS "⇧⌘C". */
export function keysText({ key, mod, shift, alt }: Keys, platform: Platform): string {
  if (platform === 'darwin') {
    return `${alt ? '⌥' : ''}${shift ? '⇧' : ''}${mod ? '⌘' : ''}${MAC_KEY_NAMES[key] ?? capOf(key)}`
  }
  const name = KEY_NAMES[key] ?? (key.length === 1 ? capOf(key) : key)
  return [mod && 'Ctrl', alt && 'Alt', shift && 'Shift', name].filter(Boolean).join('+')
}

const images = (count: number): string => plural(count, { one: '1 Image', other: `${formatCount(count)} Images` })

/** Longer names are cut: a menu is no place for them. */
const NAME_LENGTH = 40
const quoted = (name: string): string =>
  `“${name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH).trimEnd()}…` : name}”`

type Titled = Pick<BatchReceipt, 'size' | 'alreadySo' | 'subject'>
const changed = ({ size, alreadySo }: Titled): number => size - alreadySo

const batchTitles: Readonly<Record<BatchVerb, (receipt: Titled) => string>> = {
  favorite: (receipt) => `Add ${formatCount(changed(receipt))} to Favorites`,
  unfavorite: (receipt) => `Remove ${formatCount(changed(receipt))} from Favorites`,
  rename: ({ subject }) => (subject === null ? 'Rename' : `Rename to ${quoted(subject)}`),
  delete: ({ subject, size }) =>
    size === 1 && subject !== null ? `Delete ${quoted(subject)}` : `Delete ${images(size)}`,
  create: ({ subject }) => (subject === null ? 'Create' : `Create ${quoted(subject)}`),
  'delete-project': ({ subject }) => (subject === null ? 'Delete Project' : `Delete Project ${quoted(subject)}`),
  undo: () => 'Last Change'
}

/** "Add 894 to Favorites"; null = what was done is older than what is known. */
export function batchTitle(receipt: (Titled & { readonly verb: BatchVerb }) | null): string {
  return receipt === null ? 'Last Change' : batchTitles[receipt.verb](receipt)
}

export const undoTitle = (receipt: Parameters<typeof batchTitle>[0]): string => `Undo ${batchTitle(receipt)}`
export const redoTitle = (receipt: Parameters<typeof batchTitle>[0]): string => `Redo ${batchTitle(receipt)}`

interface UndoOutcome {
  readonly isRedo: boolean
  readonly title: string
  readonly restored: number
  readonly skipped: number
}

/** "Undone: Add 894 to Favorites. 3 have changed since and were left alone." */
export function undoneText({ isRedo, title, restored, skipped }: UndoOutcome): string {
  if (restored === 0) return isRedo ? 'Nothing to redo: everything has changed since' : nothingTakenBack(skipped)
  const done = `${isRedo ? 'Redone' : 'Undone'}: ${title}`
  return skipped === 0 ? done : `${done}. ${leftAsTheyAre(skipped)}`
}

function nothingTakenBack(skipped: number): string {
  return plural(skipped, {
    one: 'Can’t undo: already sent, or changed since',
    other: 'Can’t undo: all were already sent, or changed since'
  })
}

export const renameCopy = {
  title: 'Rename image',
  name: 'Name',
  help: 'Enter to save, Esc to cancel',
  empty: 'Enter a name'
} as const

/** "Renamed to “Neon harbour”". */
export function renamedTo(name: string): string {
  return `Renamed to ${quoted(name)}`
}

/** A new record with a new date and no results: never the old one back. */
export const againCopy = { createAgain: 'Create again from this copy' } as const

export const deleteCopy = {
  cannotUndo: 'Once sent, this can’t be undone.',
  draftTitle: 'Discard draft?',
  draftBody: 'It hasn’t been sent. Discarding it deletes what you wrote.',
  discard: 'Discard draft',
  draftDiscarded: 'Draft discarded',
  wrongNumber: 'The number doesn’t match.'
} as const

const UNTIL_SENT = 'You can undo until it is sent.'

/** Until when a deletion can be taken back, for the question before it. */
export const undoNote: Readonly<Record<SendTime, string>> = {
  now: `You can undo for ${waitText(DELETE_HOLD_MS)} before anything is sent.`,
  later: UNTIL_SENT,
  'when-reached': `The service can’t be reached. ${UNTIL_SENT}`
}

/** "Delete 37 images from the service?" */
export function deleteTitle(count: number): string {
  return plural(count, {
    one: 'Delete 1 image from the service?',
    other: `Delete ${formatCount(count)} images from the service?`
  })
}

export function deleteButton(count: number): string {
  return `Delete ${formatCount(count)}`
}

/** "“Neon harbour”, “Fox and crow”, “Spring” and 34 more". Names of the first few; '' stands for one without. */
export function namesAndMore(names: readonly string[], count: number): readonly [readonly string[], string] {
  const shown = names.map((name) => (isVisible(name) ? quoted(name) : titleOf(name)))
  const more = count - names.length
  return [shown, more <= 0 ? '' : plural(more, { one: 'and 1 more', other: `and ${formatCount(more)} more` })]
}

export function favoritesAmong(favorites: number): string {
  return plural(favorites, {
    one: '1 of them is a favorite.',
    other: `${formatCount(favorites)} of them are favorites.`
  })
}

/** Label of the field where the number is typed once more. */
export function typeNumber(count: number): string {
  return `Type ${formatCount(count)} to confirm`
}

/** What leaves the service by the deletions of one message. */
interface Leaving {
  readonly images: number
  readonly projects: number
  /** Of a single one; null for several. */
  readonly name: string | null
}

/** "“Neon harbour”", "37 images", "project “shop.example.org”", "2 images and 1 project". */
function whatLeaves({ images: some, projects, name }: Leaving): string {
  const isNamed = some + projects === 1 && name !== null && name !== ''
  if (isNamed) return projects === 1 ? `project ${quoted(name)}` : quoted(name)
  return [some > 0 && countImages(some), projects > 0 && countProjects(projects)].filter(Boolean).join(' and ')
}

/** "Deleting “Neon harbour” from the service · Undo for 10 seconds": what the dialog of many says, in one line. */
export function deleting(leaving: Leaving, time: SendTime): string {
  const until = time === 'now' ? `for ${waitText(DELETE_HOLD_MS)}` : 'until sent'
  return `Deleting ${whatLeaves(leaving)} from the service · Undo ${until}`
}

/** "Removed “Neon harbour” from this library": copies of what is gone from the service leave at once, for good. */
export function removedHere(count: number, name: string | null): string {
  const what = count === 1 && name !== null && name !== '' ? quoted(name) : countImages(count)
  return `Removed ${what} from this library`
}
