import { ContextMenu as ContextBase } from '@base-ui/react/context-menu'
import { Menu as Base } from '@base-ui/react/menu'
import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { useMenuFocus } from './panel-focus.ts'
import floating from './floating.module.css'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly children: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'bottom' | 'top' | 'inline-end'
  /** Returns the element that gets the focus after closing; the trigger if absent. */
  readonly focusAfter?: () => HTMLElement | null
}

/** A menu below its button: arrows move, letters jump, Escape closes and returns the focus. */
export function Menu({ trigger, children, align = 'start', side = 'bottom', focusAfter }: MenuProps) {
  const focus = useMenuFocus()
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={floating.positioner} side={side} align={align} sideOffset={4}>
          <Base.Popup
            {...focus}
            className={`${floating.sheet} ${floating.popup}`}
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

/** A choice of one option, marked with a check. */
export function MenuChoices<Value extends string>({ label, value, options, onChange }: MenuChoicesProps<Value>) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange}>
      <Base.Group>
        <Base.GroupLabel className={floating.label}>{label}</Base.GroupLabel>
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

interface MenuItemProps {
  readonly label: string
  readonly icon?: IconName
  /** Its keyboard shortcut as shown. */
  readonly keys?: string | null
  /** Why it is unavailable; such an item is focusable and shows the reason, but does nothing. */
  readonly reason?: string | null
  readonly variant?: 'plain' | 'danger'
  readonly onSelect: () => void
}

/** One command of a menu. */
export function MenuItem({ label, icon, keys = null, reason = null, variant = 'plain', onSelect }: MenuItemProps) {
  const isUnavailable = reason !== null
  return (
    <Base.Item
      className={`${floating.item} ${floating.menuItem}`}
      label={label}
      data-variant={variant}
      aria-disabled={isUnavailable || undefined}
      aria-keyshortcuts={keys ?? undefined}
      closeOnClick={!isUnavailable}
      onClick={isUnavailable ? undefined : onSelect}
    >
      <span className={floating.mark}>{icon && <Icon name={icon} />}</span>
      <span className={floating.words}>
        {label}
        {isUnavailable && <small className={floating.reason}>{reason}</small>}
      </span>
      {keys !== null && (
        <kbd className={floating.keys} aria-hidden>
          {keys}
        </kbd>
      )}
    </Base.Item>
  )
}

/** A line between groups of commands. */
export function MenuLine() {
  return <Base.Separator className={floating.line} />
}

/** The target of the commands below it. */
export function MenuTitle({ text }: { readonly text: string }) {
  return (
    <div className={floating.title} role="presentation">
      <bdi>{text}</bdi>
    </div>
  )
}

interface ContextMenuProps {
  /** The area it opens on; takes a ref and the usual handlers. */
  readonly area: ReactElement<Record<string, unknown>>
  /** Names the menu for assistive technology. */
  readonly label: string
  /** Receives where the menu is about to open; `false` keeps it closed, because nothing can be done there. */
  readonly onAim: (target: Element) => boolean
  readonly onClosed?: () => void
  /** Returns the element that gets the focus after closing; `null` if the chosen command moves it. */
  readonly focusAfter: () => HTMLElement | null
  readonly children: ReactNode
}

/** A context menu. Arrows move, letters jump, Escape closes. */
export function ContextMenu({ area, label, onAim, onClosed, focusAfter, children }: ContextMenuProps) {
  const onContextMenu = (event: MouseEvent & { preventBaseUIHandler?: () => void }) => {
    if (event.target instanceof Element && onAim(event.target)) return
    event.preventDefault()
    event.preventBaseUIHandler?.()
  }
  const focus = useMenuFocus()
  return (
    <ContextBase.Root onOpenChange={(isOpen) => !isOpen && onClosed?.()}>
      <ContextBase.Trigger render={area} onContextMenu={onContextMenu} />
      <ContextBase.Portal>
        <ContextBase.Positioner className={floating.positioner}>
          <ContextBase.Popup
            {...focus}
            className={`${floating.sheet} ${floating.popup}`}
            aria-label={label}
            finalFocus={() => focusAfter() ?? false}
          >
            {children}
          </ContextBase.Popup>
        </ContextBase.Positioner>
      </ContextBase.Portal>
    </ContextBase.Root>
  )
}
