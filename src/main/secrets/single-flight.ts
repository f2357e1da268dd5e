/** One call at a time, each answered within a limit; nothing is started while an overdue call has not settled. */
export type SingleFlight = <T>(call: () => Promise<T>) => Promise<T | typeof TIMED_OUT>

export const TIMED_OUT = Symbol('timed out')

/**
 * A native call that waits for a prompt nobody answers holds one of the four threads that also serve files and
 * name look-ups: four of them stall the whole app. So calls queue, also behind an overdue one, and the limit of
 * each counts from when it was asked for: one whose turn comes later is never made.
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
    const mine = last.then(async (): Promise<T | typeof TIMED_OUT> => (isOverdue ? TIMED_OUT : call()))
    last = mine.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer)
    )
    return Promise.race([mine, limit.promise])
  }
}
