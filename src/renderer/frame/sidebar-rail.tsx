import { type Facet, FACETS } from '../../shared/image.ts'
import { formatCount } from '../../copy/format.ts'
import { copy } from '../../copy/language.ts'
import { useQuery } from '../stores/query-store.ts'
import { Icon } from '../ui/icon.tsx'
import { Popover, Tooltip } from '../ui/popover.tsx'
import { ConnectionFooter } from './connection-footer.tsx'
import { facetIcon } from './nav-items.ts'
import { FacetValueRows, type NavRow, useNavItems, useRovingFocus } from './sidebar-rows.tsx'
import styles from './sidebar.module.css'

/** The sidebar of a narrow window: the same places as icons, attributes in popovers. */
export function SidebarRail() {
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
