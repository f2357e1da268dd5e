/** Runs one call at a time, each with a time limit; starts no call before an overdue one has settled. */
export type SingleFlight = <T>(call: () => Promise<T>) => Promise<T | typeof TIMED_OUT>

export const TIMED_OUT = Symbol('timed out')

/**
 * Queues calls, because a native call that waits for an unanswered prompt blocks one of the four threads that also
 * serve files and name lookups, and four such calls block the app. The limit of a call counts from when it was queued;
 * a call whose turn comes later never runs.
 */
export function createSingleFlight(limitMs: number): SingleFlight {
  let last: Promise<unknown> = Promise.resolve()

  return <T>(call: () => Promise<T>) => {
    const limit = Promise.withResolvers<typeof TIMED_OUT>()
    let isOverdue = false
    const timer = setTimeout(() => {
      isOverdue = true
      limit.resolve(TIMED_OUT)
    }, limitMs)
    const current = last.then(async (): Promise<T | typeof TIMED_OUT> => (isOverdue ? TIMED_OUT : call()))
    last = current.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer)
    )
    return Promise.race([current, limit.promise])
  }
}
