import { searchScope } from '../../copy/images.ts'
import { useFacets } from '../../stores/facet-store.ts'
import { useQuery } from '../../stores/query-store.ts'
import { useView } from '../view/view-store.ts'
import { ServiceSearchButton, ServiceSearchOutcome } from './service-search-button.tsx'
import { useServiceSearch } from './service-search-store.ts'
import styles from './images-head.module.css'

/** While something is searched: where, and the way to search at the service as well. */
export function SearchScope() {
  const query = useQuery((state) => state.query)
  const totals = useFacets((state) => state.counts?.totals)
  const isAnswered = useServiceSearch((state) => state.query === query && !state.isRunning)
  // Where nothing is found, the words stand in the place of the images.
  const isEmpty = useView((state) => state.shown?.order.numbers.length === 0)
  if (query.search === '' || isEmpty) return null
  return (
    <span className={styles.scope} data-stays>
      {!isAnswered && (
        <span className={styles.scopeText}>{searchScope(totals?.withPrompt ?? 0, totals?.images ?? 0)}</span>
      )}
      <ServiceSearchOutcome />
      <ServiceSearchButton look="link" />
    </span>
  )
}
