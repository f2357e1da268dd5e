/** Words of the inspector: one image, or what a selection is made of. */
import { formatCount, formatTime, plural } from './format.ts'
import { countImages } from './counted.ts'
import { momentText, spanText } from './time.ts'

export const inspectorCopy = {
  description: 'Prompt',
  showAll: 'Show all',
  showLess: 'Show less',
  created: 'Created',
  none: 'None',
  unknown: 'Not provided',
  notConfirmed: 'Pending',
  noPrompt: 'The service doesn’t provide the prompt for this image.',
  id: 'ID',
  notCreated: 'Not created yet',
  rename: 'Rename',
  name: 'Name',
  copy: 'Copy',
  state: 'State',
  keptCopy: 'No longer on the service. This copy is kept here.',
  refresh: 'Refresh',
  refreshing: 'Refreshing…',
  review: 'Review…',
  takeSettings: 'Use these settings',
  history: 'History',
  results: 'Results',
  resultFile: 'Result file',
  address: 'Address',
  other: 'Other data from the service',
  whatChanges: 'The service only allows changes to name, favorite, and results.',
  addFavorite: 'Add to Favorites',
  removeFavorite: 'Remove from Favorites',
  nothing: 'Select an image to see its details.'
} as const

/** "Synced today at 10:41". `readAt` in ms since epoch; null = it never told of this record. */
export function inStep(readAt: number | null, now: number): string {
  return readAt === null ? 'Synced' : `Synced ${momentText(readAt, now)}`
}

export function selectedImages(count: number): string {
  return `${countImages(count)} selected`
}

export function alreadyFavorites(count: number): string {
  return plural(count, { one: '1 already a favorite', other: `${formatCount(count)} already favorites` })
}

/** "3,907 to add to Favorites · about 1 hr 5 min at this service’s rate limit, done around 14:20". Times in ms. */
export function toStar(count: number, estimate: number | null, now: number): string {
  const what = `${formatCount(count)} to add to Favorites`
  if (estimate === null || count === 0) return what
  if (estimate < SOON_MS) return `${what} · ${spanText(estimate)}`
  return `${what} · ${spanText(estimate)} at this service’s rate limit, done around ${formatTime(now + estimate)}`
}

/** Under this an estimate needs no clock time. */
const SOON_MS = 90_000

export function someWaiting(count: number): string {
  return plural(count, {
    one: '1 of these is pending',
    other: `${formatCount(count)} of these are pending`
  })
}
