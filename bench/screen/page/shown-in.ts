/** Reads from the layout what a grid shows in this frame. */

export interface Shown {
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
export function shownIn(grid: Element): Shown {
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
