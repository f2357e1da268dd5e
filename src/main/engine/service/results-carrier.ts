/** Chooses the value of `results` in an update, a field that the interface requires and most services never return. */

import type { SentAlong } from '../../../shared/batch.ts'
import { readJson } from './json-text.ts'
import type { ServiceImage } from '../domain/service-records.ts'

/** What is known of a record's results; the mirror of an outbox entry fits. */
export interface KnownResults {
  /** JSON text of the array; `null` if the service never returned the field for this record. */
  readonly results: string | null
  /** Stored file name. */
  readonly result: string | null
  readonly url: string | null
}

/** Returns the same for an image as it was read. */
export function knownResults({ fields }: ServiceImage): KnownResults {
  const { results, result = null, url = null } = fields
  return { results: results === undefined ? null : JSON.stringify(results), result, url }
}

/** `source` is shown in the receipt. */
export interface SentResults {
  readonly source: SentAlong['results']
  readonly value: readonly unknown[]
}

/** Returns the last read list; `null` if the field was never returned, or its stored text is not a list. */
export function readResults({ results }: Pick<KnownResults, 'results'>): readonly unknown[] | null {
  const read = readJson(results ?? '')
  return read.kind === 'json' && Array.isArray(read.value) ? read.value : null
}

/**
 * Returns the value to send: the last read one unchanged; an empty list if it is known to be empty; if the service
 * never returned the field, the stored file name, else the address, else one empty item.
 */
export function chooseResults(known: KnownResults): SentResults {
  // If the stored text is not a list, the field counts as never returned, so that it does not block an update.
  const results = readResults(known)
  if (results !== null) return { source: results.length === 0 ? 'empty-results' : 'results', value: results }
  if (known.result !== null && known.result !== '') return { source: 'result', value: [known.result] }
  if (known.url !== null && known.url !== '') return { source: 'url', value: [known.url] }
  return { source: 'nothing', value: [] }
}

export const RESULTS_TRAITS = ['results.none', 'results.one', 'results.many'] as const
export type ResultsTrait = (typeof RESULTS_TRAITS)[number]

/** Returns the trait for the encoding of a list of this length. */
export function resultsTrait({ length }: readonly unknown[]): ResultsTrait {
  if (length === 0) return 'results.none'
  return length === 1 ? 'results.one' : 'results.many'
}
