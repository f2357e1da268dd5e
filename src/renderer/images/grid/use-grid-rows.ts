import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ImageQuery } from '../../../shared/query.ts'
import { callAfter, counted } from '../../pending-work.ts'
import { type GridLayout, overlaps, placesIn, type RowRange, rowsPerScreen, rowsSeen, widened } from '../view/layout.ts'
import type { ViewLoader } from '../view/view-loader.ts'
import type { ScrollPort } from './scroll-port.ts'

/** Rows mounted above and below the viewport. */
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
 * Returns the rows to mount. Scrolling mounts rows immediately. A jump keeps the previous rows until those in its
 * viewport are read, and mounts these first in slices; the rows around them follow.
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
    // One jump is drawn at a time, so that a dragged scrollbar shows where it is; the next jump starts here.
    const offset = port.offset()
    if (!overlaps(rowsSeen(layout, offset, height), drawn.current)) follow.current(offset)
  }, [port, layout, height, first, last])

  useLayoutEffect(() => {
    follow.current = (offset) => {
      const seen = rowsSeen(layout, offset, height)
      // Rows of another layout are not on screen and cannot stay.
      if (overlaps(seen, drawn.current) || painted.current !== layout) {
        stop(jump)
        mount(around(layout, offset, height))
      } else {
        jump.current ??= startJump({
          to: seen,
          isKnown: loader.hasRows(...placesIn(layout, seen)),
          read: () => loader.loadVisible(...placesIn(layout, around(layout, offset, height))),
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
    const target = around(layout, port.offset(), height)
    if (target.first < first || target.last > last) startTransition(() => mount(target))
  }, [port, layout, height, first, last, mount])

  useEffect(() => {
    loader.setVisible(...placesIn(layout, widened({ first, last }, rowsPerScreen(layout, height), layout.rows)))
  }, [loader, layout, height, first, last])

  return { first, last }
}

const around = (layout: GridLayout, offset: number, height: number): RowRange =>
  widened(rowsSeen(layout, offset, height), OVERSCAN, layout.rows)

function stop(jump: RefObject<Jump | null>): void {
  jump.current?.end()
  jump.current = null
}

/** Returns a ref to the layout on screen; `null` before the first frame. */
function usePainted(layout: GridLayout): RefObject<GridLayout | null> {
  const painted = useRef<GridLayout | null>(null)
  useEffect(() => {
    painted.current = layout
  }, [layout])
  return painted
}

// A jump to rows far from those on screen: they are mounted once they are read, or after a delay without their data.

/** After this delay, rows are shown without their data. */
const MAX_WAIT_MS = 100

type Jump = ReturnType<typeof startJump>

interface JumpParts {
  readonly to: RowRange
  readonly isKnown: boolean
  readonly read: () => Promise<void>
  readonly mount: () => void
}

/** Starts a jump, which counts as pending work of the window until it ends. */
export function startJump({ to, isKnown, read, mount }: JumpParts) {
  const shown = Promise.withResolvers<void>()
  const state = { isMounted: false }
  const mountOnce = (): void => {
    cancel()
    if (!state.isMounted) mount()
    state.isMounted = true
  }
  const cancel = isKnown ? () => {} : callAfter(mountOnce, MAX_WAIT_MS)
  void counted(shown.promise)
  if (isKnown) mountOnce()
  else void read().then(mountOnce)
  return {
    to,
    /** Ends the jump, because it is on screen or another one replaces it. */
    end: (): void => {
      state.isMounted = true
      cancel()
      shown.resolve()
    }
  }
}
