import { Menu as Base } from '@base-ui/react/menu'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-shapes.tsx'
import floating from './floating.module.css'
import styles from './menu.module.css'

interface MenuItemProps {
  readonly label: string
  readonly icon?: IconName
  /** Keys that do the same, as they are shown. */
  readonly keys?: string | null
  /** Why it cannot be done now; such an item is reachable, says so, and does nothing. */
  readonly reason?: string | null
  readonly look?: 'plain' | 'danger'
  readonly onSelect: () => void
}

/** One command of a menu. */
export function MenuItem({ label, icon, keys = null, reason = null, look = 'plain', onSelect }: MenuItemProps) {
  const isOff = reason !== null
  return (
    <Base.Item
      className={`${floating.item} ${styles.item}`}
      label={label}
      data-look={look}
      aria-disabled={isOff || undefined}
      aria-keyshortcuts={keys ?? undefined}
      closeOnClick={!isOff}
      onClick={isOff ? undefined : onSelect}
    >
      <span className={floating.mark}>{icon && <Icon name={icon} />}</span>
      <span className={styles.words}>
        {label}
        {isOff && <small className={styles.reason}>{reason}</small>}
      </span>
      {keys !== null && (
        <kbd className={styles.keys} aria-hidden>
          {keys}
        </kbd>
      )}
    </Base.Item>
  )
}

/** A line between groups of commands. */
export function MenuLine() {
  return <Base.Separator className={styles.line} />
}

/** What the commands beneath are for. */
export function MenuTitle({ text }: { readonly text: string }) {
  return (
    <div className={styles.title} role="presentation">
      <bdi>{text}</bdi>
    </div>
  )
}
