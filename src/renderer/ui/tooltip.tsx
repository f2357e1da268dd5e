import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import styles from './tooltip.module.css'

interface TooltipProps {
  readonly text: string
  /** One element that takes a ref and the usual handlers. */
  readonly children: ReactElement<Record<string, unknown>>
  readonly side?: 'top' | 'bottom' | 'inline-end'
}

/** A short text for the element on hover and keyboard focus. Never the only place where something is said. */
export function Tooltip({ text, children, side = 'bottom' }: TooltipProps) {
  return (
    <Base.Root disableHoverablePopup>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} side={side} sideOffset={6}>
          <Base.Popup className={styles.popup}>{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Around the window: one delay for all tooltips, and none while going from one to the next. */
export const TooltipDelays = Base.Provider
