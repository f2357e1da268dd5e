/** Lists the hazards whose outcome in a dialect differs from the standard dialect, with the reasons. */
import type { ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import type { Act, Expected } from './expected.ts'

interface Exception {
  readonly on: (dialect: ServiceDialect) => boolean
  /** All hazards if absent. */
  readonly hazards?: readonly string[]
  readonly acts: readonly Act[]
  /** The outcome instead of `from`, or of any outcome if that is absent. */
  readonly from?: Expected
  readonly to: Expected
  /** The change counts as done and is not: only the next page shows it, not the response. */
  readonly isTooEarly?: true
  readonly because: string
}

const DELETES = ['delete-image', 'delete-project'] as const
const UPDATES = ['update-image', 'rename-image'] as const
const SAYS_NOTHING = ['no-content', 'empty', 'bare-done']

const EXCEPTIONS: readonly Exception[] = [
  {
    on: ({ create }) => create === 'unnamed',
    acts: ['store-image'],
    from: 'applied',
    to: 'unknown not-understood',
    because: 'The response contains no record, so a lookup precedes a retry.'
  },
  {
    on: ({ flags }) => flags === 'missing',
    hazards: ['update-unchanged'],
    acts: ['update-image'],
    to: 'applied',
    isTooEarly: true,
    because: 'No response of such a service shows whether a favorite was applied.'
  },
  {
    on: ({ favorite }) => favorite === 'words',
    hazards: SAYS_NOTHING,
    acts: UPDATES,
    to: 'applied',
    isTooEarly: true,
    because: 'The empty response hides the rejection of 1 and 0.'
  },
  {
    on: ({ errors, carrier, demands }) => errors === 'root' && carrier !== 'brackets' && demands === 'strict',
    hazards: ['deep-nesting', 'huge-exponent'],
    acts: UPDATES,
    to: 'rejected refused',
    because: 'Fields of a rejection at the root are not read next to an invalid message, so no other form is tried.'
  },
  {
    on: ({ deleted }) => deleted === 'no-content' || deleted === 'empty',
    hazards: ['broken'],
    acts: DELETES,
    to: 'applied',
    because: 'An empty body cannot be cut, and the status says that it is done.'
  },
  {
    on: ({ deleted }) => deleted === 'empty',
    hazards: ['trailing-junk'],
    acts: DELETES,
    to: 'unknown not-json',
    because: 'The body contains only the junk, so a lookup follows.'
  },
  {
    on: ({ verbs }) => verbs === 'spoofed',
    hazards: SAYS_NOTHING,
    acts: DELETES,
    to: 'unknown not-understood',
    because: 'A POST only counts as a deletion if the response says so.'
  }
]

export interface Wanted {
  readonly expected: Expected
  readonly mayBeTooEarly: boolean
}

/** Returns the expected outcome of a case in a dialect, given that of the standard dialect. */
export function wantedIn(dialect: ServiceDialect, hazard: string, act: Act, standard: Expected): Wanted {
  const found = EXCEPTIONS.find(
    ({ on, hazards, acts, from }) =>
      on(dialect) &&
      acts.includes(act) &&
      (hazards === undefined || hazards.includes(hazard)) &&
      (from === undefined || from === standard)
  )
  return { expected: found?.to ?? standard, mayBeTooEarly: found?.isTooEarly === true }
}
