import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './fold.module.css'

interface FoldProps {
  readonly title: string
  readonly children: ReactNode
}

/** A part of a panel that is closed until it is asked for. */
export function Fold({ title, children }: FoldProps) {
  return (
    <details className={styles.fold}>
      <summary>
        <Icon name="chevron-right" size={12} />
        {title}
      </summary>
      {children}
    </details>
  )
}
