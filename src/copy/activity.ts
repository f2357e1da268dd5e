/** Words of the activity screen: what waits, what needs the person, what was done, and the log. */
import type { BatchItemRow, ItemValue, OutcomeWord } from '../shared/batch.ts'
import { type ChangeRow, isDeletion } from '../shared/change.ts'
import type { LogFilter } from '../shared/connection.ts'
import type { SendTime } from '../shared/said.ts'
import type { GroupStatus } from '../shared/sync-status.ts'
import { formatCount, formatTime, plural } from './format.ts'
import { outcomeLabel } from './batches.ts'
import { isVisible, titleOf } from './counted.ts'
import { failureSentence } from './failures.ts'
import { incompleteText } from './frame.ts'
import { sentText } from './record-changes.ts'
import { clockText, momentText } from './time.ts'

export const activityCopy = {
  title: 'Activity',
  tabs: 'Activity type',
  syncNow: 'Sync now',
  pause: 'Pause all',
  resume: 'Resume all',
  exportLog: 'Export log…',
  waitingList: 'Pending changes',
  needsList: 'Changes that need attention',
  doneList: 'Changes that are done, newest first',
  historyList: 'Batches, newest first',
  nothingWaits: 'No pending changes',
  nothingNeeds: 'Nothing needs attention',
  nothingDone: 'Nothing is done yet',
  nothingDoneBody: 'Each change appears here once the service has confirmed it.',
  nothingHappened: 'No history yet',
  nothingHappenedBody: 'Your changes appear here, and you can undo them from here.',
  showInGrid: 'Show in grid',
  onItsWay: 'Loading…',
  newImage: 'New image',
  toBeDeleted: 'Deletion',
  batchPaused: 'Batch paused',
  notFavorite: 'Not in Favorites',
  favorite: 'In Favorites',
  becomes: 'changes to',
  details: 'Details',
  hideDetails: 'Hide details',
  noDetails: 'Select a change to see its details.',
  showRecord: 'Show item',
  items: 'Items',
  allItems: 'All',
  undo: 'Undo',
  cancel: 'Cancel',
  keepThem: 'Keep them',
  hideList: 'Hide list'
} as const

export const detailLabels = {
  asked: 'Change',
  when: 'When',
  partOf: 'Batch',
  tries: 'Attempts',
  answer: 'Response',
  status: 'Status code',
  host: 'Server',
  said: 'Message'
} as const

type TabName = 'waiting' | 'needs-you' | 'done' | 'history' | 'log'
export const tabLabel: Readonly<Record<TabName, string>> = {
  waiting: 'Pending',
  'needs-you': 'Needs attention',
  done: 'Done',
  history: 'History',
  log: 'Log'
}

/** Whether the library is known to be whole, in one sentence. */
export function completenessText({ completeAsOf, incomplete }: GroupStatus, now: number): string {
  if (incomplete !== null) return `May be incomplete: ${incompleteText(incomplete)}`
  return completeAsOf === null
    ? 'Library not fully loaded yet'
    : `Library complete as of ${clockText(completeAsOf, now)}`
}

/** "today at 10:42 · batch 14": where a change comes from. */
export function originText({ askedAt, batch }: Pick<ChangeRow, 'askedAt' | 'batch'>, now: number): string {
  return `${momentText(askedAt, now)} · batch ${formatCount(batch)}`
}

export function triesText(tries: number): string {
  if (tries === 0) return 'Not sent yet'
  return plural(tries, { one: '1 attempt', other: `${formatCount(tries)} attempts` })
}

const outOfReach = { sending: outcomeLabel.waiting, checking: 'Sent, not confirmed' } as const

/** The last answer to a change, or why it is not on its way. `now` in ms since epoch. */
export function answerText(row: ChangeRow, time: SendTime, now: number): string {
  if (row.word === 'sending' || row.word === 'checking')
    return time === 'when-reached' ? outOfReach[row.word] : outcomeLabel[row.word]
  if (row.word === 'waiting' && row.isHeld) return activityCopy.batchPaused
  if (row.word === 'waiting' && row.holdUntil !== null && row.holdUntil > now)
    return `Sends at ${formatTime(row.holdUntil)} or later`
  return row.failure === null ? outcomeLabel[row.word] : failureSentence(row.failure, row.group).headline
}

/** What became of an item beyond its word: why it failed, or what went along. `now` in ms since epoch. */
export function itemAnswer({ failure, sent }: Pick<BatchItemRow, 'failure' | 'sent'>, now: number): string {
  return failure === null ? sentText(sent, now) : failureSentence(failure, 'library').headline
}

/** A value in words: of a favorite, a name, or of a record that is made or goes. */
export function valueText(value: ItemValue): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? activityCopy.favorite : activityCopy.notFavorite
  return isVisible(value) ? `“${value}”` : titleOf(value)
}

const onOff = (value: ItemValue): string => (value === true ? 'on' : 'off')

/** "Favorite: off → on": what was asked, in the words of its kind. */
export function changeText({ kind, before, after }: Pick<ChangeRow, 'kind' | 'before' | 'after'>): string {
  if (kind === 'create') return activityCopy.newImage
  if (isDeletion(kind)) return activityCopy.toBeDeleted
  if (kind === 'favorite') return `Favorite: ${onOff(before)} → ${onOff(after)}`
  return `${valueText(before)} → ${valueText(after)}`
}

/** "Show all 1,495": a long list of one reason is folded. */
export function showListLabel(count: number): string {
  return `Show all ${formatCount(count)}`
}

/** "212 done · 13 need attention": a batch in one line of history. */
export function outcomeFilterLabel(word: OutcomeWord | null, count: number): string {
  return `${word === null ? activityCopy.allItems : outcomeLabel[word]} ${formatCount(count)}`
}

export const logCopy = {
  search: 'Search the log',
  clearSearch: 'Clear search',
  kind: 'Kind',
  showRaw: 'Show technical form',
  list: 'Log, newest first',
  nothing: 'The log is empty',
  nothingMatches: 'No matching log entries',
  exported: 'Log exported',
  kept: 'The log stays on this computer and never contains your key.'
} as const

export const logFilterLabel: Readonly<Record<LogFilter | 'all', string>> = {
  all: 'All',
  problems: 'Problems',
  connection: 'Connection',
  changes: 'Changes',
  app: 'Proofsheet'
}

/** Under a list that shows only the newest lines. */
export function newestLines(count: number): string {
  return `Showing the newest ${formatCount(count)} entries. Export the log to see all of them.`
}
