import { useId } from 'react'
import { formatCount } from '../../copy/format.ts'
import { copy } from '../../copy/language.ts'
import { type Facet, FACETS } from '../../shared/image.ts'
import { setPreferences, usePreferences } from '../stores/preferences-store.ts'
import { useQuery } from '../stores/query-store.ts'
import { Icon } from '../ui/icon.tsx'
import { Popover, Tooltip } from '../ui/popover.tsx'
import { ConnectionFooter } from './connection-footer.tsx'
import { facetIcon } from './nav-items.ts'
import { FacetValueRows, SidebarRow, useNavItems, useRovingFocus, type NavRow } from './sidebar-rows.tsx'
import styles from './sidebar.module.css'
import { useMediaQuery } from './use-window.ts'

/** Below this width only icons are shown. */
const RAIL = '(width < 960px)'

/** Places of the library, attributes with counts, projects, and the connection at the bottom. */
export function Sidebar() {
  const isRail = useMediaQuery(RAIL)
  return isRail ? <SidebarRail /> : <FullSidebar />
}

function FullSidebar() {
  const { library, apart } = useNavItems()
  const roving = useRovingFocus<HTMLDivElement>()
  return (
    <nav className={styles.sidebar} aria-label={copy.frame.navigation}>
      <div className={styles.brand}>{copy.frame.product}</div>
      <div
        className={styles.nav}
        data-screen={apart.some(({ isCurrent }) => isCurrent) ? 'other' : 'images'}
        {...roving}
      >
        <h2 className={styles.heading}>{copy.frame.library}</h2>
        <ul>
          {library.map((row) => (
            <SidebarRow key={row.id} row={row} />
          ))}
        </ul>
        <h2 className={styles.heading}>{copy.frame.facets}</h2>
        <ul className={styles.facetGroups}>
          {FACETS.map((facet) => (
            <FacetSection key={facet} facet={facet} />
          ))}
        </ul>
        <ul className={styles.apart}>
          {apart.map((row) => (
            <SidebarRow key={row.id} row={row} />
          ))}
        </ul>
      </div>
      <ConnectionFooter />
    </nav>
  )
}

function FacetSection({ facet }: { readonly facet: Facet }) {
  const id = useId()
  const openFacets = usePreferences((state) => state.preferences.openFacets)
  const isOpen = openFacets.includes(facet)
  const setOpen = (next: boolean) => {
    const others = openFacets.filter((other) => other !== facet)
    setPreferences({ openFacets: next ? [...others, facet] : others })
  }
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        data-row
        tabIndex={-1}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={facetIcon[facet]} />
        <span className={styles.label}>{copy.facets[facet].label}</span>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
      </button>
      <ul id={id} hidden={!isOpen}>
        {isOpen && <FacetValueRows facet={facet} />}
      </ul>
    </li>
  )
}

/** The sidebar of a narrow window: the same places as icons, attributes in popovers. */
function SidebarRail() {
  const { library, apart } = useNavItems()
  const roving = useRovingFocus<HTMLDivElement>()
  return (
    <nav className={styles.rail} aria-label={copy.frame.navigation}>
      <div className={styles.sidebarRailNav} {...roving}>
        {library.map((row) => (
          <RailButton key={row.id} row={row} />
        ))}
        <hr className={styles.line} />
        <div className={styles.sidebarRailFacets}>
          {FACETS.map((facet) => (
            <RailFacet key={facet} facet={facet} />
          ))}
        </div>
        <hr className={styles.line} />
        {apart.map((row) => (
          <RailButton key={row.id} row={row} />
        ))}
      </div>
      <ConnectionFooter isRail />
    </nav>
  )
}

function RailButton({ row }: { readonly row: NavRow }) {
  const { icon, isIconFilled = false, label, count, hasShoulder = false, isWarning = false, isCurrent, onSelect } = row
  const isShown = hasShoulder && count !== null && count > 0
  return (
    <Tooltip text={copy.frame.withCount(label, count)} side="inline-end">
      <button
        type="button"
        className={styles.button}
        data-row
        data-warning={isWarning || undefined}
        tabIndex={-1}
        aria-label={copy.frame.withCount(label, count)}
        aria-current={isCurrent || undefined}
        onClick={onSelect}
      >
        <Icon name={icon} isFilled={isIconFilled} />
        {isShown && <span className={styles.sidebarRailCount}>{formatCount(count)}</span>}
      </button>
    </Tooltip>
  )
}

function RailFacet({ facet }: { readonly facet: Facet }) {
  const chosen = useQuery((state) => state.query.facets[facet].length)
  const label = copy.facets[facet].label
  return (
    <Popover
      label={label}
      side="inline-end"
      trigger={
        <button
          type="button"
          className={styles.button}
          data-row
          data-chosen={chosen > 0 || undefined}
          tabIndex={-1}
          title={label}
          aria-label={copy.frame.withChosen(label, chosen)}
        >
          <Icon name={facetIcon[facet]} />
          {chosen > 0 && <span className={styles.badge}>{formatCount(chosen)}</span>}
        </button>
      }
    >
      <RailFacets facet={facet} />
    </Popover>
  )
}

function RailFacets({ facet }: { readonly facet: Facet }) {
  const roving = useRovingFocus<HTMLUListElement>()
  return (
    <ul className={styles.facets} {...roving}>
      <FacetValueRows facet={facet} />
    </ul>
  )
}
