import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-shapes.tsx'
import styles from './empty-note.module.css'

interface EmptyNoteProps {
  readonly icon: IconName
  readonly headline: string
  readonly body?: string
  /** The one thing to do about it. */
  readonly children?: ReactNode
}

/** Why there is nothing to see, in the middle of where it would be. */
export function EmptyNote({ icon, headline, body, children }: EmptyNoteProps) {
  return (
    <div className={styles.note}>
      <Icon name={icon} size={20} />
      <h2>{headline}</h2>
      {body !== undefined && <p>{body}</p>}
      {children}
    </div>
  )
}
