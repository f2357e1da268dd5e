/** Words of the inspector: one image, or what a selection is made of. */
import { formatCount, formatTime, plural } from '../format.ts'
import { spanText } from './time.ts'

export const inspectorCopy = {
  description: 'Description',
  created: 'Created',
  none: 'None',
  unknown: 'Not told',
  notConfirmed: 'Not yet confirmed',
  noPrompt: 'The service doesn’t tell this record’s description.',
  inStep: 'In step with the service',
  favoriteWaiting: 'Favorite waiting to send',
  favoriteRemovalWaiting: 'Removal from favorites waiting to send',
  needsYou: 'The service refused this change. It needs you.',
  addFavorite: 'Add to favorites',
  removeFavorite: 'Remove from favorites',
  nothing: 'Choose an image to see it here.'
} as const

export function selectedImages(count: number): string {
  return plural(count, { one: '1 image selected', other: `${formatCount(count)} images selected` })
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
const SOON_MS = 45_000

export function someWaiting(count: number): string {
  return plural(count, {
    one: '1 of these is waiting to send',
    other: `${formatCount(count)} of these are waiting to send`
  })
}

export function someNeedYou(count: number): string {
  return plural(count, { one: '1 needs you', other: `${formatCount(count)} need you` })
}
