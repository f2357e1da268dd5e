import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-shapes.tsx'
import styles from './fact.module.css'
import star from './gold-star.module.css'

interface FactProps {
  readonly icon: IconName
  readonly text: string
  readonly isWarning?: boolean
  readonly isGold?: boolean
  /** Smaller, beneath the words. */
  readonly children?: ReactNode
}

/** One line: a mark and its words. */
export function Fact({ icon, text, isWarning = false, isGold = false, children }: FactProps) {
  return (
    <div className={styles.fact} data-warning={isWarning || undefined}>
      <Icon name={icon} isFilled={isGold} className={isGold ? star.gold : styles.mark} />
      <div>
        <p>{text}</p>
        {children}
      </div>
    </div>
  )
}
