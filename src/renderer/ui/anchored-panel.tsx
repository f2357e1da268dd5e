import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import floating from './floating.module.css'
import { usePanelFocus } from './panel-focus.ts'
import styles from './popover.module.css'

interface AnchoredPanelProps {
  /** Names the panel for assistive technology. */
  readonly label: string
  /** What it stands beside; asked again when it moves. */
  readonly anchor: () => Element | null
  /** Escape, or a press or the focus elsewhere. */
  readonly onClose: (by: 'escape' | 'elsewhere') => void
  /** Where the focus goes then. */
  readonly focusAfter: () => HTMLElement | null
  readonly children: ReactNode
}

/** A small panel beside something that is no button, there as long as it is mounted. */
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
            className={`${floating.sheet} ${styles.popup}`}
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
