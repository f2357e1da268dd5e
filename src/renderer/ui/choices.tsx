import { Checkbox } from '@base-ui/react/checkbox'
import { Slider as SliderBase } from '@base-ui/react/slider'
import { Tabs as TabsBase } from '@base-ui/react/tabs'
import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './choices.module.css'

interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
  /** Id of the text that describes it. */
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
    // Pressing the chosen segment again must not turn it off.
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

interface TickboxProps {
  readonly isTicked: boolean
  readonly onChange: (isTicked: boolean) => void
  readonly children: ReactNode
}

/** A checkbox with its text; the whole line is the target. */
export function Tickbox({ isTicked, onChange, children }: TickboxProps) {
  return (
    <label className={styles.line}>
      <Checkbox.Root className={styles.box} checked={isTicked} onCheckedChange={onChange}>
        <Checkbox.Indicator>
          <Icon name="check" size={12} />
        </Checkbox.Indicator>
      </Checkbox.Root>
      {children}
    </label>
  )
}

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly max: number
  /** Ticks on the track, in the slider’s own unit. */
  readonly ticks: readonly number[]
  readonly onChange: (value: number) => void
  /** Returns the text that assistive technology reads for a value, with its unit. */
  readonly valueText: (value: number) => string
}

/** A slider for one value; arrows step, Page Up and Down take larger steps, Home and End go to the ends. */
export function Slider({ label, value, max, ticks, onChange, valueText }: SliderProps) {
  return (
    <SliderBase.Root
      className={styles.slider}
      value={value}
      max={max}
      largeStep={16}
      thumbAlignment="center"
      onValueChange={onChange}
    >
      <SliderBase.Control className={styles.control}>
        <SliderBase.Track className={styles.track}>
          {ticks.map((tick) => (
            <i key={tick} className={styles.tick} style={{ insetInlineStart: `${(tick / max) * 100}%` }} />
          ))}
          <SliderBase.Thumb
            className={styles.thumb}
            getAriaLabel={() => label}
            getAriaValueText={(_text, current) => valueText(current)}
          />
        </SliderBase.Track>
      </SliderBase.Control>
    </SliderBase.Root>
  )
}

export interface TabOption<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Beside the label; absent for none. */
  readonly count?: string
  readonly icon?: IconName
}

interface TabsProps<Value extends string> {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly children: ReactNode
}

/** Surrounds a row of tabs and their panels, wherever these are placed. */
export function Tabs<Value extends string>({ value, onChange, children }: TabsProps<Value>) {
  return (
    <TabsBase.Root className={styles.root} value={value} onValueChange={(next: Value) => onChange(next)}>
      {children}
    </TabsBase.Root>
  )
}

interface TabRowProps<Value extends string> {
  readonly label: string
  readonly options: readonly TabOption<Value>[]
}

/** The tabs: one Tab stop, arrow keys select. */
export function TabRow<Value extends string>({ label, options }: TabRowProps<Value>) {
  return (
    <TabsBase.List className={styles.row} aria-label={label} activateOnFocus>
      {options.map((option) => (
        <TabsBase.Tab key={option.value} className={styles.tab} value={option.value}>
          {option.icon && <Icon name={option.icon} />}
          {option.label}
          {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
        </TabsBase.Tab>
      ))}
    </TabsBase.List>
  )
}

/** The content of one tab. */
export function TabPanel<Value extends string>({
  value,
  children
}: {
  readonly value: Value
  readonly children: ReactNode
}) {
  return (
    <TabsBase.Panel className={styles.panel} value={value} tabIndex={-1}>
      {children}
    </TabsBase.Panel>
  )
}
