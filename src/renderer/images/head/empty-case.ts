/** Why the grid is empty, and what would change that. Pure. */
import type { Failure } from '../../../shared/failure.ts'
import type { ImageQuery } from '../../../shared/query.ts'
import { countFilters } from '../../stores/query-store.ts'

export type EmptyCase =
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'reading' | 'new-library' | 'all-leaving' }
  | { readonly kind: 'no-favorites' | 'all-viewed' | 'nothing-waiting' | 'nothing-needed' }
  | { readonly kind: 'elsewhere'; readonly mark: 'waiting' | 'needs-attention'; readonly changes: number }
  | { readonly kind: 'search'; readonly search: string }
  | { readonly kind: 'filters'; readonly filters: number }

export interface EmptyFacts {
  readonly query: ImageQuery
  /** Images in the whole library. */
  readonly images: number
  /** The service is being read, so more images may come. */
  readonly isReading: boolean
  /** Deletions are pending: their images are no longer shown and can still be restored. */
  readonly isDeleting: boolean
  /** Changes of any item that are pending, and that need attention. */
  readonly waiting: number
  readonly needsAttention: number
  readonly failure: Failure | null
}

/** Returns the most specific case: a single filter has its own message, several are counted. */
export function emptyCase(facts: EmptyFacts): EmptyCase {
  const { query, images, isReading, isDeleting, failure } = facts
  if (failure !== null) return { kind: 'failed', failure }
  if (images === 0 && isDeleting) return { kind: 'all-leaving' }
  if (images === 0) return { kind: isReading ? 'reading' : 'new-library' }
  const filters = countFilters(query)
  if (filters === 1 && query.search !== '') return { kind: 'search', search: query.search }
  if (filters === 1 && query.favorite === true) return { kind: 'no-favorites' }
  if (filters === 1 && query.mark === 'not-viewed') return { kind: 'all-viewed' }
  if (filters === 1 && (query.mark === 'waiting' || query.mark === 'needs-attention'))
    return emptyMark(query.mark, facts)
  return { kind: 'filters', filters }
}

/** No image has the mark, but a project or a change without an image may. */
function emptyMark(mark: 'waiting' | 'needs-attention', { waiting, needsAttention }: EmptyFacts): EmptyCase {
  const changes = mark === 'waiting' ? waiting : needsAttention
  if (changes > 0) return { kind: 'elsewhere', mark, changes }
  return { kind: mark === 'waiting' ? 'nothing-waiting' : 'nothing-needed' }
}
