/** What an update carried for `results`, as the receipt keeps it: one small number, since a batch may have 100,000 items. */
import { RESULTS_SOURCES, type SentAlong } from '../../../shared/batch.ts'

type Carried = Pick<SentAlong, 'results' | 'showsOther'>

/** Added to the place in the list, which never changes its order. */
const SHOWS_OTHER = 8

/** The number that is kept. */
export function codeOfSent({ results, showsOther }: Carried): number {
  return RESULTS_SOURCES.indexOf(results) + (showsOther ? SHOWS_OTHER : 0)
}

/** null for a number of a newer version. */
export function sentOfCode(code: number): Carried | null {
  const results = RESULTS_SOURCES[code % SHOWS_OTHER]
  return results === undefined ? null : { results, showsOther: code >= SHOWS_OTHER }
}
