/** A few downloads at a time, the newest wish first: what was asked for last is what is on screen now. */

export type PicturePool = <T>(work: () => Promise<T>) => Promise<T | null>

export interface PoolLimits {
  readonly running: number
  /** More wishes than this wait for nobody: the oldest are answered null, they scrolled by long ago. */
  readonly waiting: number
}

/** null: dropped before it began. */
export function createPicturePool({ running, waiting }: PoolLimits): PicturePool {
  const stack: { readonly begin: () => void; readonly drop: () => void }[] = []
  const busy = { count: 0 }

  const next = (): void => {
    if (busy.count >= running) return
    stack.pop()?.begin()
  }

  return <T>(work: () => Promise<T>) => {
    const { promise, resolve } = Promise.withResolvers<T | null>()
    const begin = (): void => {
      busy.count += 1
      const done = work().finally(() => {
        busy.count -= 1
        next()
      })
      resolve(done)
    }
    stack.push({ begin, drop: () => resolve(null) })
    if (stack.length > waiting) stack.shift()?.drop()
    next()
    return promise
  }
}
