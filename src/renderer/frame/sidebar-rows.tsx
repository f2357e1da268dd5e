import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Facet } from '../../shared/image.ts'
import { formatCount } from '../../copy/format.ts'
import { copy } from '../../copy/language.ts'
import { valueLabel } from '../../copy/names.ts'
import { useFacets, useTotals } from '../stores/facet-store.ts'
import { setPreferences, usePreferences } from '../stores/preferences-store.ts'
import { setQuery, toggleFacet, useQuery } from '../stores/query-store.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { facetRows, type NavItemId, navItemOf, NAV_ITEMS, queryAt } from './nav-items.ts'
import styles from './sidebar.module.css'

/** A place of the sidebar, drawn as a row or as an icon. */
export interface NavRow {
  readonly id: NavItemId | 'projects' | 'activity'
  readonly icon: IconName
  readonly isIconFilled?: boolean
  readonly label: string
  /** `null` until it is known. */
  readonly count: number | null
  /** Whether the icon shows a positive count as a badge. */
  readonly hasShoulder?: boolean
  readonly isWarning?: boolean
  readonly isCurrent: boolean
  readonly onSelect: () => void
}

/** A place of the sidebar: icon, name, count. */
export function SidebarRow({ row }: { readonly row: NavRow }) {
  const { icon, isIconFilled = false, label, count, isCurrent, isWarning = false, onSelect } = row
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        data-row
        data-warning={isWarning || undefined}
        tabIndex={-1}
        aria-current={isCurrent || undefined}
        onClick={onSelect}
      >
        <Icon name={icon} isFilled={isIconFilled} />
        <span className={styles.label}>{label}</span>
        <Count value={count} />
      </button>
    </li>
  )
}

interface FacetButtonProps {
  readonly label: string
  readonly count: number | null
  readonly isChosen: boolean
  readonly onToggle: () => void
}

/** A value that can be combined with others; one without matches is grayed out, never hidden. */
function FacetButton({ label, count, isChosen, onToggle }: FacetButtonProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.facet}
        data-row
        data-empty={count === 0 || undefined}
        tabIndex={-1}
        aria-pressed={isChosen}
        onClick={onToggle}
      >
        {isChosen && <Icon name="check" size={12} />}
        <span className={styles.label}>
          <bdi>{label}</bdi>
        </span>
        <Count value={count} />
      </button>
    </li>
  )
}

function Count({ value }: { readonly value: number | null }): ReactNode {
  return value === null ? null : <span className={styles.count}>{formatCount(value)}</span>
}

/** The values of one attribute with their counts under the current query; choosing one shows the images screen. */
export function FacetValueRows({ facet }: { readonly facet: Facet }) {
  const query = useQuery((state) => state.query)
  const counts = useFacets((state) => state.counts)
  const toggle = (value: string) => {
    toggleFacet(facet, value)
    setPreferences({ screen: 'images' })
  }
  return facetRows(facet, query, counts).map(({ value, count, isChosen }) => (
    <FacetButton
      key={value}
      label={valueLabel(facet, value)}
      count={count}
      isChosen={isChosen}
      onToggle={() => toggle(value)}
    />
  ))
}

/** Returns the places of the sidebar for the current query and screen: those of images, and the others. */
export function useNavItems(): { readonly library: readonly NavRow[]; readonly apart: readonly NavRow[] } {
  const totals = useTotals()
  const screen = usePreferences((state) => state.preferences.screen)
  const query = useQuery((state) => state.query)
  // `null` while only a search or attributes filter the view.
  const current = screen === 'images' ? navItemOf(query) : screen
  const library = NAV_ITEMS.map((place): NavRow => {
    const { id, icon, isIconFilled = false } = place
    const label = copy.frame[place.label]
    const count = totals && totals[place.total]
    const onSelect = (): void => {
      setQuery(queryAt(place, query))
      setPreferences({ screen: 'images' })
    }
    const isWarning = id === 'needs-attention' && count !== null && count > 0
    const hasShoulder = id === 'waiting' || id === 'needs-attention'
    return { id, icon, isIconFilled, label, count, hasShoulder, isWarning, isCurrent: current === id, onSelect }
  })
  // Activity opens at its last tab.
  const apart = (['projects', 'activity'] as const).map((id): NavRow => ({
    id,
    icon: id === 'projects' ? 'folder' : 'log',
    label: copy.frame[id],
    count: id === 'projects' ? totals && totals.projects : null,
    isCurrent: current === id,
    onSelect: () => setPreferences({ screen: id })
  }))
  return { library, apart }
}

const ROWS = 'button[data-row]'

/**
 * Makes a list of buttons one Tab stop; arrows, Home and End move inside it. Rows have `data-row` and `tabIndex={-1}`:
 * the stop is moved in the DOM, so that no row renders for it.
 */
export function useRovingFocus<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  // Runs after each render of the list, because rows may have changed.
  useLayoutEffect(() => {
    const rows = rowsIn(ref.current)
    if (rows.every((row) => row.tabIndex === -1)) moveStop(rows, rows.find(isMarkedCurrent) ?? rows[0])
  })
  return {
    ref,
    onFocus: (event: FocusEvent<Element>): void => {
      const rows = rowsIn(ref.current)
      moveStop(
        rows,
        rows.find((row) => row === event.target)
      )
    },
    onKeyDown: (event: KeyboardEvent<Element>): void => {
      const rows = rowsIn(ref.current)
      const next = nextRow(rows, rows.indexOf(document.activeElement as HTMLElement), event.key)
      if (next === undefined) return
      event.preventDefault()
      next.focus()
    }
  }
}

function rowsIn(list: HTMLElement | null): readonly HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>(ROWS)]
}

function isMarkedCurrent(row: HTMLElement): boolean {
  return row.hasAttribute('aria-current')
}

function moveStop(rows: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  if (stop === undefined) return
  for (const row of rows) row.tabIndex = row === stop ? 0 : -1
}

function nextRow(rows: readonly HTMLElement[], index: number, key: string): HTMLElement | undefined {
  if (index < 0) return undefined
  if (key === 'ArrowDown') return rows[index + 1]
  if (key === 'ArrowUp') return rows[index - 1]
  if (key === 'Home') return rows[0]
  return key === 'End' ? rows.at(-1) : undefined
}
