import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Look } from '../../shared/image.ts'
import { valueLabel } from '../copy/looks.ts'
import { formatCount } from '../format.ts'
import { useFacets } from '../stores/facet-store.ts'
import { usePreferences } from '../stores/preferences-store.ts'
import { useQuery } from '../stores/query-store.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { facetRows, type Place, type PlaceId, placeOf, queryAt } from './places.ts'
import styles from './sidebar.module.css'

interface SidebarRowProps {
  readonly icon: IconName
  readonly isIconFilled?: boolean
  readonly label: string
  /** null = not known yet. */
  readonly count: number | null
  readonly isCurrent: boolean
  readonly isWarning?: boolean
  readonly onSelect: () => void
}

/** A place to go: icon, name, count. */
export function SidebarRow({ icon, isIconFilled, label, count, isCurrent, isWarning, onSelect }: SidebarRowProps) {
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
        <Icon name={icon} isFilled={isIconFilled ?? false} />
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

/** A value that can be chosen beside others; one that would show nothing is greyed, never hidden. */
export function FacetButton({ label, count, isChosen, onToggle }: FacetButtonProps) {
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

/** The values of one look with their counts under the present query; choosing one shows the images screen. */
export function LookFacets({ look }: { readonly look: Look }) {
  const query = useQuery((state) => state.query)
  const toggleLook = useQuery((state) => state.toggleLook)
  const counts = useFacets((state) => state.counts)
  const setPreferences = usePreferences((state) => state.setPreferences)
  const toggle = (value: string) => {
    toggleLook(look, value)
    setPreferences({ screen: 'images' })
  }
  return facetRows(look, query, counts).map(({ value, count, isChosen }) => (
    <FacetButton
      key={value}
      label={valueLabel(look, value)}
      count={count}
      isChosen={isChosen}
      onToggle={() => toggle(value)}
    />
  ))
}

export interface Places {
  /** Where the window is; null while a search or looks alone choose what shows. */
  readonly current: PlaceId | 'projects' | 'activity' | null
  readonly goTo: (place: Place) => void
  readonly goToProjects: () => void
  readonly goToActivity: () => void
}

/** The sidebar's places, tied to the query and to the screen in view. */
export function usePlaces(): Places {
  const screen = usePreferences((state) => state.preferences.screen)
  const setPreferences = usePreferences((state) => state.setPreferences)
  const query = useQuery((state) => state.query)
  const setQuery = useQuery((state) => state.setQuery)
  return {
    current: screen === 'images' ? placeOf(query) : screen,
    goTo: (place) => {
      setQuery(queryAt(place, query))
      setPreferences({ screen: 'images' })
    },
    goToProjects: () => setPreferences({ screen: 'projects' }),
    // To the tab that it was left at.
    goToActivity: () => setPreferences({ screen: 'activity' })
  }
}

const ROWS = 'button[data-row]'

interface RovingFocus<Element extends HTMLElement> {
  readonly ref: RefObject<Element | null>
  readonly onKeyDown: (event: KeyboardEvent<Element>) => void
  readonly onFocus: (event: FocusEvent<Element>) => void
}

/**
 * Makes a list of buttons one stop for Tab; arrows, Home and End move inside it. Rows carry `data-row` and
 * `tabIndex={-1}`: the stop is moved in the page itself, so no row renders for it.
 */
export function useRovingFocus<Element extends HTMLElement>(): RovingFocus<Element> {
  const ref = useRef<Element>(null)
  // After each render of the list: rows may have come or gone.
  useLayoutEffect(() => {
    const rows = rowsIn(ref.current)
    if (rows.every((row) => row.tabIndex === -1)) moveStop(rows, rows.find(isMarkedCurrent) ?? rows[0])
  })
  return {
    ref,
    onFocus: (event) => {
      const rows = rowsIn(ref.current)
      moveStop(
        rows,
        rows.find((row) => row === event.target)
      )
    },
    onKeyDown: (event) => {
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
