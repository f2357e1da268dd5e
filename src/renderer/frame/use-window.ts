import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Returns the time in ms since epoch, updated every second, for countdowns and comparisons with now. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * Returns whether a state, named by `id`, has lasted for `ms`. `false` immediately when the id changes or is `null`, so
 * that a passing problem never flashes.
 */
export function useLasting(id: string | null, ms: number): boolean {
  const [lasting, setLasting] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLasting(id), id === null ? 0 : ms)
    return () => clearTimeout(timer)
  }, [id, ms])
  return id !== null && lasting === id
}

/** Returns whether a media query matches, live. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches
  )
}

export interface ElementSize {
  /** Outer width, scrollbar included, and inner height, in CSS px. */
  readonly width: number
  readonly height: number
  /** Width of the scrollbar; 0 if it overlays the content. */
  readonly scrollbar: number
}

const NONE: ElementSize = { width: 0, height: 0, scrollbar: 0 }

/** Returns the size of an element, live; zero until it is laid out. */
export function useElementSize(ref: RefObject<HTMLElement | null>): ElementSize {
  const [size, setSize] = useState(NONE)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const measure = () => {
      const { offsetWidth: width, clientHeight: height, clientWidth } = element
      const now = { width, height, scrollbar: width - clientWidth }
      setSize((before) => (isSame(before, now) ? before : now))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}

function isSame(a: ElementSize, b: ElementSize): boolean {
  return a.width === b.width && a.height === b.height && a.scrollbar === b.scrollbar
}

/** px per line of a wheel that counts lines. */
const LINE = 40

/** Handles the wheel over an element, with its vertical distance in px. `onWheel` must be the same for all renders. */
export function useWheel(
  ref: RefObject<HTMLElement | null>,
  onWheel: (event: WheelEvent, delta: number, element: HTMLElement) => void
): void {
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const onEvent = (event: WheelEvent): void =>
      onWheel(event, event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY, element)
    // React listens passively, and a passive listener cannot prevent the page from zooming.
    element.addEventListener('wheel', onEvent, { passive: false })
    return () => element.removeEventListener('wheel', onEvent)
  }, [ref, onWheel])
}
