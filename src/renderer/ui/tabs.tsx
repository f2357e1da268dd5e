import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-shapes.tsx'
import styles from './tabs.module.css'

export interface TabOption<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Beside the label; absent = none. */
  readonly count?: string
  readonly icon?: IconName
}

interface TabsProps<Value extends string> {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly children: ReactNode
}

/** Around a row of tabs and the panels they choose from, wherever these stand. */
export function Tabs<Value extends string>({ value, onChange, children }: TabsProps<Value>) {
  return (
    <Base.Root className={styles.root} value={value} onValueChange={(next: Value) => onChange(next)}>
      {children}
    </Base.Root>
  )
}

interface TabRowProps<Value extends string> {
  readonly label: string
  readonly options: readonly TabOption<Value>[]
}

/** The tabs themselves: one Tab stop, arrows choose. */
export function TabRow<Value extends string>({ label, options }: TabRowProps<Value>) {
  return (
    <Base.List className={styles.row} aria-label={label} activateOnFocus>
      {options.map((option) => (
        <Base.Tab key={option.value} className={styles.tab} value={option.value}>
          {option.icon && <Icon name={option.icon} />}
          {option.label}
          {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
        </Base.Tab>
      ))}
    </Base.List>
  )
}

/** What one tab shows. */
export function TabPanel<Value extends string>({
  value,
  children
}: {
  readonly value: Value
  readonly children: ReactNode
}) {
  return (
    <Base.Panel className={styles.panel} value={value} tabIndex={-1}>
      {children}
    </Base.Panel>
  )
}
