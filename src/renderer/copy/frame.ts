/** Words of the sidebar, the bars under the toolbar, and the window around the screens. */
import { formatCount, plural } from '../format.ts'

export const frameCopy = {
  product: 'Proofsheet',
  navigation: 'Library',
  library: 'Library',
  looks: 'Looks',
  allImages: 'All images',
  favorites: 'Favorites',
  notFavorites: 'Not favorites',
  waiting: 'Waiting to send',
  needsYou: 'Needs you',
  projects: 'Projects',
  notifications: 'Notifications',
  close: 'Close',
  quit: 'Quit'
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
  notAnswering: 'The service isn’t answering',
  keyAbsent: 'Add your API key',
  keyAbsentBody: 'You will find it in your account on the service.',
  keyLocked: 'Your key is locked',
  keyLockedBody: 'Unlock the key store to sync. You can keep working offline.',
  keyUnreadable: 'We can’t read the saved key here',
  keyUnreadableBody: 'It was saved by another user or computer.',
  changesSafe: 'Your changes are safe and will wait.',
  projectsOnly: 'Images go on as before.',
  tryNow: 'Try now',
  tryAgain: 'Try again',
  enterKey: 'Enter key',
  enterNewKey: 'Enter new key',
  tryAnotherKey: 'Try another key'
} as const

/** "3 changes waiting". */
export function changesWaiting(count: number): string {
  return plural(count, { one: '1 change waiting', other: `${formatCount(count)} changes waiting` })
}

export function tryingAgainAt(time: string): string {
  return `Nothing is lost. We’ll try again at ${time}.`
}
