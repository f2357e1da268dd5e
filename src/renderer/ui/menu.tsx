import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { useMenuFocus } from './panel-focus.ts'
import floating from './floating.module.css'
import styles from './menu.module.css'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly children: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'bottom' | 'top' | 'inline-end'
  /** Where the focus goes when it closes; its button when absent. */
  readonly focusAfter?: () => HTMLElement | null
}

/** A menu under its button: arrows move, letters jump, Escape closes and gives the focus back. */
export function Menu({ trigger, children, align = 'start', side = 'bottom', focusAfter }: MenuProps) {
  const focus = useMenuFocus()
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={floating.positioner} side={side} align={align} sideOffset={4}>
          <Base.Popup
            {...focus}
            className={`${floating.sheet} ${styles.popup}`}
            {...(focusAfter ? { finalFocus: focusAfter } : {})}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuChoicesProps<Value extends string> {
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
          <Base.RadioItem key={option.value} className={floating.item} value={option.value} closeOnClick>
            <span className={floating.mark}>
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
