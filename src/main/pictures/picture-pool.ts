/** Limits concurrent downloads and serves the most recent requests first, because those are on screen. */

export type PicturePool = <T>(work: () => Promise<T>) => Promise<T | null>

export interface PoolParts {
  readonly running: number
  /** Limit of pending requests; the oldest resolve with `null`, because they have scrolled out of view. */
  readonly waiting: number
  /** ms since a fixed time. */
  readonly now: () => number
}

/** Longest gap within a burst; requests of one burst keep their order, because a screen requests its tiles top-down. */
const BURST_GAP_MS = 100

interface PoolRequest {
  readonly burst: number
  readonly begin: () => void
  readonly drop: () => void
}

/** Creates a pool whose result is `null` for work dropped before it began. */
export function createPicturePool({ running, waiting, now }: PoolParts): PicturePool {
  const pending: PoolRequest[] = []
  const state = { busy: 0, burst: 0, requestedAt: 0 }

  const next = (): void => {
    if (state.busy >= running) return
    const newest = pending.at(-1)?.burst
    const index = pending.findIndex((request) => request.burst === newest)
    const [request] = index === -1 ? [] : pending.splice(index, 1)
    request?.begin()
  }

  const burstOf = (at: number): number => {
    if (at - state.requestedAt > BURST_GAP_MS) state.burst += 1
    state.requestedAt = at
    return state.burst
  }

  return <T>(work: () => Promise<T>) => {
    const { promise, resolve } = Promise.withResolvers<T | null>()
    const begin = (): void => {
      state.busy += 1
      const done = work().finally(() => {
        state.busy -= 1
        next()
      })
      resolve(done)
    }
    pending.push({ burst: burstOf(now()), begin, drop: () => resolve(null) })
    if (pending.length > waiting) pending.shift()?.drop()
    next()
    return promise
  }
}
