/** Where a dialect makes a hazard come to something else than it does on the standard one, and why. */
import type { ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import type { Act, Expected } from './expected.ts'

interface Exception {
  readonly on: (dialect: ServiceDialect) => boolean
  /** All of them where it is left out. */
  readonly hazards?: readonly string[]
  readonly acts: readonly Act[]
  /** What comes instead of `from`, or of anything. */
  readonly from?: Expected
  readonly to: Expected
  /** It counts as done and is not: nothing in the answer could have told, and the next page does. */
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
    because: 'The answer shows no record: it is looked for before anything is sent again.'
  },
  {
    on: ({ flags }) => flags === 'missing',
    hazards: ['update-unchanged'],
    acts: ['update-image'],
    to: 'applied',
    isTooEarly: true,
    because: 'No answer of such a service shows whether a star was taken.'
  },
  {
    on: ({ favorite }) => favorite === 'words',
    hazards: SAYS_NOTHING,
    acts: UPDATES,
    to: 'applied',
    isTooEarly: true,
    because: 'The refusal of 1 and 0 is hidden behind an answer that says nothing.'
  },
  {
    on: ({ errors, carrier, demands }) => errors === 'root' && carrier !== 'brackets' && demands === 'strict',
    hazards: ['deep-nesting', 'huge-exponent'],
    acts: UPDATES,
    to: 'rejected refused',
    because: 'Beside what is no message the fields of a refusal at the root are not read, so no other form follows.'
  },
  {
    on: ({ deleted }) => deleted === 'no-content' || deleted === 'empty',
    hazards: ['broken'],
    acts: DELETES,
    to: 'applied',
    because: 'Half of nothing is nothing, and the status says that it is done.'
  },
  {
    on: ({ deleted }) => deleted === 'empty',
    hazards: ['trailing-junk'],
    acts: DELETES,
    to: 'unknown not-json',
    because: 'Nothing but the junk is there: looked up.'
  },
  {
    on: ({ verbs }) => verbs === 'spoofed',
    hazards: SAYS_NOTHING,
    acts: DELETES,
    to: 'unknown not-understood',
    because: 'Behind a POST only a word that the record is gone counts.'
  }
]

export interface Wanted {
  readonly expected: Expected
  readonly mayBeTooEarly: boolean
}

/** What a case must come to in a dialect, given what it comes to in the standard one. */
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
