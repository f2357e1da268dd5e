/** Activity: pending changes, what needs attention, what is done, the log; and what became of single items. */
import type { ItemStatus, SentAlong } from '../../shared/batch.ts'
import type { ChangeRow } from '../../shared/change.ts'
import type { LogFilter } from '../../shared/connection.ts'
import { formatCount, formatTime, plural } from '../format.ts'
import { names } from './counted.ts'

type TabName = 'waiting' | 'needs-attention' | 'done' | 'history' | 'log'

export const activity = {
  title: 'Activity',
  tabs: 'Activity type',
  tabNames: {
    waiting: 'Pending',
    'needs-attention': 'Needs attention',
    done: 'Done',
    history: 'History',
    log: 'Log'
  } satisfies Record<TabName, string>,
  syncNow: 'Sync now',
  pause: 'Pause all',
  resume: 'Resume all',
  exportLog: 'Export log…',
  waitingList: 'Pending changes',
  needsList: 'Changes that need attention',
  doneList: 'Completed changes, newest first',
  historyList: 'Batches, newest first',
  nothingWaits: 'No pending changes',
  nothingNeeds: 'Nothing needs attention',
  nothingDone: 'No completed changes yet',
  nothingDoneBody: 'Each change appears here once the service has confirmed it.',
  nothingHappened: 'No history yet',
  nothingHappenedBody: 'Your changes appear here, and you can undo them from here.',
  showInGrid: 'Show in grid',
  onItsWay: 'Loading…',
  newImage: 'New image',
  toBeDeleted: 'Deletion',
  batchPaused: 'Batch paused',
  batchOnHold: 'Batch on hold',
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
  keepAll: (count: number) => plural(count, { one: 'Keep it', other: 'Keep all #' }),
  hideList: 'Hide list',
  showList: (count: number) => `Show all ${formatCount(count)}`,
  noValue: '–',
  parts: {
    asked: 'Change',
    when: 'When',
    partOf: 'Batch',
    tries: 'Attempts',
    answer: 'Response',
    status: 'Status code',
    host: 'Server',
    said: 'Message'
  },
  mayBeIncomplete: (why: string) => `May be incomplete: ${why}`,
  notFullyLoaded: 'Library not fully loaded yet',
  completeAsOf: (time: string) => `Library complete as of ${time}`,
  origin: (time: string, batch: number) => `${time} · batch ${batch}`,
  attempts: (count: number) =>
    count === 0 ? 'Not sent yet' : plural(count, { one: '1 attempt', other: '# attempts' }),
  notConfirmed: 'Sent, not confirmed',
  sendsAt: (ms: number) => `Sends at ${formatTime(ms)} or later`
}

export const log = {
  search: 'Search the log',
  clearSearch: 'Clear search',
  kind: 'Type',
  showRaw: 'Show technical details',
  list: 'Log, newest first',
  nothing: 'The log is empty',
  nothingMatches: 'No matching log entries',
  exported: 'Log exported',
  kept: 'The log stays on this computer and never contains your key.',
  newest: (count: number) => `Showing the newest ${formatCount(count)} entries. Export the log to see all of them.`,
  filters: {
    all: 'All',
    problems: 'Problems',
    connection: 'Connection',
    changes: 'Changes',
    app: 'Proofsheet'
  } satisfies Record<LogFilter | 'all', string>
}

/** What of one item is pending or needs attention, and what became of it. */
export const changes = {
  /** `isOn`: a favorite that is set; `name`: the new one. */
  subjects: {
    favorite: (isOn: boolean) => (isOn ? 'Add to Favorites' : 'Remove from Favorites'),
    name: (_isOn: boolean, name: string) => `Rename to ${names.quoted(name)}`,
    delete: () => 'Deletion',
    create: () => 'New image',
    'delete-project': () => 'Deletion',
    other: () => 'Change from a newer Proofsheet'
  } satisfies Record<ChangeRow['kind'], (isOn: boolean, name: string) => string>,
  states: {
    waiting: 'pending',
    sending: 'sending…',
    checking: 'sent, no response yet · checking',
    needsAttention: 'needs attention'
  } satisfies Record<ChangeRow['status'], string>,
  notConfirmed: 'sent, not confirmed',
  withState: (subject: string, state: string) => `${subject} · ${state}`,
  deletionPending: 'Deletion pending',
  lookedUp: 'Sent without a response. Checking whether it exists.',
  deletesAt: (ms: number) => `Deletes at ${formatTime(ms)}`,
  batchPaused: 'batch paused',
  batchOnHold: 'batch on hold',
  discardImage: 'Discard this image…',
  keepImage: 'Keep this image',
  favorite: (before: boolean, after: boolean) => `Favorite: ${before ? 'on' : 'off'} → ${after ? 'on' : 'off'}`,
  resultsChanged: 'Results changed',
  renamedFrom: (name: string) => `Renamed from ${names.quoted(name)}`,
  named: (name: string) => `Named ${names.quoted(name)}`,
  created: 'Created',
  deleted: 'Deleted',
  gone: 'No longer on the service',
  elsewhere: 'changed elsewhere',
  outcomes: {
    waiting: 'pending',
    sending: 'sending',
    checking: 'checking',
    done: 'done',
    unchanged: 'unchanged',
    needsAttention: 'needs attention',
    canceled: 'canceled'
  } satisfies Record<ItemStatus, string>,
  /** What an update carried besides the requested change. */
  sentAlong: {
    results: 'Also sent the image’s results',
    'empty-results': 'Also sent an empty result list',
    result: 'Also sent the image file as its result',
    url: 'Also sent the image URL as its result',
    nothing: 'Sent without results (none known)'
  } satisfies Record<SentAlong['results'], string>,
  sentCopy: (time: string) => `Also sent the results from ${time}`,
  showsOther: (sent: string) => `${sent}. The service shows different results. Check the image on the service.`
}
