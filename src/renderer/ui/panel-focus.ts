/**
 * Where the keyboard is when a panel opens, and when it closes. The library moves the focus a frame after the panel
 * came: a key pressed in between, and on a busy computer that is a while, would go to what lies behind, where letters
 * are commands. When what had the focus before is gone at the end, the library takes whatever had it once, of any
 * panel; nothing is better, as the window then finds the place itself (frame/app-shell.tsx).
 */
import { type RefObject, useRef } from 'react'

const TAKES_KEYS = 'a[href], button, input, select, textarea, [tabindex]'
const IS_PASSED_OVER = ':disabled, [tabindex="-1"], [hidden]'

const firstControl = (panel: HTMLElement | null): HTMLElement | null =>
  [...(panel?.querySelectorAll<HTMLElement>(TAKES_KEYS) ?? [])].find((element) => !element.matches(IS_PASSED_OVER)) ??
  panel

const hasMovedOn = (panel: HTMLElement | null): boolean =>
  document.activeElement !== document.body && panel?.contains(document.activeElement) !== true

/** What the popup of a menu is given, which knows itself where the focus goes at the end. */
export function useMenuFocus() {
  const { ref, initialFocus } = usePanelFocus()
  return { ref, initialFocus }
}

/**
 * What the popup of a panel is given.
 * @param wanted gets the focus at the opening; the first control of the panel when absent
 */
export function usePanelFocus(wanted?: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLDivElement>(null)
  const before = useRef<Element>(null)
  return {
    ref,
    /** Moves the focus before the panel is painted, false then; what cannot take it yet is left to the library. */
    initialFocus: (): HTMLElement | boolean => {
      before.current = document.activeElement
      const target = wanted?.current ?? firstControl(ref.current)
      target?.focus({ preventScroll: true })
      return ref.current?.contains(document.activeElement) === true ? false : (target ?? true)
    },
    /** Back where it came from; false when that is gone, or when the focus has already moved on. */
    finalFocus: (): HTMLElement | false => {
      const { current: opener } = before
      if (hasMovedOn(ref.current) || !(opener instanceof HTMLElement)) return false
      return opener.isConnected && opener !== document.body ? opener : false
    }
  }
}
