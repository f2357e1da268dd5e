/** What becomes of an entry of the outbox after an answer: by the program's own rule, and as it must be. */
import { entryResults } from '../../src/main/engine/domain/entry-results.ts'
import type { Outcome } from '../../src/main/engine/domain/outcome.ts'
import type { Act } from './expected.ts'

export type Fate = 'ends' | 'waits for the person' | 'is looked up' | 'is sent again'

type Kind = Outcome<unknown>['kind']

/** For every operation but those that a network stack might send twice. */
const FATES: Readonly<Record<Kind, Fate>> = {
  applied: 'ends',
  rejected: 'waits for the person',
  gone: 'waits for the person',
  unknown: 'is looked up',
  held: 'is sent again',
  retry: 'is sent again',
  'signed-out': 'is sent again',
  stopped: 'is sent again'
}

/** Sent in a way in which the network stack never sends a request twice by itself. */
const SENT_ONCE: ReadonlySet<Act> = new Set(['store-image', 'delete-project'])

/** As it must be: a 429 may answer the second sending of what got through the first time. */
export function wantedFate(act: Act, kind: Kind): Fate {
  return kind === 'held' && !SENT_ONCE.has(act) ? 'is looked up' : FATES[kind]
}

const FATE_OF_RESULT: Readonly<Record<string, Fate>> = {
  acknowledged: 'ends',
  rejected: 'waits for the person',
  unknown: 'is looked up',
  ready: 'is sent again'
}

/** As the program has it. */
export function fateOf(act: Act, outcome: Outcome<unknown>): Fate | null {
  const sent = { entry: 1, revision: 1, isSentOnce: SENT_ONCE.has(act) }
  const [first] = entryResults(sent, outcome, 0)
  return first === undefined ? null : (FATE_OF_RESULT[first.outcome.kind] ?? null)
}
