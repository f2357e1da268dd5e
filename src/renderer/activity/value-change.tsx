import type { ItemValue } from '../../shared/batch.ts'
import { activityCopy, valueText } from '../copy/activity.ts'
import { Icon } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './change-line.module.css'

interface ValueChangeProps {
  readonly before: ItemValue
  readonly after: ItemValue
  /** Said in words where there are no two values: a record that is made, or goes. */
  readonly words: string | null
}

/** What was there, and what takes its place: stars as shapes, names as they are. */
export function ValueChange({ before, after, words }: ValueChangeProps) {
  if (words !== null) return <span className={styles.change}>{words}</span>
  return (
    <span className={styles.change}>
      <Value value={before} />
      <Icon name="arrow" size={12} />
      <VisuallyHidden>{activityCopy.becomes}</VisuallyHidden>
      <Value value={after} />
    </span>
  )
}

function Value({ value }: { readonly value: ItemValue }) {
  if (typeof value !== 'boolean') return <bdi className={styles.value}>{valueText(value)}</bdi>
  return (
    <>
      <Icon name="star" isFilled={value} className={value ? styles.gold : undefined} />
      <VisuallyHidden>{valueText(value)}</VisuallyHidden>
    </>
  )
}
