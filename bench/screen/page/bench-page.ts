import type { Watch } from './watch.ts'

/** The interface of the benchmark in the window, on `globalThis.bench`. */
export interface BenchPage {
  /** Starts to watch the grid that the selector finds. */
  readonly startWatch: (selector: string) => Watch
  /** Shows tiles of this size in the grid of react-virtuoso, in place of the window's own grid. */
  readonly showPeer: (tile: number) => Promise<void>
}
