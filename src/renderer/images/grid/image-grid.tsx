import { type CSSProperties, memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ImageQuery } from '../../../shared/query.ts'
import { copy } from '../../../copy/language.ts'
import { type ElementSize, useElementSize } from '../../frame/use-window.ts'
import { usePreferences } from '../../stores/preferences-store.ts'
import { useControl } from '../commands/control.ts'
import { useGridFrame } from '../commands/screen-parts.ts'
import { positionOf } from '../selection/records.ts'
import { useSelection } from '../selection/selection.ts'
import {
  contentHeight,
  COVERED_BELOW,
  type GridLayout,
  layoutGrid,
  listRows,
  overlaps,
  rowsPerScreen,
  rowsSeen,
  rowTop
} from '../view/layout.ts'
import type { ShownView } from '../view/view-store.ts'
import { usePictureEdge } from './preview.tsx'
import { layerTop, rowBase, type ScrollPort, scrollScale, type ScrollScale, topFromBase } from './scroll-port.ts'
import { cellId, Tile } from './tile.tsx'
import { useGridPointer, useGridWheel } from './use-grid-input.ts'
import { useGridRows } from './use-grid-rows.ts'
import { useGridScroll } from './use-grid-scroll.ts'
import styles from './image-grid.module.css'

/** The virtual grid: one Tab stop, one active cell, and a scrollbar for all records. */
export function ImageGrid({ shown }: { readonly shown: ShownView }) {
  const { parts } = useControl()
  const scroller = useRef<HTMLDivElement>(null)
  const size = useElementSize(scroller)
  const tile = usePreferences((state) => state.preferences.tile)
  const count = shown.order.numbers.length
  const layout = useMemo(() => layoutGrid({ width: size.width, tile, count }), [size.width, tile, count])
  const scale = useMemo(() => scrollScale(contentHeight(layout, COVERED_BELOW), size.height), [layout, size.height])
  const port = useGridScroll({ scroller, shown, layout, scale, height: size.height })
  const pointer = useGridPointer()
  const activePlace = useSelection((state) => positionOf(shown.order, state.active))
  const isChoosing = useSelection(({ selection }) => selection.mode === 'sticky' || selection.frozen !== null)
  useGridWheel(scroller, port)
  usePublishedFrame(layout, size)

  useEffect(() => {
    parts.register('grid', scroller.current)
    // Keeps the focus where the user is typing or reading.
    if (document.activeElement === document.body) parts.focusGrid()
    return () => parts.register('grid', null)
  }, [parts])

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="grid"
      tabIndex={0}
      aria-label={copy.images.grid}
      aria-multiselectable="true"
      aria-rowcount={layout.rows}
      aria-colcount={layout.columns}
      aria-activedescendant={activePlace < 0 ? undefined : cellId(activePlace)}
      data-choosing={isChoosing || undefined}
      style={gridStyle(layout, size.scrollbar)}
      onScroll={port.onScroll}
      {...pointer}
    >
      {size.width > 0 && <Rows {...{ port, scale, layout, height: size.height, shown, activePlace }} />}
    </div>
  )
}

interface RowsProps {
  readonly port: ScrollPort
  readonly scale: ScrollScale
  readonly layout: GridLayout
  readonly height: number
  readonly shown: ShownView
  readonly activePlace: number
}

/** The mounted rows, inside an element as tall as the whole grid. */
function Rows({ port, scale, layout, height, shown, activePlace }: RowsProps) {
  const { loader } = useControl()
  const pictureEdge = usePictureEdge(layout.edge)
  const { query } = shown
  const { numbers } = shown.order
  const range = useGridRows({ loader, port, layout, height, query })
  const { first, last } = range
  // The row with the focus stays mounted, so that assistive technology never loses it.
  const activeRow = activePlace < 0 ? -1 : Math.floor(activePlace / layout.columns)
  const base = rowBase(scale, rowTop(layout, first))
  const layer = useRef<HTMLDivElement>(null)
  const previousOffset = useRef(0)

  useEffect(() => {
    // The row with the focus stays in the page at any distance and is read aloud.
    const start = activeRow * layout.columns
    loader.watch('focus', activeRow < 0 ? new Uint32Array() : numbers.slice(start, start + layout.columns))
  }, [loader, numbers, activeRow, layout.columns])

  useLayoutEffect(() => {
    const moveLayer = (offset: number) => {
      const isMountedAt = (at: number) => overlaps(rowsSeen(layout, at, height), { first, last })
      // After a jump the previous rows stay in view, at their offset or, if they were not in view there, from their
      // top.
      if (isMountedAt(offset)) previousOffset.current = offset
      else if (!isMountedAt(previousOffset.current)) previousOffset.current = rowTop(layout, first)
      const top = layerTop(scale, offset, base) + offset - previousOffset.current
      layer.current?.style.setProperty('transform', `translateY(${top}px)`)
    }
    moveLayer(port.offset())
    return port.subscribe(moveLayer)
  }, [port, scale, layout, height, first, last, base])

  return (
    <div className={styles.content} role="presentation" style={{ blockSize: scale.element }}>
      <div ref={layer} className={styles.layer} role="presentation">
        {listRows(range, activeRow).map((row) => (
          <GridRow
            key={row}
            row={row}
            top={topFromBase(scale, rowTop(layout, row), base)}
            columns={layout.columns}
            pictureEdge={pictureEdge}
            hasLabels={layout.hasLabels}
            numbers={numbers}
            query={query}
          />
        ))}
      </div>
    </div>
  )
}

function usePublishedFrame(layout: GridLayout, { width, height }: Pick<ElementSize, 'width' | 'height'>): void {
  useLayoutEffect(() => {
    useGridFrame.setState({ columns: layout.columns, width, rowsPerScreen: rowsPerScreen(layout, height) })
  }, [layout, width, height])
}

function gridStyle({ edge, columns }: GridLayout, scrollbar: number): CSSProperties {
  // React’s types do not know custom properties.
  return { '--tile': `${edge}px`, '--columns': columns, '--scrollbar': `${scrollbar}px` } as CSSProperties
}

interface GridRowProps {
  readonly row: number
  /** Top inside the layer of rows, px. */
  readonly top: number
  readonly columns: number
  readonly pictureEdge: number
  readonly hasLabels: boolean
  /** The order on screen; the same array while the order is the same. */
  readonly numbers: Uint32Array
  /** The query of the order. */
  readonly query: ImageQuery
}

const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, top, columns, pictureEdge, hasLabels, numbers, query } = props
  const start = row * columns
  const places = Array.from({ length: Math.min(columns, numbers.length - start) }, (_, column) => start + column)
  return (
    <div role="row" aria-rowindex={row + 1} className={styles.row} style={{ transform: `translateY(${top}px)` }}>
      {places.map((place) => (
        <Tile
          key={place - start}
          record={numbers[place] ?? 0}
          place={place}
          column={place - start}
          count={numbers.length}
          pictureEdge={pictureEdge}
          hasLabels={hasLabels}
          query={query}
        />
      ))}
    </div>
  )
})
