/** Words of the full view. */
import type { PictureProblem } from '../shared/picture-info.ts'
import { formatCount, formatPercent } from './format.ts'

export const fullViewCopy = {
  view: 'Full view',
  previous: 'Previous image',
  next: 'Next image',
  select: 'Select',
  selected: 'Selected',
  favorite: 'Favorite',
  review: 'Review',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  fit: 'Fit',
  lastReviewed: 'That was the last image in this view.'
} as const

/** `key`: as it is printed on this keyboard. */
export function reviewHint(key: string): string {
  return `${key} adds to favorites and goes on`
}

/** Name of the way back to the grid. */
export function backTo(title: string): string {
  return `Back to ${title}`
}

/** "3 of 4 218"; `place` counts from 0. */
export function positionText(place: number, count: number): string {
  return `${formatCount(place + 1)} of ${formatCount(count)}`
}

/** "75%", "5.5%": pixels of the screen for each of the picture. */
export function zoomText(share: number): string {
  return formatPercent(share)
}

// What stands in the place of a preview that is not there.

export const pictureCopy = {
  loading: 'Loading…',
  none: 'No preview yet',
  notHere: 'Not downloaded yet',
  retry: 'Retry'
} as const

const WHY: Readonly<Record<PictureProblem['code'], (host: string) => string>> = {
  'private-host': (host) => `${host} is on a private network. Allow it in Settings.`,
  'not-found': (host) => `Preview not found on ${host}`,
  refused: (host) => `${host} refused to send this preview`,
  'host-trouble': (host) => `${host} is having problems`,
  unreachable: (host) => `${pictureCopy.notHere}. Can’t reach ${host}.`,
  'bad-address': () => 'The preview’s address isn’t a web address',
  'too-large': () => 'This preview is too large to show',
  'too-slow': () => 'This preview took too long to open',
  'not-a-picture': () => 'The preview’s file can’t be shown as an image'
}

/** Why there is no preview; `null` if nothing went wrong. Short, because a tile shows a few lines. */
export function pictureProblemText(problem: PictureProblem | null): string {
  if (problem === null) return pictureCopy.notHere
  return WHY[problem.code]('host' in problem ? problem.host : '')
}
