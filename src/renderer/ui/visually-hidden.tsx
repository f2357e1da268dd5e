import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Words for assistive technology where the screen shows a shape. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}
