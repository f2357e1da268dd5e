/** Sidebar, status bar, the bars under the toolbar, and the window when the library cannot be used. */
import type { Group, GroupStatus } from '../../shared/sync-status.ts'
import { formatCount, formatDateTime, plural } from '../format.ts'
import { counted } from './counted.ts'

export const frame = {
  product: 'Proofsheet',
  navigation: 'Library',
  library: 'Library',
  facets: 'Attributes',
  allImages: 'All images',
  favorites: 'Favorites',
  notFavorites: 'Not in Favorites',
  notViewed: 'Not viewed yet',
  waiting: 'Pending',
  needsAttention: 'Needs attention',
  projects: 'Projects',
  activity: 'Activity',
  notifications: 'Notifications',
  close: 'Close',
  /** Label of an icon in the narrow sidebar. */
  withCount: (label: string, count: number | null) => (count === null ? label : `${label}, ${formatCount(count)}`),
  withChosen: (label: string, count: number) =>
    count === 0 ? label : `${label}, ${plural(count, { one: '1 active', other: '# active' })}`
}

type Incomplete = NonNullable<GroupStatus['incomplete']>

export const banners = {
  offline: 'Working offline',
  offlineBody: 'Everything you do is saved here and sent later.',
  keyAbsent: 'Add your API key',
  keyAbsentBody: 'You’ll find it in your account on the service.',
  keyLocked: 'Your keychain is locked',
  keyLockedBody: 'Unlock it to sync. You can keep working offline.',
  keyUnreadable: 'Can’t read the saved key',
  keyUnreadableBody: 'It was saved by another user or computer, or the keychain is no longer available.',
  changesSafe: 'Your changes are safe and stay pending.',
  projectsOnly: 'Images still sync.',
  tryNow: 'Try now',
  enterKey: 'Enter key…',
  enterNewKey: 'Enter new key…',
  tryAnotherKey: 'Try another key…',
  sameAccount: 'Same account: send',
  otherAccount: 'Other account: don’t send',
  openInBrowser: 'Open in browser',
  review: 'Review',
  stop: 'Stop…',
  dismiss: 'Dismiss',
  newResultsBody: (batch: number) => `Nothing in batch ${batch} is deleted until you decide.`,
  deletionsBody: 'After that, you can’t undo this.',
  deletions: (count: number, wait: string) =>
    plural(count, { one: `1 deletion will be sent in ${wait}`, other: `# deletions will be sent in ${wait}` }),
  /** At least as many. */
  newResults: (count: number) =>
    plural(count, {
      one: '1 image got new results after you chose to delete it',
      other: '# images got new results after you chose to delete them'
    }),
  deleteAll: (left: number) => plural(left, { one: 'Delete it', other: 'Delete all #' }),
  rejectedInARow: (count: number, batch: number) =>
    `The service rejected ${formatCount(count)} changes in a row in batch ${batch}`,
  sendOthers: (left: number) => plural(left, { one: 'Send 1 remaining change', other: 'Send remaining #' }),
  removals: {
    images: (count: number) =>
      plural(count, {
        one: '1 image seems to be missing from the service',
        other: '# images seem to be missing from the service'
      }),
    projects: (count: number) =>
      plural(count, {
        one: '1 project seems to be missing from the service',
        other: '# projects seem to be missing from the service'
      })
  } satisfies Record<Group, (count: number) => string>,
  removalsAll:
    'Nothing was removed from this computer. That’s your whole library, so check the address and account first.',
  removalsHalf:
    'Nothing was removed from this computer. That’s at least half of your library, so check the address and account first.',
  removalsSome: 'Nothing was removed from this computer. Review the list and decide.',
  reminder: (waiting: number) =>
    plural(waiting, {
      one: '1 change has been pending for over a day',
      other: '# changes are pending, some for over a day'
    }),
  reminderBody: (oldestAt: number, waiting: number) =>
    waiting === 1
      ? `It’s from ${formatDateTime(oldestAt)}. It’s safe on this computer until it’s sent.`
      : `The oldest is from ${formatDateTime(oldestAt)}. They’re safe on this computer until they’re sent.`,
  incomplete: {
    images: 'Your library may be incomplete',
    projects: 'Your list of projects may be incomplete'
  } satisfies Record<Group, string>,
  /** Why items may be missing, with the numbers the service gave. */
  incompleteWhy: ({ why, seen, total }: Incomplete) => {
    const items = counted.items(seen)
    if (why === 'no-paging') return `The service returned ${items} and no way to load more.`
    if (why === 'page-refused') return `The service rejected a page of the list. Proofsheet loaded ${items}.`
    if (why === 'unreadable') return `Part of the list couldn’t be loaded. Proofsheet loaded ${items}.`
    return total === null
      ? `The service returned ${items}, fewer than it has.`
      : `The service returned ${items} but reports ${formatCount(total)}.`
  },
  changesPending: (count: number) => `${counted.changes(count)} pending.`,
  diskFullBody: (waiting: number) =>
    `${waiting === 0 ? '' : `${plural(waiting, { one: '1 change pending and saved', other: '# changes pending, all saved' })}. `}Loading stops until there is space, then resumes automatically.`,
  tryingAgainAt: (clock: string) => `Nothing is lost. Proofsheet will try again at ${clock}.`
}

export const status = {
  starting: 'Opening your library…',
  pausedByYou: 'Paused',
  pausedText: 'paused',
  onHoldWord: 'on hold',
  undo: 'Undo',
  pause: 'Pause',
  resume: 'Resume',
  review: 'Review',
  dismiss: 'Dismiss',
  stop: 'Stop…',
  sendFirst: 'Send first',
  isFirst: 'First in queue',
  showActivity: 'Show activity',
  details: 'Sending details',
  pending: (count: number) => `${formatCount(count)} pending`,
  loading: 'Loading library…',
  loadingLibrary: 'Loading library',
  soFar: (count: number) => `${formatCount(count)} so far`,
  sending: (done: number, total: number) => `Sending ${formatCount(done)} of ${formatCount(total)}`,
  sendingChanges: (count: number) => `Sending ${counted.changes(count)}`,
  rateLimited: 'Rate limited',
  resumesIn: (wait: string) => `resumes in ${wait}`,
  resumesAt: (clock: string) => `resumes at ${clock}`,
  notFullyLoaded: 'Library not fully loaded',
  completeAsOf: (time: string) => `Complete as of ${time}`,
  upToDate: 'Up to date',
  verifying: 'Checking your first changes',
  connected: 'Connected',
  connecting: 'Connecting…',
  offline: 'Offline',
  notReachable: 'Not reachable',
  serviceNotReachable: 'Service not reachable',
  notResponding: 'Not responding',
  serviceNotResponding: 'Service not responding',
  keyNeeded: 'API key needed',
  keychainLocked: 'Keychain locked',
  keychainDenied: 'Keychain access denied',
  keychainSilent: 'Keychain not responding',
  keyNotReadable: 'Key not readable',
  keyNotAccepted: 'Key not accepted',
  noAccess: 'No access',
  noAccessWithKey: 'No access with this key',
  othersKey: 'Other account’s key',
  keyOfOther: 'Key belongs to another account',
  needsAnswer: 'Needs your answer',
  stopped: 'Sync stopped'
}

export const libraryFailure = {
  tryAgain: 'Try again',
  trying: 'Opening…',
  rebuild: 'Rebuild',
  rebuilding: 'Rebuilding…',
  showFile: 'Show file',
  open: 'Open library',
  quit: 'Quit',
  restarting: 'Proofsheet can’t continue',
  restartingBody: 'Your changes are saved. Try again. If that doesn’t help, quit and reopen Proofsheet.',
  diskFullBody: 'Free some space, then try again.',
  rebuilt: 'Your library was rebuilt',
  someLost: (lost: number) => plural(lost, { one: '1 unsent change was lost', other: '# unsent changes were lost' }),
  lostList: 'Changes that were lost',
  canRebuild: 'Proofsheet can rebuild it from the service. The damaged file is kept.',
  /** What can be saved of a damaged library; `null` when nothing of it can be read. */
  unsent: (count: number | null) => {
    if (count === null) return 'Unsent changes can’t be read, so rebuilding loses them.'
    if (count === 0) return 'It has no unsent changes.'
    return plural(count, {
      one: '1 unsent change was found and will be kept.',
      other: '# unsent changes were found and will be kept.'
    })
  },
  recovered: (kept: number, all: number) =>
    plural(kept, {
      one: `1 of ${formatCount(all)} was recovered.`,
      other: `# of ${formatCount(all)} were recovered.`
    }),
  kept: (count: number) =>
    count === 0
      ? 'There were no unsent changes.'
      : plural(count, { one: '1 unsent change was kept.', other: '# unsent changes were kept.' }),
  setAside: (file: string) => `The damaged file is kept as ${file}.`
}

export const projects = {
  title: 'Projects',
  table: 'Projects of the service',
  search: 'Search project names',
  clearSearch: 'Clear search',
  unknown: '–',
  footnote: 'Projects can be listed and deleted here. The service doesn’t support creating, opening, or renaming them.',
  noneHeadline: 'No projects',
  noneBody: 'Projects created on the service appear here.',
  notReadHeadline: 'Projects not loaded yet',
  notReadBody: 'Sync to load them from the service.',
  syncNow: 'Sync now',
  actions: 'Actions',
  copyName: 'Copy name',
  nameCopied: 'Name copied',
  delete: 'Delete project…',
  deleteNow: 'Delete project',
  cancel: 'Cancel',
  waiting: 'Deletion pending',
  needsAttention: 'Needs attention',
  review: 'Review',
  alreadyWaiting: 'Deletion pending',
  responseFirst: 'Resolve its last deletion first, under Needs attention',
  columns: { project: 'Name', reports: 'Reports', result: 'Result', created_at: 'Date created' },
  matching: (count: number, total: number) => `${formatCount(count)} of ${counted.projects(total)}`,
  completeAsOf: (total: number, time: string) => `${counted.projects(total)} · complete as of ${time}`,
  nothingMatches: (search: string) => `No project name contains “${search}”`,
  hidden: (total: number) => plural(total, { one: '1 project is hidden.', other: '# projects are hidden.' }),
  actionsFor: (project: string) => `Actions for ${project}`,
  deleteTitle: (project: string) => `Delete project “${project}”?`,
  /** `reports`: `null` if the service returns no number. The number and its noun stay on one line. */
  alsoDeleted: (reports: number | null) =>
    reports === null
      ? 'The service also deletes everything in this project. It doesn’t say what that includes.'
      : `The service also deletes everything in this project (${plural(reports, { one: '1\u00a0report', other: '#\u00a0reports' })}).`
}
