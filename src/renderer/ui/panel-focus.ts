/**
 * Keyboard focus when a panel opens and closes. The library moves the focus one frame after the panel appears; a key
 * pressed before that, which takes a while on a busy computer, would reach the screen behind, where letters are
 * commands. If the previously focused element is gone when the panel closes, the library would focus an element from an
 * earlier panel; here nothing gets the focus, and the window finds a place (app.tsx).
 */
import { type RefObject, useRef } from 'react'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'
const NOT_FOCUSABLE = ':disabled, [tabindex="-1"], [hidden]'

const firstControl = (panel: HTMLElement | null): HTMLElement | null =>
  [...(panel?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find((element) => !element.matches(NOT_FOCUSABLE)) ??
  panel

const hasMovedOn = (panel: HTMLElement | null): boolean =>
  document.activeElement !== document.body && panel?.contains(document.activeElement) !== true

/** Returns the focus props of a menu’s popup, which restores the focus itself. */
export function useMenuFocus() {
  const { ref, initialFocus } = usePanelFocus()
  return { ref, initialFocus }
}

/**
 * Returns the focus props of a panel’s popup.
 * @param initial gets the focus at the opening; the first control of the panel if absent
 */
export function usePanelFocus(initial?: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLDivElement>(null)
  const before = useRef<Element>(null)
  return {
    ref,
    /**
     * Moves the focus before the panel is painted and returns `false`; leaves an element that cannot take it yet to the
     * library.
     */
    initialFocus: (): HTMLElement | boolean => {
      before.current = document.activeElement
      const target = initial?.current ?? firstControl(ref.current)
      target?.focus({ preventScroll: true })
      return ref.current?.contains(document.activeElement) === true ? false : (target ?? true)
    },
    /** Returns the previously focused element; `false` if it is gone or the focus has already moved on. */
    finalFocus: (): HTMLElement | false => {
      const { current: opener } = before
      if (hasMovedOn(ref.current) || !(opener instanceof HTMLElement)) return false
      return opener.isConnected && opener !== document.body ? opener : false
    }
  }
}
