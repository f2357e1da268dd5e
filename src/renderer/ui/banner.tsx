import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-shapes.tsx'
import styles from './banner.module.css'

interface BannerProps {
  readonly tone: 'plain' | 'warning' | 'danger'
  readonly icon: IconName
  /** The state in a few words, then what it means. */
  readonly headline: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** A slim bar for a state that lasts. Put it inside a live region; it never takes the focus. */
export function Banner({ tone, icon, headline, children, actions }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone}>
      <Icon name={icon} className={styles.icon} />
      <p className={styles.text}>
        <b>{headline}</b> {children}
      </p>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
