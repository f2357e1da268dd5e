import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { Range, VirtualItem, Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import { BLOCK_PADDING } from './layout.ts'
import type { GridLayout } from './layout.ts'
import type { ScrollPort } from './scroll-port.ts'

/** Rows mounted above and below what is seen. */
const OVERSCAN = 2

export interface GridRowsParts {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly port: ScrollPort
  readonly layout: GridLayout
  /** Row of the record with the focus; it stays mounted, so that assistive technology never loses it. -1 = none. */
  readonly activeRow: number
}

export interface GridRows {
  readonly items: readonly VirtualItem[]
  /** First and last row around what is seen, without the row of the focus; -1 when nothing is. */
  readonly first: number
  readonly last: number
}

/** The rows to mount now: one virtual row for each row of tiles, all of one height. */
export function useGridRows({ scroller, port, layout, activeRow }: GridRowsParts): GridRows {
  const observeElementOffset = useCallback(
    (_instance: Virtualizer<HTMLDivElement, Element>, tell: (offset: number, isScrolling: boolean) => void) => {
      tell(port.offset(), false)
      return port.subscribe((offset) => tell(offset, false))
    },
    [port]
  )
  const rangeExtractor = useCallback((range: Range) => withRow(defaultRangeExtractor(range), activeRow), [activeRow])
  const { rowPitch } = layout
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: layout.rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPitch,
    paddingStart: BLOCK_PADDING,
    overscan: OVERSCAN,
    observeElementOffset,
    // The port alone scrolls.
    scrollToFn: () => {},
    rangeExtractor,
    useFlushSync: false
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowPitch])

  const items = virtualizer.getVirtualItems()
  const { range } = virtualizer
  return {
    items,
    first: range === null ? -1 : Math.max(0, range.startIndex - OVERSCAN),
    last: range === null ? -1 : Math.min(layout.rows - 1, range.endIndex + OVERSCAN)
  }
}

function withRow(rows: number[], row: number): number[] {
  if (row < 0) return rows
  const [first] = rows
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return [row]
  if (row < first) return [row, ...rows]
  return row > last ? [...rows, row] : rows
}
