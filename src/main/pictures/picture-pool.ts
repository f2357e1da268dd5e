/** A few downloads at a time, the newest burst of wishes first: what was asked for last is what is on screen now. */

export type PicturePool = <T>(work: () => Promise<T>) => Promise<T | null>

export interface PoolParts {
  readonly running: number
  /** More wishes than this wait for nobody: the oldest are answered null, they scrolled by long ago. */
  readonly waiting: number
  /** ms since any fixed time. */
  readonly now: () => number
}

/** A screen asks for its tiles in one go: wishes this close together keep their order, from the top down. */
const BURST_GAP_MS = 100

interface Wish {
  readonly burst: number
  readonly begin: () => void
  readonly drop: () => void
}

/** null: dropped before it began. */
export function createPicturePool({ running, waiting, now }: PoolParts): PicturePool {
  const wishes: Wish[] = []
  const state = { busy: 0, burst: 0, askedAt: 0 }

  const next = (): void => {
    if (state.busy >= running) return
    const newest = wishes.at(-1)?.burst
    const index = wishes.findIndex((wish) => wish.burst === newest)
    const [wish] = index === -1 ? [] : wishes.splice(index, 1)
    wish?.begin()
  }

  const burstOf = (at: number): number => {
    if (at - state.askedAt > BURST_GAP_MS) state.burst += 1
    state.askedAt = at
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
    wishes.push({ burst: burstOf(now()), begin, drop: () => resolve(null) })
    if (wishes.length > waiting) wishes.shift()?.drop()
    next()
    return promise
  }
}
