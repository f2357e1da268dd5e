import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

export interface ElementSize {
  /** Outer width, scrollbar included, and inner height, in CSS px. */
  readonly width: number
  readonly height: number
}

/** Size of an element, live; zero until it is laid out. */
export function useElementSize(ref: RefObject<HTMLElement | null>): ElementSize {
  const [size, setSize] = useState<ElementSize>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const measure = () => {
      const now = { width: element.offsetWidth, height: element.clientHeight }
      setSize((before) => (before.width === now.width && before.height === now.height ? before : now))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}
