import { type Look, LOOKS } from '../../shared/image.ts'
import { frameCopy, railLabel, railLookLabel } from '../copy/frame.ts'
import { lookLabel } from '../copy/looks.ts'
import { formatCount } from '../format.ts'
import { useTotals } from '../stores/facet-store.ts'
import { useQuery } from '../stores/query-store.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Popover, Tooltip } from '../ui/popover.tsx'
import { ConnectionFoot } from './connection-foot.tsx'
import { lookIcon, PLACES } from './places.ts'
import { LookFacets, usePlaces, useRovingFocus } from './sidebar-rows.tsx'
import styles from './sidebar.module.css'

/** The sidebar of a narrow window: the same places as icons, looks in panels beside them. */
export function SidebarRail() {
  const totals = useTotals()
  const places = usePlaces()
  const roving = useRovingFocus<HTMLDivElement>()
  return (
    <nav className={styles.rail} aria-label={frameCopy.navigation}>
      <div className={styles.sidebarRailNav} {...roving}>
        {PLACES.map((place) => (
          <RailButton
            key={place.id}
            icon={place.icon}
            isIconFilled={place.isIconFilled}
            label={place.label}
            count={(totals && totals[place.total]) ?? null}
            hasShoulder={place.asks.mark !== 'any'}
            isWarning={place.id === 'needs-you'}
            isCurrent={places.current === place.id}
            onSelect={() => places.goTo(place)}
          />
        ))}
        <hr className={styles.line} />
        <div className={styles.sidebarRailLooks}>
          {LOOKS.map((look) => (
            <RailLook key={look} look={look} />
          ))}
        </div>
        <hr className={styles.line} />
        <RailButton
          icon="folder"
          label={frameCopy.projects}
          count={totals?.projects ?? null}
          isCurrent={places.current === 'projects'}
          onSelect={places.goToProjects}
        />
        <RailButton
          icon="log"
          label={frameCopy.activity}
          count={null}
          isCurrent={places.current === 'activity'}
          onSelect={places.goToActivity}
        />
      </div>
      <ConnectionFoot isRail />
    </nav>
  )
}

interface RailButtonProps {
  readonly icon: IconName
  readonly isIconFilled?: boolean
  readonly label: string
  readonly count: number | null
  /** The count stands at the icon's shoulder when there is any. */
  readonly hasShoulder?: boolean
  readonly isWarning?: boolean
  readonly isCurrent: boolean
  readonly onSelect: () => void
}

function RailButton(props: RailButtonProps) {
  const { icon, isIconFilled = false, label, count, hasShoulder = false, isWarning = false, isCurrent } = props
  const isShown = hasShoulder && count !== null && count > 0
  return (
    <Tooltip text={railLabel(label, count)} side="inline-end">
      <button
        type="button"
        className={styles.button}
        data-row
        data-warning={(isWarning && isShown) || undefined}
        tabIndex={-1}
        aria-label={railLabel(label, count)}
        aria-current={isCurrent || undefined}
        onClick={props.onSelect}
      >
        <Icon name={icon} isFilled={isIconFilled} />
        {isShown && <span className={styles.sidebarRailCount}>{formatCount(count)}</span>}
      </button>
    </Tooltip>
  )
}

function RailLook({ look }: { readonly look: Look }) {
  const chosen = useQuery((state) => state.query.looks[look].length)
  const label = lookLabel[look]
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
          aria-label={railLookLabel(label, chosen)}
        >
          <Icon name={lookIcon[look]} />
          {chosen > 0 && <span className={styles.badge}>{formatCount(chosen)}</span>}
        </button>
      }
    >
      <RailFacets look={look} />
    </Popover>
  )
}

function RailFacets({ look }: { readonly look: Look }) {
  const roving = useRovingFocus<HTMLUListElement>()
  return (
    <ul className={styles.facets} {...roving}>
      <LookFacets look={look} />
    </ul>
  )
}
