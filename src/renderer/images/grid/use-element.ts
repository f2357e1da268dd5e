import { type RefObject, useLayoutEffect, useState } from 'react'

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
