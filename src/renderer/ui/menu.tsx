import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-shapes.tsx'
import styles from './menu.module.css'

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly children: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'bottom' | 'top' | 'inline-end'
}

/** A menu under its button: arrows move, letters jump, Escape closes and gives the focus back. */
export function Menu({ trigger, children, align = 'start', side = 'bottom' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} side={side} align={align} sideOffset={4}>
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export interface MenuItemProps {
  readonly icon?: IconName
  readonly children: ReactNode
  readonly onSelect: () => void
  readonly isDisabled?: boolean
  /** The shortcut, shown at the end of the row. */
  readonly keys?: string
}

export function MenuItem({ icon, children, onSelect, isDisabled = false, keys }: MenuItemProps) {
  return (
    <Base.Item className={styles.item} onClick={onSelect} disabled={isDisabled}>
      <span className={styles.mark}>{icon && <Icon name={icon} />}</span>
      {children}
      {keys !== undefined && <kbd className={styles.keys}>{keys}</kbd>}
    </Base.Item>
  )
}

export interface MenuChoicesProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** One of several, marked with a check. */
export function MenuChoices<Value extends string>({ label, value, options, onChange }: MenuChoicesProps<Value>) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange}>
      <Base.Group>
        <Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
        {options.map((option) => (
          <Base.RadioItem key={option.value} className={styles.item} value={option.value} closeOnClick>
            <span className={styles.mark}>
              <Base.RadioItemIndicator>
                <Icon name="check" />
              </Base.RadioItemIndicator>
            </span>
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.Group>
    </Base.RadioGroup>
  )
}

export interface MenuTickProps {
  readonly children: ReactNode
  readonly isTicked: boolean
  readonly onChange: (isTicked: boolean) => void
  /** Shown at the end of the row. */
  readonly count?: string
}

/** A row to tick; the menu stays open, so several can be chosen. */
export function MenuTick({ children, isTicked, onChange, count }: MenuTickProps) {
  return (
    <Base.CheckboxItem className={styles.item} checked={isTicked} onCheckedChange={onChange} closeOnClick={false}>
      <span className={styles.mark}>
        <Base.CheckboxItemIndicator>
          <Icon name="check" />
        </Base.CheckboxItemIndicator>
      </span>
      {children}
      {count !== undefined && <span className={styles.keys}>{count}</span>}
    </Base.CheckboxItem>
  )
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <div className={styles.label}>{children}</div>
}

export function MenuLine() {
  return <Base.Separator className={styles.line} />
}
