/** What commands are called, and what is said when one was done, undone or cannot be done. */
import type { BatchVerb } from '../../shared/batch.ts'
import type { RepairAction } from '../../shared/change.ts'
import { formatCount, formatList, plural } from '../format.ts'
import { counted, names } from './counted.ts'

export const commands = {
  open: 'Open',
  review: 'Review',
  addFavorite: 'Add to Favorites',
  removeFavorite: 'Remove from Favorites',
  rename: 'Rename…',
  copyName: 'Copy name',
  copyPrompt: 'Copy prompt',
  useSettings: 'Use these settings…',
  delete: 'Delete…',
  discardDraft: 'Discard draft…',
  /** A new item with a new date and no results: never the old one back. */
  createAgain: 'Create again…',
  undo: 'Undo',
  more: 'More',
  cancel: 'Cancel',
  nameCopied: 'Name copied',
  promptCopied: 'Prompt copied',
  notCopied: 'Couldn’t copy. Click in this window and try again',
  nothingToUndo: 'Nothing to undo',
  undoLater: 'Your last change is being sent. Try again in a moment',
  repairLater: 'This change is being sent or is already resolved. Check again in a moment',
  nothingToRedo: 'Nothing to redo',
  redoChanged: 'Nothing to redo: everything has changed since',
  cannotUndo: (skipped: number) =>
    plural(skipped, {
      one: 'Can’t undo: already sent, or changed since',
      other: 'Can’t undo: all were already sent, or changed since'
    }),
  lastChange: 'Last change',
  undone: (title: string) => `Undone: ${title}`,
  redone: (title: string) => `Redone: ${title}`,
  /** Where no key has a short form of its own. */
  keyNames: { ' ': 'Space', Delete: 'Del', Escape: 'Esc' },
  modifiers: { mod: 'Ctrl', alt: 'Alt', shift: 'Shift' }
}

/** Why a command of a menu cannot be done now. */
export const unavailable = {
  severalRename: 'Select one image to rename',
  severalOpen: 'Select one image to open',
  severalCopy: 'Select one image to copy from',
  severalSettings: 'Select one image to reuse its settings',
  noPrompt: 'The service doesn’t provide the prompt for this image',
  noName: 'This image has no name',
  beingSent: 'This image is being created',
  beingDeleted: 'This image is about to be deleted',
  nothing: 'No image selected'
}

const titled = (alone: string, withName: (name: string) => string) => (_count: number, name: string | null) =>
  name === null ? alone : withName(names.quoted(name))

/** Names of batches in native menus. */
export const undoing = {
  titles: {
    favorite: (count) => `Add ${formatCount(count)} to Favorites`,
    unfavorite: (count) => `Remove ${formatCount(count)} from Favorites`,
    rename: titled('Rename', (name) => `Rename to ${name}`),
    delete: (count, name) =>
      name === null
        ? plural(count, { one: 'Delete 1 Image', other: 'Delete # Images' })
        : `Delete ${names.quoted(name)}`,
    create: titled('Create', (name) => `Create ${name}`),
    'delete-project': titled('Delete Project', (name) => `Delete Project ${name}`),
    undo: () => 'Last Change'
  } satisfies Record<BatchVerb, (count: number, name: string | null) => string>,
  unknown: 'Last Change',
  undo: (title: string) => `Undo ${title}`,
  redo: (title: string) => `Redo ${title}`
}

export const renaming = {
  title: 'Rename image',
  name: 'Name',
  help: 'Enter to save, Esc to cancel',
  empty: 'Enter a name',
  done: (name: string) => `Renamed to ${names.quoted(name)}`
}

/** What leaves the service by the deletions of one message. */
interface Leaving {
  readonly images: number
  readonly projects: number
  /** Of a single item; `null` for several. */
  readonly name: string | null
  /** Time in which it can be undone; `null` until it is sent. */
  readonly wait: string | null
}

const whatLeaves = (images: number, projects: number, name: string | null): string => {
  if (name !== null) return projects === 1 ? `project ${names.quoted(name)}` : names.quoted(name)
  return formatList([
    ...(images > 0 ? [counted.images(images)] : []),
    ...(projects > 0 ? [counted.projects(projects)] : [])
  ])
}

const undoUntilSent = (count: number): string =>
  plural(count, {
    one: 'You can undo until this deletion is sent.',
    other: 'You can undo until these deletions are sent.'
  })

export const deletion = {
  title: (count: number) =>
    plural(count, { one: 'Delete 1 image from the service?', other: 'Delete # images from the service?' }),
  button: (count: number) => `Delete ${formatCount(count)}`,
  cannotUndo: 'Once sent, this can’t be undone.',
  undoFor: (wait: string) => `You can undo for ${wait} before anything is sent.`,
  undoUntilSent,
  outOfReach: (count: number) => `The service can’t be reached. ${undoUntilSent(count)}`,
  favoritesAmong: (count: number) =>
    plural(count, { one: '1 of them is a favorite.', other: '# of them are favorites.' }),
  typeNumber: (count: number) => `Type ${formatCount(count)} to confirm`,
  wrongNumber: 'The number doesn’t match.',
  draftTitle: 'Discard draft?',
  draftBody: 'It hasn’t been sent. Discarding it deletes what you wrote.',
  discard: 'Discard draft',
  draftDiscarded: 'Draft discarded',
  started: ({ images, projects, name, wait }: Leaving) =>
    `Deleting ${whatLeaves(images, projects, name)} from the service · Undo ${wait === null ? 'until sent' : `within ${wait}`}`,
  removedHere: (count: number, name: string | null) => `Removed ${whatLeaves(count, 0, name)} from this library`
}

/** What one more decision about changes that need attention is called: of one, and of several. */
const oneOrMany = (one: string, many: (count: string) => string) => (count: number) =>
  count > 1 ? many(formatCount(count)) : one

export const needs = {
  perhapsDone: 'Sent, but never confirmed. Retry, or discard and check what the service shows.',
  withCount: (headline: string, count: number) => `${headline} (${counted.changes(count)})`,
  serviceSaid: (body: string, said: string, count: number) =>
    names.ended(`${body} The service said${count > 1 ? ', for example,' : ''} ${said}`),
  retryOrDiscard: (count: number) =>
    plural(count, { one: 'Retry it, or discard it.', other: 'Retry them, or discard them.' }),
  changesRejected: (count: number) => `The service rejected ${counted.changes(count)}`,
  createRejected: (count: number) =>
    plural(count, { one: 'The service rejected 1 new image', other: 'The service rejected # new images' }),
  repairActions: {
    retry: oneOrMany('Retry', (count) => `Retry ${count}`),
    discard: oneOrMany('Discard this change', (count) => `Discard ${count}`),
    'keep-mine': oneOrMany('Keep my name', (count) => `Keep my ${count} names`),
    'keep-theirs': oneOrMany('Use the service’s name', (count) => `Use ${count} names from the service`),
    'remove-copy': oneOrMany('Remove copy', (count) => `Remove ${count} from this library`),
    'keep-copy': oneOrMany('Keep copy', (count) => `Keep ${count} here`),
    'send-again': oneOrMany('Send again', (count) => `Send ${count} again`),
    'keep-waiting': oneOrMany('Keep checking', (count) => `Keep checking (${count})`),
    adopt: () => 'Choose the image…',
    edit: () => 'Edit…',
    'create-again': () => 'Create again…',
    'write-back': oneOrMany('Restore previous values', (count) => `Restore previous values of ${count}`),
    'leave-so': oneOrMany('Keep as is', (count) => `Keep ${count} as they are`)
  } satisfies Record<RepairAction, (count: number) => string>,
  /** Of an action that asks something first. */
  asking: (label: string) => (label.endsWith('…') ? label : `${label}…`),
  keepMineNamed: (name: string) => `Keep ${name}`,
  keepTheirsNamed: (name: string) => `Use ${name}`,
  /** One item is removed without a question. */
  removeAll: (count: number) =>
    plural(count, { one: 'Remove it from this library', other: 'Remove # from this library…' })
}

/** Asked before a decision that costs or loses something. */
export const questions = {
  deleteAgain: (count: number) => ({
    title: plural(count, { one: 'Delete this project again?', other: 'Delete # projects again?' }),
    body: plural(count, {
      one: 'The project still exists. Someone may have created it again. The service also deletes everything in it.',
      other:
        'These projects still exist. Someone may have created them again. The service also deletes everything in them.'
    }),
    go: 'Delete again'
  }),
  sendAgain: (count: number) => ({
    title: plural(count, { one: 'Send this image again?', other: 'Send # images again?' }),
    body: plural(count, {
      one: 'If the first one did arrive, you get a second image and may be charged twice.',
      other: 'For each one that did arrive, you get a second image and may be charged twice.'
    }),
    go: 'Send again'
  }),
  discard: (count: number, isCreate: boolean) => ({
    title: isCreate
      ? plural(count, { one: 'Discard this image?', other: 'Discard # images?' })
      : `Discard ${counted.changes(count)}?`,
    body: isCreate ? 'This deletes what you wrote.' : 'The service keeps what it has now.',
    go: plural(count, { one: 'Discard', other: 'Discard #' })
  }),
  remove: (count: number, isProjects: boolean) => ({
    title: `Remove ${isProjects ? counted.projects(count) : counted.items(count)} from this library?`,
    body: plural(count, {
      one: 'Your copy here is removed for good. Nothing is deleted on the service.',
      other: 'Your copies here are removed for good. Nothing is deleted on the service.'
    }),
    go: `Remove ${formatCount(count)}`
  }),
  adopt: {
    title: 'Which image is yours?',
    body: 'These match the one you asked for. The others stay unchanged.',
    choose: 'This one',
    gone: 'None of them is still in the library. Sync and try again.'
  }
}
