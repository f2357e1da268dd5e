import { useId } from 'react'
import { type Look, LOOKS } from '../../shared/image.ts'
import { copy } from '../../copy/language.ts'
import { setPreferences, usePreferences } from '../stores/preferences-store.ts'
import { Icon } from '../ui/icon.tsx'
import { ConnectionFooter } from './connection-footer.tsx'
import { lookIcon } from './places.ts'
import { SidebarRail } from './sidebar-rail.tsx'
import { LookFacets, SidebarRow, usePlaces, useRovingFocus } from './sidebar-rows.tsx'
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
  const { library, apart } = usePlaces()
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
        <h2 className={styles.heading}>{copy.frame.looks}</h2>
        <ul className={styles.looks}>
          {LOOKS.map((look) => (
            <LookSection key={look} look={look} />
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

function LookSection({ look }: { readonly look: Look }) {
  const id = useId()
  const openLooks = usePreferences((state) => state.preferences.openLooks)
  const isOpen = openLooks.includes(look)
  const setOpen = (next: boolean) => {
    const others = openLooks.filter((other) => other !== look)
    setPreferences({ openLooks: next ? [...others, look] : others })
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
        <Icon name={lookIcon[look]} />
        <span className={styles.label}>{copy.looks[look].label}</span>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
      </button>
      <ul id={id} hidden={!isOpen}>
        {isOpen && <LookFacets look={look} />}
      </ul>
    </li>
  )
}
