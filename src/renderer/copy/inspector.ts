/** Words of the inspector: one image, or what a selection is made of. */
import { formatCount, formatTime, plural } from '../format.ts'
import { countImages } from './counted.ts'
import { momentText, spanText } from './time.ts'

export const inspectorCopy = {
  description: 'Description',
  showAll: 'Show all',
  showLess: 'Show less',
  created: 'Created',
  none: 'None',
  unknown: 'Not told',
  notConfirmed: 'Not yet confirmed',
  noPrompt: 'The service doesn’t tell this record’s description.',
  id: 'Id',
  notCreated: 'Not created yet',
  rename: 'Rename',
  name: 'Name',
  copy: 'Copy',
  state: 'State',
  keptCopy: 'Gone from the service. This copy is kept here.',
  refresh: 'Ask the service now',
  refreshing: 'Asking the service…',
  review: 'Review…',
  takeSettings: 'Use these settings',
  history: 'History of this record',
  results: 'Results',
  resultFile: 'Result file',
  address: 'Address',
  other: 'Other data from the service',
  whatChanges: 'The service only lets us change name, favorite and results.',
  addFavorite: 'Add to favorites',
  removeFavorite: 'Remove from favorites',
  nothing: 'Choose an image to see it here.'
} as const

/** "In step with the service, 10:41". `readAt` in ms since epoch; null = it never told of this record. */
export function inStep(readAt: number | null, now: number): string {
  return readAt === null ? 'In step with the service' : `In step with the service, ${momentText(readAt, now)}`
}

export function selectedImages(count: number): string {
  return `${countImages(count)} selected`
}

export function alreadyFavorites(count: number): string {
  return plural(count, { one: '1 already a favorite', other: `${formatCount(count)} already favorites` })
}

/** "3 907 to star, about 1 h 5 min at the pace this service allows, done about 14:20". Times in ms. */
export function toStar(count: number, estimate: number | null, now: number): string {
  const what = `${formatCount(count)} to star`
  if (estimate === null || count === 0) return what
  if (estimate < SOON_MS) return `${what}, ${spanText(estimate)}`
  return `${what}, ${spanText(estimate)} at the pace this service allows, done about ${formatTime(now + estimate)}`
}

/** Under this an estimate needs no clock time. */
const SOON_MS = 90_000

export function someWaiting(count: number): string {
  return plural(count, {
    one: '1 of these is pending',
    other: `${formatCount(count)} of these are pending`
  })
}
