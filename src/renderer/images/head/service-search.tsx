import { bridge } from '../../bridge.ts'
import { serviceSearchCopy, serviceSearchText, whyNoServiceSearch } from '../../copy/empty.ts'
import { failureText } from '../../copy/failures.ts'
import { searchScope } from '../../copy/images.ts'
import { useFacets } from '../../stores/facet-store.ts'
import { useQuery } from '../../stores/query-store.ts'
import { useSaid } from '../../stores/sync-store.ts'
import { Button } from '../../ui/button.tsx'
import { Tooltip } from '../../ui/popover.tsx'
import { useControl } from '../commands/control.ts'
import { useView } from '../view/view-store.ts'
import { searchService, useServiceSearch } from './service-search-store.ts'
import styles from './images-head.module.css'

/** Looks at the service for records that are not here yet; why it cannot, while it cannot. */
export function ServiceSearchButton({ look }: { readonly look: 'link' | 'box' }) {
  const { loader } = useControl()
  const query = useQuery((state) => state.query)
  const isRunning = useServiceSearch((state) => state.isRunning && state.query === query)
  const why = whyNoServiceSearch[useSaid('images')]
  const button = (
    <Button
      look={look}
      size={look === 'link' ? 'small' : 'normal'}
      isDisabled={isRunning || why !== null}
      aria-description={why ?? undefined}
      onClick={() => void searchService(query, { bridge, refresh: () => loader.refresh() })}
    >
      {isRunning ? serviceSearchCopy.searching : serviceSearchCopy.search}
    </Button>
  )
  return why === null ? button : <Tooltip text={why}>{button}</Tooltip>
}

/** What the last search at the service brought, as long as it is about what is searched now. */
export function ServiceSearchOutcome() {
  const query = useQuery((state) => state.query)
  const state = useServiceSearch()
  const isCurrent = state.query === query
  const text = isCurrent && state.result && serviceSearchText(state.result)
  const failure = isCurrent && state.failure && failureText(state.failure, 'images')
  return (
    <span className={styles.outcome} role="status">
      {text || failure}
    </span>
  )
}

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
