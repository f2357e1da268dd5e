import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** The time in ms since epoch, renewed every second; for words that count down or compare with now. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * Whether a state, named by `id`, has lasted for `ms`. False at once when the id changes or is null, so that
 * a passing trouble never flashes.
 */
export function useLasting(id: string | null, ms: number): boolean {
  const [lasting, setLasting] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLasting(id), id === null ? 0 : ms)
    return () => clearTimeout(timer)
  }, [id, ms])
  return id !== null && lasting === id
}

/** Whether a media query holds now, live. */
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
  /** Width of the scrollbar; 0 where it lies over the content. */
  readonly scrollbar: number
}

const NONE: ElementSize = { width: 0, height: 0, scrollbar: 0 }

/** Size of an element, live; zero until it is laid out. */
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

/** px of a wheel that counts lines. */
const LINE = 40

/** Hears the wheel over an element, with its way down in px. `onWheel` is the same from one render to the next. */
export function useWheel(
  ref: RefObject<HTMLElement | null>,
  onWheel: (event: WheelEvent, delta: number, element: HTMLElement) => void
): void {
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const hear = (event: WheelEvent): void =>
      onWheel(event, event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY, element)
    // React hears the wheel passively, and a passive listener cannot keep the page from zooming.
    element.addEventListener('wheel', hear, { passive: false })
    return () => element.removeEventListener('wheel', hear)
  }, [ref, onWheel])
}
