/** Words of the sidebar, the bars under the toolbar, and the window around the screens. */
import type { BatchId } from '../../shared/batch.ts'
import type { Failure } from '../../shared/failure.ts'
import { REFUSALS_ALIKE } from '../../shared/limits.ts'
import type { Group, GroupStatus } from '../../shared/sync-status.ts'
import { formatCount, formatDateTime, plural } from '../format.ts'
import { countChanges, countRecords } from './counted.ts'
import { failureSentence, failureText } from './failures.ts'
import { waitText } from './time.ts'

export const frameCopy = {
  product: 'Proofsheet',
  navigation: 'Library',
  library: 'Library',
  looks: 'Looks',
  allImages: 'All images',
  favorites: 'Favorites',
  notFavorites: 'Not favorites',
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
  keyLocked: 'Your key is locked',
  keyLockedBody: 'Unlock the key store to sync. You can keep working offline.',
  keyUnreadable: 'We can’t read the saved key here',
  keyUnreadableBody: 'It was saved by another user or computer, or there is no key store any more.',
  changesSafe: 'Your changes are safe and will wait.',
  projectsOnly: 'Images go on as before.',
  tryNow: 'Try now',
  enterKey: 'Enter key',
  enterNewKey: 'Enter new key',
  tryAnotherKey: 'Try another key',
  sameAccount: 'Yes, the same account',
  otherAccount: 'No, another account',
  openInBrowser: 'Open in browser',
  diskFullBody: 'Reading stops until there is room, and goes on by itself then.',
  review: 'Review',
  stop: 'Stop',
  dismiss: 'Dismiss',
  newResultsBody: 'Nothing of that batch is deleted until you say so.',
  deletionsBody: 'After that, this cannot be undone.'
} as const

/** "37 deletions will be sent in 30 seconds". `ms` until then. */
export function deletionsHeadline(count: number, ms: number): string {
  const what = plural(count, { one: '1 deletion', other: `${formatCount(count)} deletions` })
  return `${what} will be sent in ${waitText(ms)}`
}

/** "2 images got new results since you deleted them": at least as many. */
export function newResultsHeadline(count: number): string {
  return plural(count, {
    one: 'An image got new results since you deleted it',
    other: `${formatCount(count)} images got new results since you deleted them`
  })
}

/** "Delete all 37": the answer that goes on. */
export function deleteAllLabel(left: number): string {
  return plural(left, { one: 'Delete it', other: `Delete all ${formatCount(left)}` })
}

export function refusalsHeadline(batch: BatchId): string {
  return `The service refused ${formatCount(REFUSALS_ALIKE)} in a row of batch ${formatCount(batch)}`
}

/** What the service said to all of them; its own words where it gave some. */
export function refusalsBody(failure: Failure): string {
  const isQuoted = failure.code === 'refused' || failure.code === 'refused-fields'
  const { body } = failureSentence(failure, 'images')
  return isQuoted && body !== '' ? body : failureText(failure, 'images')
}

/** "Send the other 9,980": the answer that goes on. */
export function sendOthersLabel(left: number): string {
  return plural(left, { one: 'Send the other one', other: `Send the other ${formatCount(left)}` })
}

export function removalsHeadline(group: Group, count: number): string {
  if (group === 'projects')
    return plural(count, {
      one: '1 project seems to be gone from the service',
      other: `${formatCount(count)} projects seem to be gone from the service`
    })
  return plural(count, {
    one: '1 record seems to be gone from the service',
    other: `${formatCount(count)} records seem to be gone from the service`
  })
}

/** From a half on, something else than deletions is likely: another account, another address. */
export function removalsBody({ count, of }: NonNullable<GroupStatus['removals']>): string {
  const kept = 'Nothing was removed here.'
  if (count >= of) return `${kept} That is everything you have: check the address and the account first.`
  if (count * 2 >= of) return `${kept} That is half of what you have or more: check the address and the account first.`
  return `${kept} Look at the list and decide.`
}

export function reminderHeadline(waiting: number): string {
  return plural(waiting, {
    one: '1 change has waited for more than a day',
    other: `${formatCount(waiting)} changes wait, some for more than a day`
  })
}

export function reminderBody(oldestAt: number): string {
  return `The oldest is from ${formatDateTime(oldestAt)}. They are safe here until they are sent.`
}

export function incompleteHeadline(group: Group): string {
  return group === 'images' ? 'Your library may be incomplete' : 'Your list of projects may be incomplete'
}

/** Why records may be missing, with the numbers the service gave. */
export function incompleteText({ why, seen, total }: NonNullable<GroupStatus['incomplete']>): string {
  const records = countRecords(seen)
  if (why === 'no-paging') return `The service gave us ${records} and no way to ask for more.`
  if (why === 'page-refused') return `The service rejected a page of the list. ${records} came through.`
  if (why === 'unreadable') return `A part of the list could not be read. ${records} came through.`
  return total === null
    ? `The service gave us ${records}, fewer than it has.`
    : `The service gave us ${records} and says that it has ${formatCount(total)}.`
}

/** "3 changes pending". */
export function changesWaiting(count: number): string {
  return `${countChanges(count)} pending`
}

export function tryingAgainAt(time: string): string {
  return `Nothing is lost. We’ll try again at ${time}.`
}
