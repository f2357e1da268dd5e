/** Words that stand where no image does. */
import { formatCount, formatTime, plural } from '../format.ts'

export const emptyCopy = {
  reading: 'Reading your library…',
  readingBody: 'Images appear here as they arrive, newest first.',
  library: 'No images yet',
  libraryBody: 'Images made on the service appear here. If you expected some, check the address.',
  syncNow: 'Sync now',
  favorites: 'No favorites yet',
  favoritesBody: 'Press F on any image.',
  waiting: 'Nothing is waiting to be sent',
  needsYou: 'Nothing needs you',
  showAll: 'Show all',
  failed: 'This view can’t be read'
} as const

export function nothingMatches(filters: number): string {
  return plural(filters, {
    one: 'Nothing matches this filter',
    other: `Nothing matches these ${formatCount(filters)} filters`
  })
}

export function hiddenImages(count: number): string {
  return plural(count, { one: '1 image is hidden.', other: `${formatCount(count)} images are hidden.` })
}

export function nothingContains(search: string, searchesPrompts: boolean): string {
  return searchesPrompts ? `No image name or prompt contains “${search}”` : `No image name contains “${search}”`
}

export function searchedCopy(completeAsOf: number | null): string {
  return completeAsOf === null
    ? 'Searching this computer’s copy, which may be incomplete.'
    : `Searching this computer’s copy, complete as of ${formatTime(completeAsOf)}.`
}
