import type { Watch } from './watch.ts'

/** What the bench finds in the window, on `globalThis.bench`. */
export interface BenchPage {
  /** Looks from now on at the grid that the selector finds. */
  readonly startWatch: (selector: string) => Watch
  /** Shows tiles of this size in the grid of react-virtuoso, in the place of the window's own. */
  readonly showPeer: (tile: number) => Promise<void>
}
