import type { ReactNode } from 'react'
import { IconButton } from '../ui/button.tsx'
import styles from './inspector-body.module.css'

interface InspectorBodyProps {
  /** Names the panel for assistive technology. */
  readonly label: string
  readonly closeLabel: string
  /** The button to close is seen only while the pointer or the focus is in the panel. */
  readonly isCloseQuiet?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What a screen shows in its inspector, with the button that closes it at the corner. */
export function InspectorBody({ label, closeLabel, isCloseQuiet = false, onClose, children }: InspectorBodyProps) {
  return (
    <div role="group" className={styles.body} aria-label={label}>
      <div className={styles.close} data-quiet={isCloseQuiet || undefined}>
        <IconButton icon="cross" size="small" label={closeLabel} onClick={onClose} />
      </div>
      {children}
    </div>
  )
}
