/** Watches each frame of the page: its duration, and what the visible tiles show. */

export interface Seen {
  /** ms from frame to frame. */
  readonly frames: readonly number[]
  /** ms of each task that blocked the page for 50 ms or longer. */
  readonly longTasks: readonly number[]
  /** Frames with a gap in the grid, or with a visible tile without the data of its image. */
  readonly blank: number
  /** Frames in which a visible tile lost the picture that it had before. */
  readonly forgotten: number
  /** ms until other tiles are visible, all of them with content; `null` if that never happens. */
  readonly shownAfter: number | null
}

export interface Watch {
  /** Returns the observations since the last call. */
  readonly take: () => Seen
}

/** Starts to watch the grid that the selector finds. */
export function startWatch(selector: string): Watch {
  const state = { seen: nothingSeen(), begunAt: performance.now(), before: null as string | null, last: 0 }
  const drawnBefore = new Set<string>()

  function inspect(grid: Element): void {
    const { seen } = state
    const { records, drawn, isBlank, coming } = shownIn(grid)
    const shown = records.join()
    state.before ??= shown
    seen.blank += Number(isBlank)
    seen.forgotten += Number(coming.some((record) => drawnBefore.has(record)))
    if (shown !== state.before && !isBlank) seen.shownAfter ??= performance.now() - state.begunAt
    for (const record of drawn) drawnBefore.add(record)
  }

  function frame(at: number): void {
    state.seen.frames.push(at - state.last)
    state.last = at
    const grid = document.querySelector(selector)
    if (grid !== null) inspect(grid)
    requestAnimationFrame(frame)
  }

  requestAnimationFrame((at) => {
    state.last = at
    requestAnimationFrame(frame)
  })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) state.seen.longTasks.push(duration)
  }).observe({ type: 'longtask' })
  return {
    take: () => {
      const { seen } = state
      Object.assign(state, { seen: nothingSeen(), begunAt: performance.now(), before: null })
      return seen
    }
  }
}

const nothingSeen = () => ({
  frames: [] as number[],
  longTasks: [] as number[],
  blank: 0,
  forgotten: 0,
  shownAfter: null as number | null
})

/** What a grid shows in one frame, read from its layout. */
interface Shown {
  /** Records of the tiles in view. */
  readonly records: readonly string[]
  /** Tiles with a picture, and tiles that wait for one. */
  readonly drawn: readonly string[]
  readonly coming: readonly string[]
  /** There is a gap, or a tile without the data of its image. */
  readonly isBlank: boolean
}

/** A tile counts as visible with at least this height in view, px. */
const PART = 24
/** More than the space between two rows, and below the last row. */
const HOLE = 90

/** Tiles are identified by `data-record`. */
function shownIn(grid: Element): Shown {
  const view = grid.getBoundingClientRect()
  const tiles = [...grid.querySelectorAll<HTMLElement>('[data-record]')]
    .map((tile) => ({ tile, box: tile.getBoundingClientRect(), picture: pictureOf(tile) }))
    .filter(({ box }) => box.bottom > view.top + PART && box.top < view.bottom - PART)
  const having = (picture: Picture) =>
    tiles.filter((one) => one.picture === picture).map(({ tile }) => tile.dataset['record'] ?? '')
  // A tile gets its label with its image data; small tiles have no text and wait for a picture once.
  const isEmpty = tiles.some(({ tile }) => !tile.hasAttribute('aria-label'))
  return {
    records: tiles.map(({ tile }) => tile.dataset['record'] ?? ''),
    drawn: having('drawn'),
    coming: having('coming'),
    isBlank:
      isEmpty ||
      largestHole(
        tiles.map(({ box }) => box),
        view
      ) > HOLE
  }
}

type Picture = 'drawn' | 'coming' | 'none'

function pictureOf(tile: Element): Picture {
  const image = tile.querySelector('img')
  if (image === null) return 'none'
  return image.complete && image.naturalWidth > 0 ? 'drawn' : 'coming'
}

/** Height of the largest stretch of the view without a tile. */
function largestHole(boxes: readonly DOMRect[], view: DOMRect): number {
  let covered = view.top
  let hole = 0
  for (const { top, bottom } of boxes.toSorted((a, b) => a.top - b.top)) {
    hole = Math.max(hole, top - covered)
    covered = Math.max(covered, bottom)
  }
  return Math.max(hole, view.bottom - covered)
}

/** The interface of the benchmark in the window, on `globalThis.bench`. */
export interface BenchPage {
  /** Starts to watch the grid that the selector finds. */
  readonly startWatch: (selector: string) => Watch
  /** Shows tiles of this size in the grid of react-virtuoso, in place of the window's own grid. */
  readonly showPeer: (tile: number) => Promise<void>
}
