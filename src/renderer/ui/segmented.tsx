import { ToggleGroup } from '@base-ui/react/toggle-group'
import { Toggle } from '@base-ui/react/toggle'
import styles from './segmented.module.css'

interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
  /** Id of the words about it. */
  readonly describedBy?: string
}

/** A few exclusive choices side by side; exactly one is always on. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  describedBy
}: SegmentedProps<Value>) {
  const choose = (values: readonly Value[]) => {
    const [next] = values
    // Pressing the chosen segment again would leave none on.
    if (next !== undefined) onChange(next)
  }
  return (
    <ToggleGroup
      className={styles.segments}
      aria-label={label}
      aria-describedby={describedBy}
      value={[value]}
      onValueChange={choose}
    >
      {options.map((option) => (
        <Toggle key={option.value} className={styles.segment} value={option.value}>
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
