import { memo } from 'react'
import type { ImageQuery } from '../../../shared/query.ts'
import { Tile } from './tile.tsx'
import styles from './image-grid.module.css'

interface GridRowProps {
  readonly row: number
  /** Top inside the layer of rows, px. */
  readonly top: number
  readonly columns: number
  readonly pictureEdge: number
  readonly hasLabels: boolean
  /** The order on screen; the same array as long as it is the same order. */
  readonly numbers: Uint32Array
  /** What the order answers. */
  readonly query: ImageQuery
}

/** One row of tiles. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
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
