/** Looks at each frame of the page: how long it took, and what the tiles in view show in it. */
import { shownIn } from './shown-in.ts'

export interface Seen {
  /** ms from frame to frame. */
  readonly frames: readonly number[]
  /** ms of each task that held the page up for 50 ms or longer. */
  readonly longTasks: readonly number[]
  /** Frames with a hole in the grid, or with a tile in view that knows nothing of its image. */
  readonly blank: number
  /** Frames in which a tile in view lacked the picture that it had worn before. */
  readonly forgotten: number
  /** ms until other tiles were in view, all of them with something on them; null when that never came. */
  readonly shownAfter: number | null
}

export interface Watch {
  /** What was seen since the last call. */
  readonly take: () => Seen
}

/** Looks from now on at the grid that the selector finds. */
export function startWatch(selector: string): Watch {
  const state = { seen: nothingSeen(), begunAt: performance.now(), before: null as string | null, last: 0 }
  const worn = new Set<string>()

  function look(grid: Element): void {
    const { seen } = state
    const { records, drawn, isBlank, coming } = shownIn(grid)
    const shown = records.join()
    state.before ??= shown
    seen.blank += Number(isBlank)
    seen.forgotten += Number(coming.some((record) => worn.has(record)))
    if (shown !== state.before && !isBlank) seen.shownAfter ??= performance.now() - state.begunAt
    for (const record of drawn) worn.add(record)
  }

  function frame(at: number): void {
    state.seen.frames.push(at - state.last)
    state.last = at
    const grid = document.querySelector(selector)
    if (grid !== null) look(grid)
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
