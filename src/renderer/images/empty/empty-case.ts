/** Why the grid shows nothing, and what would change that. Pure. */
import type { Failure } from '../../../shared/failure.ts'
import type { ImageQuery } from '../../../shared/query.ts'
import { countFilters } from '../../stores/query-store.ts'

export type EmptyCase =
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'reading' | 'new-library' | 'all-leaving' }
  | { readonly kind: 'no-favorites' | 'nothing-waiting' | 'nothing-needed' }
  | { readonly kind: 'needed-elsewhere'; readonly changes: number }
  | { readonly kind: 'search'; readonly search: string }
  | { readonly kind: 'filters'; readonly filters: number }

export interface EmptyFacts {
  readonly query: ImageQuery
  /** Images in the whole library. */
  readonly images: number
  /** The service is being read, so more may come. */
  readonly isReading: boolean
  /** Deletions wait to be sent: what they are about is not shown any more, and can still come back. */
  readonly isDeleting: boolean
  /** Changes of anything that need attention. */
  readonly needsYou: number
  readonly failure: Failure | null
}

/** The one case that says most: a single filter has its own sentence, several are counted. */
export function emptyCase({ query, images, isReading, isDeleting, needsYou, failure }: EmptyFacts): EmptyCase {
  if (failure !== null) return { kind: 'failed', failure }
  if (images === 0 && isDeleting) return { kind: 'all-leaving' }
  if (images === 0) return { kind: isReading ? 'reading' : 'new-library' }
  const filters = countFilters(query)
  if (filters === 1 && query.search !== '') return { kind: 'search', search: query.search }
  if (filters === 1 && query.favorite === true) return { kind: 'no-favorites' }
  if (filters === 1 && query.mark === 'waiting') return { kind: 'nothing-waiting' }
  if (filters === 1 && query.mark === 'needs-you')
    return needsYou > 0 ? { kind: 'needed-elsewhere', changes: needsYou } : { kind: 'nothing-needed' }
  return { kind: 'filters', filters }
}
