import { Popover as Base } from '@base-ui/react/popover'
import { Tooltip as TooltipBase } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { usePanelFocus } from './panel-focus.ts'
import floating from './floating.module.css'
import styles from './floating.module.css'

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
            className={`${floating.sheet} ${floating.popoverPopup}`}
            aria-label={label}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface AnchoredPanelProps {
  /** Names the panel for assistive technology. */
  readonly label: string
  /** Returns the element beside it; called again when that moves. */
  readonly anchor: () => Element | null
  /** Called for Escape, or for a press or the focus elsewhere. */
  readonly onClose: (by: 'escape' | 'elsewhere') => void
  /** Returns the element that gets the focus after closing. */
  readonly focusAfter: () => HTMLElement | null
  readonly children: ReactNode
}

/** A small panel beside an element that is no button, open while it is mounted. */
export function AnchoredPanel({ label, anchor, onClose, focusAfter, children }: AnchoredPanelProps) {
  const { ref, initialFocus } = usePanelFocus()
  return (
    <Base.Root
      open
      onOpenChange={(isOpen, { reason }) => !isOpen && onClose(reason === 'escape-key' ? 'escape' : 'elsewhere')}
    >
      <Base.Portal>
        <Base.Positioner className={floating.positioner} anchor={anchor} side="bottom" align="start" sideOffset={6}>
          <Base.Popup
            ref={ref}
            initialFocus={initialFocus}
            className={`${floating.sheet} ${floating.popoverPopup}`}
            aria-label={label}
            finalFocus={() => focusAfter() ?? false}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface TooltipProps {
  readonly text: string
  /** One element that takes a ref and the usual handlers. */
  readonly children: ReactElement<Record<string, unknown>>
  readonly side?: 'top' | 'bottom' | 'inline-end'
}

/** A short text for an element on hover and keyboard focus. Never the only place of an information. */
export function Tooltip({ text, children, side = 'bottom' }: TooltipProps) {
  return (
    <TooltipBase.Root disableHoverablePopup>
      <TooltipBase.Trigger render={children} />
      <TooltipBase.Portal>
        <TooltipBase.Positioner className={styles.tooltipPositioner} side={side} sideOffset={6}>
          <TooltipBase.Popup className={styles.tooltipPopup}>{text}</TooltipBase.Popup>
        </TooltipBase.Positioner>
      </TooltipBase.Portal>
    </TooltipBase.Root>
  )
}

/** Surrounds the window: one delay for all tooltips, and none when moving from one to the next. */
export const TooltipDelays = TooltipBase.Provider
