import type { ReactNode } from 'react'
import { formatCount } from '../format.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-shapes.tsx'
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
