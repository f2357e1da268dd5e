/** Words of the full view. */
import { formatCount, formatPercent } from '../format.ts'

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
