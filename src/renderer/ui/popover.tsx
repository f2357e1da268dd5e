import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import floating from './floating.module.css'
import { usePanelFocus } from './panel-focus.ts'
import styles from './popover.module.css'

interface PopoverProps {
  readonly trigger: ReactElement
  /** Names the panel for assistive technology. */
  readonly label: string
  readonly children: ReactNode
  readonly side?: 'bottom' | 'top' | 'inline-end'
  readonly align?: 'start' | 'center' | 'end'
}

/** A small panel beside its button. Tab goes through it; Escape or a click outside closes it. */
export function Popover({ trigger, label, children, side = 'bottom', align = 'start' }: PopoverProps) {
  const { ref, initialFocus } = usePanelFocus()
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={floating.positioner} side={side} align={align} sideOffset={6}>
          <Base.Popup
            ref={ref}
            initialFocus={initialFocus}
            className={`${floating.sheet} ${styles.popup}`}
            aria-label={label}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
