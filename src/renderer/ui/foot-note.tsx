import styles from './foot-note.module.css'

/** A quiet line at the foot of a column, about what stands above it. */
export function FootNote({ text }: { readonly text: string }) {
  return <p className={styles.note}>{text}</p>
}
