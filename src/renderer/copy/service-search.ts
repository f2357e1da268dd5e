/** Words of a search at the service. */
import type { ServiceSearch } from '../../shared/query.ts'
import type { GroupState } from '../../shared/sync-status.ts'
import { formatCount, plural } from '../format.ts'

export const serviceSearchCopy = {
  search: 'Search on the service',
  searching: 'Searching on the service…'
} as const

/** Why the service cannot be searched now; null = it can. */
export const whyNoServiceSearch: Readonly<Record<GroupState, string | null>> = {
  idle: null,
  reading: null,
  sending: null,
  checking: null,
  'up-to-date': null,
  offline: 'You’re offline. The service can be searched when you’re back online.',
  'not-answering': 'The service isn’t responding. It can be searched when it does.',
  held: 'Rate limit reached. The service can be searched in a moment.',
  'signed-out': 'The service can be searched with a key that it accepts.',
  'no-access': 'The service can be searched with a key that has read access.',
  stopped: 'The service can’t be searched while sync is stopped.'
}

/** "The service has 37 by that name, 12 of them new here." */
export function serviceSearchText({ found, added, isWhole }: ServiceSearch): string {
  if (found === 0) return 'The service has none by that name either.'
  const has = isWhole ? formatCount(found) : `more than ${formatCount(found)}`
  const news = plural(added, {
    one: '1 of them new here',
    other: added === 0 ? 'none of them new here' : `${formatCount(added)} of them new here`
  })
  const rest = isWhole ? '' : ' Not all of them were read.'
  return `The service has ${has} by that name, ${news}.${rest}`
}
