/** Encodes what an update carried for `results`, as one small number, because a batch may have 100,000 items. */
import { RESULTS_SOURCES, type SentAlong } from '../../../shared/batch.ts'

type Carried = Pick<SentAlong, 'results' | 'showsOther'>

/** Added to the list index; the order of the list never changes. */
const SHOWS_OTHER = 8

/** Returns the code that is stored. */
export function codeOfSent({ results, showsOther }: Carried): number {
  return RESULTS_SOURCES.indexOf(results) + (showsOther ? SHOWS_OTHER : 0)
}

/** Decodes a stored code; `null` for one of a newer version. */
export function sentOfCode(code: number): Carried | null {
  const results = RESULTS_SOURCES[code % SHOWS_OTHER]
  return results === undefined ? null : { results, showsOther: code >= SHOWS_OTHER }
}
