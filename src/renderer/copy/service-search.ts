/** Words of a search at the service. */
import type { ServiceSearch } from '../../shared/query.ts'
import type { Said } from '../../shared/said.ts'
import { formatCount } from '../format.ts'

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
