import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ImageQuery } from '../../../shared/query.ts'
import { callAfter, counted } from '../../pending-work.ts'
import { type GridLayout, overlaps, placesIn, type RowRange, rowsPerScreen, rowsSeen, widened } from '../view/layout.ts'
import type { ViewLoader } from '../view/view-loader.ts'
import type { ScrollPort } from './scroll-port.ts'

/** Rows mounted above and below what is seen. */
const OVERSCAN = 2

interface GridRowsParts {
  readonly loader: ViewLoader
  readonly port: ScrollPort
  readonly layout: GridLayout
  /** Inner height of the scroller. */
  readonly height: number
  readonly query: ImageQuery
}

interface Mounted {
  readonly layout: GridLayout
  readonly query: ImageQuery
  readonly range: RowRange
}

/**
 * The rows to mount now. Scrolling mounts row after row at once. A jump leaves the rows of before until those that are
 * seen then are read, and mounts these in slices and alone; those around them follow.
 */
export function useGridRows({ loader, port, layout, height, query }: GridRowsParts): RowRange {
  const [mounted, setMounted] = useState<Mounted | null>(null)
  const isNewQuery = mounted !== null && mounted.query !== query
  const { first, last } =
    mounted?.layout === layout && !isNewQuery ? mounted.range : around(layout, isNewQuery ? 0 : port.offset(), height)
  const drawn = useRef<RowRange>({ first, last })
  const jump = useRef<Jump | null>(null)
  const follow = useRef((_offset: number) => {})
  const painted = usePainted(layout)
  const mount = useCallback((range: RowRange) => setMounted({ layout, query, range }), [layout, query])

  useLayoutEffect(() => {
    drawn.current = { first, last }
    if (jump.current === null || !overlaps(jump.current.to, drawn.current)) return
    stop(jump)
    // One jump is drawn at a time, so that a dragged scrollbar shows where it is: the next one begins here.
    const offset = port.offset()
    if (!overlaps(rowsSeen(layout, offset, height), drawn.current)) follow.current(offset)
  }, [port, layout, height, first, last])

  useLayoutEffect(() => {
    follow.current = (offset) => {
      const seen = rowsSeen(layout, offset, height)
      // Of another layout nothing is on screen that could stay.
      if (overlaps(seen, drawn.current) || painted.current !== layout) {
        stop(jump)
        mount(around(layout, offset, height))
      } else {
        jump.current ??= startJump({
          to: seen,
          isKnown: loader.knows(...placesIn(layout, seen)),
          read: () => loader.bring(...placesIn(layout, around(layout, offset, height))),
          mount: () => startTransition(() => mount(seen))
        })
      }
    }
    const leave = port.subscribe(follow.current)
    return () => {
      leave()
      stop(jump)
    }
  }, [loader, port, layout, height, mount, painted])

  useEffect(() => {
    if (jump.current !== null) return
    const wide = around(layout, port.offset(), height)
    if (wide.first < first || wide.last > last) startTransition(() => mount(wide))
  }, [port, layout, height, first, last, mount])

  useEffect(() => {
    loader.see(...placesIn(layout, widened({ first, last }, rowsPerScreen(layout, height), layout.rows)))
  }, [loader, layout, height, first, last])

  return { first, last }
}

const around = (layout: GridLayout, offset: number, height: number): RowRange =>
  widened(rowsSeen(layout, offset, height), OVERSCAN, layout.rows)

function stop(jump: RefObject<Jump | null>): void {
  jump.current?.end()
  jump.current = null
}

/** The layout that is on screen; null before the first frame. */
function usePainted(layout: GridLayout): RefObject<GridLayout | null> {
  const painted = useRef<GridLayout | null>(null)
  useEffect(() => {
    painted.current = layout
  }, [layout])
  return painted
}

// A jump to rows that are far from those on screen: they are mounted once they are read, or after a moment without.

/** Rows that cannot be read sooner are shown without what is in them. */
const MOST_HELD_MS = 100

type Jump = ReturnType<typeof startJump>

interface JumpParts {
  readonly to: RowRange
  readonly isKnown: boolean
  readonly read: () => Promise<void>
  readonly mount: () => void
}

/** Counts as work of the window until it ends. */
export function startJump({ to, isKnown, read, mount }: JumpParts) {
  const shown = Promise.withResolvers<void>()
  const state = { isMounted: false }
  const mountOnce = (): void => {
    callOff()
    if (!state.isMounted) mount()
    state.isMounted = true
  }
  const callOff = isKnown ? () => {} : callAfter(mountOnce, MOST_HELD_MS)
  void counted(shown.promise)
  if (isKnown) mountOnce()
  else void read().then(mountOnce)
  return {
    to,
    /** It is on screen, or another one goes before it. */
    end: (): void => {
      state.isMounted = true
      callOff()
      shown.resolve()
    }
  }
}
