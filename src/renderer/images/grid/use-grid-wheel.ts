import { useEffect } from 'react'
import type { RefObject } from 'react'
import { usePreferences } from '../../stores/preferences-store.ts'
import type { ScrollPort } from './scroll-port.ts'
import { tileAfterWheel } from './tile-size.ts'

/** px of a wheel that counts lines. */
const LINE = 40

/** Ctrl or Cmd with the wheel sizes the tiles; in a scaled grid a plain wheel keeps its step. */
export function useGridWheel(scroller: RefObject<HTMLDivElement | null>, port: ScrollPort): void {
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const onWheel = (event: WheelEvent) => {
      const delta = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        resize(delta)
      } else if (port.scale().ratio > 1) {
        event.preventDefault()
        port.scrollTo(port.offset() + delta)
      }
    }
    // React hears the wheel passively, and a passive listener cannot keep the page from zooming.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [scroller, port])
}

function resize(delta: number): void {
  const { preferences, setPreferences } = usePreferences.getState()
  if (delta !== 0) setPreferences({ tile: tileAfterWheel(preferences.tile, delta) })
}
