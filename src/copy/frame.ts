/** Words of the sidebar, the bars under the toolbar, and the window around the screens. */
import type { BatchId } from '../shared/batch.ts'
import type { Failure } from '../shared/failure.ts'
import { REFUSALS_ALIKE } from '../shared/limits.ts'
import type { Group, GroupStatus } from '../shared/sync-status.ts'
import { formatCount, formatDateTime, plural } from './format.ts'
import { countChanges, countRecords } from './counted.ts'
import { failureSentence, failureText } from './failures.ts'
import { waitText } from './time.ts'

export const frameCopy = {
  product: 'Proofsheet',
  navigation: 'Library',
  library: 'Library',
  looks: 'Attributes',
  allImages: 'All images',
  favorites: 'Favorites',
  notFavorites: 'Not in Favorites',
  waiting: 'Pending',
  needsYou: 'Needs attention',
  projects: 'Projects',
  activity: 'Activity',
  notifications: 'Notifications',
  close: 'Close'
} as const

/** Label of a rail icon: its words and the count that stands at its shoulder. */
export function railLabel(label: string, count: number | null): string {
  return count === null ? label : `${label}, ${formatCount(count)}`
}

/** Label of a look in the rail: how many of its values are chosen. */
export function railLookLabel(label: string, chosen: number): string {
  return chosen === 0
    ? label
    : `${label}, ${plural(chosen, { one: '1 chosen', other: `${formatCount(chosen)} chosen` })}`
}

export const bannerCopy = {
  offline: 'Working offline',
  offlineBody: 'Everything you do is saved here and sent later.',
  keyAbsent: 'Add your API key',
  keyAbsentBody: 'You will find it in your account on the service.',
  keyLocked: 'Your keychain is locked',
  keyLockedBody: 'Unlock it to sync. You can keep working offline.',
  keyUnreadable: 'Can’t read the saved key',
  keyUnreadableBody: 'It was saved by another user or computer, or the keychain is no longer available.',
  changesSafe: 'Your changes are safe and stay pending.',
  projectsOnly: 'Images still sync.',
  tryNow: 'Try now',
  enterKey: 'Enter key',
  enterNewKey: 'Enter new key',
  tryAnotherKey: 'Try another key',
  sameAccount: 'Same account',
  otherAccount: 'Different account',
  openInBrowser: 'Open in browser',
  diskFullBody: 'Loading stops until there is space, then resumes automatically.',
  review: 'Review',
  stop: 'Stop',
  dismiss: 'Dismiss',
  newResultsBody: 'Nothing in that batch is deleted until you decide.',
  deletionsBody: 'After that, you can’t undo this.'
} as const

/** "37 deletions will be sent in 30 seconds". `ms` until then. */
export function deletionsHeadline(count: number, ms: number): string {
  const what = plural(count, { one: '1 deletion', other: `${formatCount(count)} deletions` })
  return `${what} will be sent in ${waitText(ms)}`
}

/** "2 images have new results since you deleted them": at least as many. */
export function newResultsHeadline(count: number): string {
  return plural(count, {
    one: '1 image has new results since you deleted it',
    other: `${formatCount(count)} images have new results since you deleted them`
  })
}

/** "Delete all 37": the answer that goes on. */
export function deleteAllLabel(left: number): string {
  return plural(left, { one: 'Delete it', other: `Delete all ${formatCount(left)}` })
}

export function refusalsHeadline(batch: BatchId): string {
  return `The service rejected ${formatCount(REFUSALS_ALIKE)} changes in a row in batch ${formatCount(batch)}`
}

/** What the service said to all of them; its own words where it gave some. */
export function refusalsBody(failure: Failure): string {
  const isQuoted = failure.code === 'refused' || failure.code === 'refused-fields'
  const { body } = failureSentence(failure, 'images')
  return isQuoted && body !== '' ? body : failureText(failure, 'images')
}

/** "Send remaining 9,980": the answer that goes on. */
export function sendOthersLabel(left: number): string {
  return plural(left, { one: 'Send the remaining one', other: `Send remaining ${formatCount(left)}` })
}

export function removalsHeadline(group: Group, count: number): string {
  if (group === 'projects')
    return plural(count, {
      one: '1 project seems to be missing from the service',
      other: `${formatCount(count)} projects seem to be missing from the service`
    })
  return plural(count, {
    one: '1 image seems to be missing from the service',
    other: `${formatCount(count)} images seem to be missing from the service`
  })
}

/** From a half on, something else than deletions is likely: another account, another address. */
export function removalsBody({ count, of }: NonNullable<GroupStatus['removals']>): string {
  const kept = 'Nothing was removed from this computer.'
  if (count >= of) return `${kept} That’s your whole library, so check the address and account first.`
  if (count * 2 >= of) return `${kept} That’s at least half of your library, so check the address and account first.`
  return `${kept} Review the list and decide.`
}

export function reminderHeadline(waiting: number): string {
  return plural(waiting, {
    one: '1 change has been pending for over a day',
    other: `${formatCount(waiting)} changes are pending, some for over a day`
  })
}

export function reminderBody(oldestAt: number): string {
  return `The oldest is from ${formatDateTime(oldestAt)}. They’re safe on this computer until they’re sent.`
}

export function incompleteHeadline(group: Group): string {
  return group === 'images' ? 'Your library may be incomplete' : 'Your list of projects may be incomplete'
}

/** Why records may be missing, with the numbers the service gave. */
export function incompleteText({ why, seen, total }: NonNullable<GroupStatus['incomplete']>): string {
  const records = countRecords(seen)
  if (why === 'no-paging') return `The service returned ${records} and no way to load more.`
  if (why === 'page-refused') return `The service rejected a page of the list. ${records} were loaded.`
  if (why === 'unreadable') return `Part of the list couldn’t be loaded. ${records} were.`
  return total === null
    ? `The service returned ${records}, fewer than it has.`
    : `The service returned ${records} but reports ${formatCount(total)}.`
}

/** "3 changes pending". */
export function changesWaiting(count: number): string {
  return `${countChanges(count)} pending`
}

export function tryingAgainAt(time: string): string {
  return `Nothing is lost. Proofsheet will try again at ${time}.`
}
