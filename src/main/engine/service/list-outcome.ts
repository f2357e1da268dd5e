/** What is common to both lists. */
import type { Outcome } from '../domain/outcome.ts'
import type { ServicePage } from '../domain/service-records.ts'
import { locateList } from './decode.ts'
import type { TraitValue } from './dialect.ts'
import { readFirstNumber, type FirstNumber } from './first-number.ts'
import { judge, WITHOUT_LIST } from './reply.ts'
import type { AnswerFacts, Answered } from './service-client.ts'
import type { SendAnswer } from '../../../shared/send.ts'

/**
 * A page, where its list stood in the answer, and what it tells about the number of the first page, provided that
 * number 1 was asked for.
 */
export interface PageListed<R> extends Answered<ServicePage<R>> {
  readonly place: TraitValue<'list.place'> | null
  readonly firstNumber: FirstNumber | null
}

/** A list cannot be gone: a service that does not know its own list is not the service. */
export function listOutcome<T>(outcome: Outcome<T>): Outcome<T> {
  if (outcome.kind !== 'gone') return outcome
  return { kind: 'stopped', failure: { ...outcome.failure, code: 'wrong-address' } }
}

/** Reads the answer to a list. `decode` answers null where it is none. */
export function readList<R>(
  heard: { readonly answer: SendAnswer; readonly facts: AnswerFacts },
  decode: (root: unknown) => ServicePage<R> | null
): PageListed<R> {
  const told: { firstNumber: FirstNumber | null; place: PageListed<R>['place'] } = { firstNumber: null, place: null }
  const outcome = listOutcome(
    judge('read', heard, (root) => {
      const page = decode(root)
      told.firstNumber = readFirstNumber(root)
      told.place = locateList(root)?.place ?? null
      return page === null ? WITHOUT_LIST : { shape: 'shown', value: page }
    })
  )
  return { outcome, facts: heard.facts, ...told }
}
