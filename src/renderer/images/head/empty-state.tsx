import { failureSentence } from '../../../copy/failures.ts'
import { searchedCopy } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { useNow } from '../../frame/use-window.ts'
import { openCreate } from '../../stores/create-store.ts'
import { useFacets } from '../../stores/facet-store.ts'
import { resetQuery, setQuery, useQuery } from '../../stores/query-store.ts'
import { useSync } from '../../stores/sync-store.ts'
import { showActivity } from '../../stores/window-store.ts'
import { Button } from '../../ui/button.tsx'
import { favoriteKey } from '../commands/shortcuts.ts'
import { useView } from '../view/view-store.ts'
import { emptyCase, type EmptyCase } from './empty-case.ts'
import { filterChips } from './filter-chips.ts'
import { ServiceSearchButton, ServiceSearchOutcome } from './service-search.tsx'
import styles from './images-head.module.css'

interface EmptyText {
  readonly headline: string
  readonly body: string | null
  readonly action: { readonly label: string; readonly run: () => void } | null
}

/** What replaces an empty grid: the reason, and one action. */
export function EmptyState() {
  const query = useQuery((state) => state.query)
  const totals = useFacets((state) => state.counts?.totals)
  const images = useSync((state) => state.status?.images)
  const waiting = useSync((state) => state.status?.waiting ?? 0)
  const needsAttention = useSync((state) => state.status?.needsAttention ?? 0)
  const failure = useView((state) => state.failure)
  const now = useNow()
  const isReading = images?.state === 'reading'
  const isDeleting = (images?.deletions ?? null) !== null
  if (totals === undefined && failure === null) return null
  const state = emptyCase({
    query,
    images: totals?.images ?? 0,
    isReading,
    isDeleting,
    waiting,
    needsAttention,
    failure
  })
  const text = emptyText(state, {
    searchesPrompts: (totals?.withPrompt ?? 0) > 0,
    hidden: totals?.images ?? 0,
    completeAsOf: images?.completeAsOf ?? null,
    now
  })
  return (
    <section className={styles.empty} role="status">
      <h2 className={styles.headline}>{text.headline}</h2>
      {state.kind === 'filters' && <FilterNames />}
      <p className={styles.body}>{text.body}</p>
      {state.kind !== 'failed' && query.search !== '' && <ServiceSearch />}
      {text.action && (
        <Button variant="box" onClick={text.action.run}>
          {text.action.label}
        </Button>
      )}
    </section>
  )
}

/** Offers the search at the service, which may have images that are not here. */
function ServiceSearch() {
  return (
    <>
      <ServiceSearchOutcome />
      <ServiceSearchButton variant="box" />
    </>
  )
}

/** The filters by name, so that a forgotten one is visible. */
function FilterNames() {
  const query = useQuery((state) => state.query)
  return (
    <ul className={styles.filters}>
      {filterChips(query).map(({ key, text }) => (
        <li key={key}>
          {text.subject !== null && `${text.subject}: `}
          <bdi>{text.value}</bdi>
        </li>
      ))}
    </ul>
  )
}

interface EmptyNumbers {
  readonly searchesPrompts: boolean
  readonly hidden: number
  readonly completeAsOf: number | null
  readonly now: number
}

const showAll = () => ({ label: copy.empty.showAll, run: resetQuery })

type PlainKind = Exclude<EmptyCase['kind'], 'failed' | 'search' | 'filters' | 'no-favorites' | 'elsewhere'>

const plainTexts = (): Readonly<Record<PlainKind, EmptyText>> => ({
  reading: { headline: copy.empty.reading, body: copy.empty.readingBody, action: null },
  'new-library': {
    headline: copy.empty.library,
    body: copy.empty.libraryBody,
    action: { label: copy.empty.newImage, run: () => openCreate() }
  },
  'all-leaving': { headline: copy.empty.allLeaving, body: copy.empty.allLeavingBody, action: null },
  'all-viewed': { headline: copy.empty.allViewed, body: null, action: showAll() },
  'nothing-waiting': { headline: copy.empty.waiting, body: null, action: showAll() },
  'nothing-needed': { headline: copy.empty.needsAttention, body: null, action: showAll() }
})

function emptyText(state: EmptyCase, numbers: EmptyNumbers): EmptyText {
  if (state.kind === 'failed') return failedText(state)
  if (state.kind === 'elsewhere') {
    const { mark, changes } = state
    return {
      ...copy.empty.elsewhere[mark](changes),
      action: { label: copy.work.showInActivity, run: () => showActivity(mark) }
    }
  }
  if (state.kind === 'search') {
    return {
      headline: copy.empty.nothingContains(state.search, numbers.searchesPrompts),
      body: searchedCopy(numbers.completeAsOf, numbers.now),
      action: { label: copy.images.clearSearch, run: resetQuery }
    }
  }
  if (state.kind === 'filters') {
    return {
      headline: copy.empty.nothingMatches(state.filters),
      body: copy.empty.hidden(numbers.hidden),
      action: { label: copy.images.clearFilters, run: resetQuery }
    }
  }
  if (state.kind === 'no-favorites')
    return { headline: copy.empty.favorites, body: copy.empty.howToFavorite(favoriteKey()), action: showAll() }
  return plainTexts()[state.kind]
}

/** Retry sets an equal query, because a new object is a new request. */
function failedText({ failure }: Extract<EmptyCase, { kind: 'failed' }>): EmptyText {
  const { headline, body } = failureSentence(failure, 'library')
  const retry = () => setQuery({})
  return { headline, body, action: { label: copy.images.tryAgain, run: retry } }
}
