import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { useMenuFocus } from './panel-focus.ts'
import floating from './floating.module.css'
import styles from './menu.module.css'

interface ContextMenuProps {
  /** What it opens on; takes a ref and the usual handlers. */
  readonly area: ReactElement<Record<string, unknown>>
  /** Names the menu for assistive technology. */
  readonly label: string
  /** Told where it is about to open; false = there is nothing to be done there, and it stays closed. */
  readonly onAim: (target: Element) => boolean
  readonly onClosed?: () => void
  /** Where the focus goes when it closes; null = the command that was chosen sees to it. */
  readonly focusAfter: () => HTMLElement | null
  readonly children: ReactNode
}

/** The menu of the other mouse button. Arrows move, letters jump, Escape closes. */
export function ContextMenu({ area, label, onAim, onClosed, focusAfter, children }: ContextMenuProps) {
  const onContextMenu = (event: MouseEvent & { preventBaseUIHandler?: () => void }) => {
    if (event.target instanceof Element && onAim(event.target)) return
    event.preventDefault()
    event.preventBaseUIHandler?.()
  }
  const focus = useMenuFocus()
  return (
    <Base.Root onOpenChange={(isOpen) => !isOpen && onClosed?.()}>
      <Base.Trigger render={area} onContextMenu={onContextMenu} />
      <Base.Portal>
        <Base.Positioner className={floating.positioner}>
          <Base.Popup
            {...focus}
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
