import { bridge } from '../../bridge.ts'
import { failureText } from '../../../copy/failures.ts'
import { searchScope } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { useFacets } from '../../stores/facet-store.ts'
import { useQuery } from '../../stores/query-store.ts'
import { useSaid } from '../../stores/sync-store.ts'
import { Button } from '../../ui/button.tsx'
import { Tooltip } from '../../ui/popover.tsx'
import { useControl } from '../commands/control.ts'
import { useView } from '../view/view-store.ts'
import { searchService, useServiceSearch } from './service-search-store.ts'
import styles from './images-head.module.css'

/** Searches the service for records that are not here yet; shows the reason while that is unavailable. */
export function ServiceSearchButton({ variant }: { readonly variant: 'link' | 'box' }) {
  const { loader } = useControl()
  const query = useQuery((state) => state.query)
  const isRunning = useServiceSearch((state) => state.isRunning && state.query === query)
  const why = copy.search.whyNot[useSaid('images')]
  const button = (
    <Button
      variant={variant}
      size={variant === 'link' ? 'small' : 'normal'}
      isDisabled={isRunning || why !== null}
      aria-description={why ?? undefined}
      onClick={() => void searchService(query, { bridge, refresh: () => loader.refresh() })}
    >
      {isRunning ? copy.search.searching : copy.search.onService}
    </Button>
  )
  return why === null ? button : <Tooltip text={why}>{button}</Tooltip>
}

/** The result of the last search at the service, while it belongs to the current query. */
export function ServiceSearchOutcome() {
  const query = useQuery((state) => state.query)
  const state = useServiceSearch()
  const isCurrent = state.query === query
  const text = isCurrent && state.result && copy.search.found(state.result)
  const failure = isCurrent && state.failure && failureText(state.failure, 'images')
  return (
    <span className={styles.outcome} role="status">
      {text || failure}
    </span>
  )
}

/** The scope of the current search, with the button to search the service too. */
export function SearchScope() {
  const query = useQuery((state) => state.query)
  const totals = useFacets((state) => state.counts?.totals)
  const isAnswered = useServiceSearch((state) => state.query === query && !state.isRunning)
  // An empty grid shows this text in place of the images.
  const isEmpty = useView((state) => state.shown?.order.numbers.length === 0)
  if (query.search === '' || isEmpty) return null
  return (
    <span className={styles.scope} data-stays>
      {!isAnswered && (
        <span className={styles.scopeText}>{searchScope(totals?.withPrompt ?? 0, totals?.images ?? 0)}</span>
      )}
      <ServiceSearchOutcome />
      <ServiceSearchButton variant="link" />
    </span>
  )
}
