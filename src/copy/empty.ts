/** Words that stand where no image does. */
import type { ServiceSearch } from '../shared/query.ts'
import type { Said } from '../shared/said.ts'
import { formatCount, plural } from './format.ts'
import { clockText } from './time.ts'

export const emptyCopy = {
  reading: 'Loading your library…',
  readingBody: 'Images appear here as they arrive, newest first.',
  library: 'No images yet',
  libraryBody: 'Create one, or check that this is the right address.',
  allLeaving: 'All images are about to be deleted',
  allLeavingBody: 'You can undo until the deletions are sent.',
  newImage: 'New image',
  favorites: 'No favorites yet',
  waiting: 'No pending changes',
  needsYou: 'Nothing needs attention',
  showAll: 'Show all'
} as const

/** No image is pending, or needs attention; something else is or does. */
export function elsewhere(
  mark: 'waiting' | 'needs-you',
  changes: number
): { readonly headline: string; readonly body: string } {
  if (mark === 'waiting')
    return {
      headline: 'No image is pending',
      body: plural(changes, {
        one: '1 change of something else is.',
        other: `${formatCount(changes)} changes of something else are.`
      })
    }
  return {
    headline: 'No image needs attention',
    body: plural(changes, {
      one: '1 change of something else does.',
      other: `${formatCount(changes)} changes of something else do.`
    })
  }
}

export function nothingMatches(filters: number): string {
  return plural(filters, {
    one: 'Nothing matches this filter',
    other: `Nothing matches these ${formatCount(filters)} filters`
  })
}

/** `key`: as it is printed on this keyboard. */
export function howToFavorite(key: string): string {
  return `Press ${key} on any image.`
}

export function hiddenImages(count: number): string {
  return plural(count, { one: '1 image is hidden.', other: `${formatCount(count)} images are hidden.` })
}

export function nothingContains(search: string, searchesPrompts: boolean): string {
  return searchesPrompts ? `No image name or prompt contains “${search}”` : `No image name contains “${search}”`
}

/** Both in ms since epoch; `completeAsOf` null = never proved. */
export function searchedCopy(completeAsOf: number | null, now: number): string {
  return completeAsOf === null
    ? 'Searching this computer’s copy, which may be incomplete.'
    : `Searching this computer’s copy, complete as of ${clockText(completeAsOf, now)}.`
}

// Words of a search at the service.

export const serviceSearchCopy = {
  search: 'Search on the service',
  searching: 'Searching on the service…'
} as const

const WITH_KEY = 'The service can be searched with a key that it accepts.'

/** Why the service cannot be searched now; null = it can. */
export const whyNoServiceSearch: Readonly<Record<Said, string | null>> = {
  connecting: null,
  idle: null,
  reading: null,
  sending: null,
  checking: null,
  'up-to-date': null,
  offline: 'You’re offline. The service can be searched when you’re back online.',
  unreachable: 'The service can’t be reached. It can be searched when it responds.',
  'not-answering': 'The service isn’t responding. It can be searched when it does.',
  held: 'Rate limit reached. The service can be searched in a moment.',
  'key-absent': WITH_KEY,
  'key-locked': 'The service can be searched once your keychain is unlocked.',
  'key-denied': WITH_KEY,
  'key-silent': WITH_KEY,
  'key-unreadable': WITH_KEY,
  'signed-out': WITH_KEY,
  'other-account': WITH_KEY,
  'owner-unclear': WITH_KEY,
  'no-access': 'The service can be searched with a key that has read access.',
  stopped: 'The service can’t be searched while sync is stopped.'
}

/** "Found 37 on the service, 12 new to this library." */
export function serviceSearchText({ found, added, isWhole }: ServiceSearch): string {
  if (found === 0) return 'Found none on the service either.'
  const all = isWhole ? formatCount(found) : `more than ${formatCount(found)}`
  const news = added === 0 ? 'none' : formatCount(added)
  return `Found ${all} on the service, ${news} new to this library.${isWhole ? '' : ' Not all were loaded.'}`
}
