/**
 * The code that the benchmark injects into the window, with the same tiles in the grid of react-virtuoso, over the same
 * library, as the peer of the window's own grid.
 */
import type { CSSProperties } from 'react'
import { createRoot } from 'react-dom/client'
import { VirtuosoGrid } from 'react-virtuoso'
import { bridge } from '../../../src/renderer/bridge.ts'
import { usePictureEdge } from '../../../src/renderer/images/grid/preview.tsx'
import { Tile } from '../../../src/renderer/images/grid/tile.tsx'
import { layoutGrid } from '../../../src/renderer/images/view/layout.ts'
import type { GridLayout } from '../../../src/renderer/images/view/layout.ts'
import { ViewLoader } from '../../../src/renderer/images/view/view-loader.ts'
import { useView } from '../../../src/renderer/images/view/view-store.ts'
import { EMPTY_QUERY } from '../../../src/shared/query.ts'
import styles from './peer.module.css'
import { type BenchPage, startWatch } from './watch.ts'

/** Rows mounted around the visible ones, as many as in the window's grid. */
const OVERSCAN = 2

interface PeerProps {
  readonly loader: ViewLoader
  readonly tile: number
  readonly layout: GridLayout
}

/** Replaces the window's grid with one of the same size. */
async function showPeer(tile: number): Promise<void> {
  const own = document.querySelector<HTMLElement>('[role="grid"]')
  if (own === null) throw new Error('The window shows no grid.')
  const { left, top, width, height } = own.getBoundingClientRect()
  const loader = new ViewLoader({
    store: useView,
    openView: (query) => bridge.openView({ query }),
    getImages: (records) => bridge.getImages({ records }),
    isCovered: () => false,
    after: (run) => void setTimeout(run, 300)
  })
  await loader.open(EMPTY_QUERY)
  const count = useView.getState().shown?.order.numbers.length ?? 0
  const place = document.body.appendChild(document.createElement('div'))
  place.id = 'peer'
  Object.assign(place.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`
  })
  document.getElementById('root')?.style.setProperty('display', 'none')
  createRoot(place).render(<Peer loader={loader} tile={tile} layout={layoutGrid({ width, tile, count })} />)
}

function Peer({ loader, tile, layout }: PeerProps) {
  const shown = useView((state) => state.shown)
  const pictureEdge = usePictureEdge(tile)
  if (shown === null) return null
  const { query } = shown
  const { numbers } = shown.order
  const showTile = (place: number) => (
    <Tile
      record={numbers[place] ?? 0}
      place={place}
      column={place % layout.columns}
      count={numbers.length}
      pictureEdge={pictureEdge}
      hasLabels={layout.hasLabels}
      query={query}
    />
  )
  return (
    <VirtuosoGrid
      className={styles.scroller ?? ''}
      style={{ '--tile': `${tile}px`, '--columns': layout.columns } as CSSProperties}
      listClassName={styles.list ?? ''}
      totalCount={numbers.length}
      increaseViewportBy={OVERSCAN * layout.rowPitch}
      rangeChanged={({ startIndex, endIndex }) => loader.setVisible(startIndex, endIndex)}
      itemContent={showTile}
    />
  )
}

Object.assign(globalThis, { bench: { showPeer, startWatch } satisfies BenchPage })
