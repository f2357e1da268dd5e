import { useId } from 'react'
import { type Facet, FACETS } from '../../shared/image.ts'
import { copy } from '../../copy/language.ts'
import { setPreferences, usePreferences } from '../stores/preferences-store.ts'
import { Icon } from '../ui/icon.tsx'
import { ConnectionFooter } from './connection-footer.tsx'
import { facetIcon } from './nav-items.ts'
import { SidebarRail } from './sidebar-rail.tsx'
import { FacetValueRows, SidebarRow, useNavItems, useRovingFocus } from './sidebar-rows.tsx'
import { useMediaQuery } from './use-window.ts'
import styles from './sidebar.module.css'

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
