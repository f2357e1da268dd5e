import { Slider as Base } from '@base-ui/react/slider'
import styles from './slider.module.css'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step?: number
  /** Ticks drawn on the track, in the slider's own unit. */
  readonly ticks?: readonly number[]
  readonly onChange: (value: number) => void
  /** After the drag or key: the moment to save. */
  readonly onCommit?: (value: number) => void
  /** What assistive technology reads for a value, unit included. */
  readonly valueText: (value: number) => string
}

const NO_TICKS: readonly number[] = []

/** A slider of one value; arrows step, Page Up and Down leap, Home and End go to the ends. */
export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  ticks = NO_TICKS,
  onChange,
  onCommit,
  valueText
}: SliderProps) {
  return (
    <Base.Root
      className={styles.slider}
      value={value}
      min={min}
      max={max}
      step={step}
      largeStep={step * 16}
      thumbAlignment="center"
      onValueChange={onChange}
      onValueCommitted={(committed) => onCommit?.(committed)}
    >
      <Base.Control className={styles.control}>
        <Base.Track className={styles.track}>
          {ticks.map((tick) => (
            <i key={tick} className={styles.tick} style={{ insetInlineStart: `${share(tick, min, max)}%` }} />
          ))}
          <Base.Thumb
            className={styles.thumb}
            getAriaLabel={() => label}
            getAriaValueText={(_text, current) => valueText(current)}
          />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  )
}

function share(value: number, min: number, max: number): number {
  return ((value - min) / (max - min)) * 100
}
