import { useId } from 'react'
import { type Look, LOOKS } from '../../shared/image.ts'
import { frameCopy } from '../copy/frame.ts'
import { lookLabel } from '../copy/looks.ts'
import { useTotals } from '../stores/facet-store.ts'
import { usePreferences } from '../stores/preferences-store.ts'
import { Icon } from '../ui/icon.tsx'
import { ConnectionFoot } from './connection-foot.tsx'
import { lookIcon, PLACES } from './places.ts'
import { SidebarRail } from './sidebar-rail.tsx'
import { LookFacets, SidebarRow, usePlaces, useRovingFocus } from './sidebar-rows.tsx'
import { useMediaQuery } from './use-window.ts'
import styles from './sidebar.module.css'

/** Under this width only icons remain. */
const RAIL = '(width < 960px)'

/** Places of the library, looks with their counts, projects, and the connection at the foot. */
export function Sidebar() {
  const isRail = useMediaQuery(RAIL)
  return isRail ? <SidebarRail /> : <FullSidebar />
}

function FullSidebar() {
  const totals = useTotals()
  const places = usePlaces()
  const roving = useRovingFocus<HTMLDivElement>()
  return (
    <nav className={styles.sidebar} aria-label={frameCopy.navigation}>
      <div className={styles.brand}>{frameCopy.product}</div>
      <div
        className={styles.nav}
        data-screen={places.current === 'projects' || places.current === 'activity' ? 'other' : 'images'}
        {...roving}
      >
        <h2 className={styles.heading}>{frameCopy.library}</h2>
        <ul>
          {PLACES.map((place) => (
            <SidebarRow
              key={place.id}
              icon={place.icon}
              isIconFilled={place.isIconFilled}
              label={place.label}
              count={totals && totals[place.total]}
              isCurrent={places.current === place.id}
              isWarning={place.id === 'needs-you' && (totals?.needsYou ?? 0) > 0}
              onSelect={() => places.goTo(place)}
            />
          ))}
        </ul>
        <h2 className={styles.heading}>{frameCopy.looks}</h2>
        <ul className={styles.looks}>
          {LOOKS.map((look) => (
            <LookSection key={look} look={look} />
          ))}
        </ul>
        <ul className={styles.apart}>
          <SidebarRow
            icon="folder"
            label={frameCopy.projects}
            count={totals && totals.projects}
            isCurrent={places.current === 'projects'}
            onSelect={places.goToProjects}
          />
          <SidebarRow
            icon="log"
            label={frameCopy.activity}
            count={null}
            isCurrent={places.current === 'activity'}
            onSelect={places.goToActivity}
          />
        </ul>
      </div>
      <ConnectionFoot />
    </nav>
  )
}

function LookSection({ look }: { readonly look: Look }) {
  const id = useId()
  const openLooks = usePreferences((state) => state.preferences.openLooks)
  const setPreferences = usePreferences((state) => state.setPreferences)
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
        <span className={styles.label}>{lookLabel[look]}</span>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
      </button>
      <ul id={id} hidden={!isOpen}>
        {isOpen && <LookFacets look={look} />}
      </ul>
    </li>
  )
}
