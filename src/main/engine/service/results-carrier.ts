/** Which value an update sends for `results`, a field the interface demands and most services never return. */

import type { SentAlong } from '../../../shared/batch.ts'
import { readJson } from './json-text.ts'
import type { ServiceImage } from '../domain/service-records.ts'

/** What is known of a record's results; the mirror of an outbox entry fits. */
export interface KnownResults {
  /** JSON text of the array; null = the service never returned the field for this record. */
  readonly results: string | null
  /** Stored file name. */
  readonly result: string | null
  readonly url: string | null
}

/** The same of an image as it was read. */
export function knownResults({ fields }: ServiceImage): KnownResults {
  const { results, result = null, url = null } = fields
  return { results: results === undefined ? null : JSON.stringify(results), result, url }
}

/** `source` stands in the receipt. */
export interface SentResults {
  readonly source: SentAlong['results']
  readonly value: readonly unknown[]
}

/**
 * Values last read go back as they are; a list known to be empty stays empty; where the service never returned the
 * field the stored file name stands in, else the address, else one empty item.
 */
export function chooseResults(known: KnownResults): SentResults {
  const read = readJson(known.results ?? '')
  // Our own column: text that is no list counts as never returned rather than stopping a star.
  const results = read.kind === 'json' && Array.isArray(read.value) ? read.value : null
  if (results !== null) return { source: results.length === 0 ? 'empty-results' : 'results', value: results }
  if (known.result !== null && known.result !== '') return { source: 'result', value: [known.result] }
  if (known.url !== null && known.url !== '') return { source: 'url', value: [known.url] }
  return { source: 'nothing', value: [] }
}

export const RESULTS_TRAITS = ['results.none', 'results.one', 'results.many'] as const
export type ResultsTrait = (typeof RESULTS_TRAITS)[number]

/** The trait of how a list of this length is written. */
export function resultsTrait({ length }: readonly unknown[]): ResultsTrait {
  if (length === 0) return 'results.none'
  return length === 1 ? 'results.one' : 'results.many'
}
