/** Watches each frame of the page: its duration, and what the visible tiles show. */
import { shownIn } from './shown-in.ts'

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
