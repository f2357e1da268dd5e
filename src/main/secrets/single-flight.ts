import { createTurns } from '../../shared/in-turn.ts'

/** One call at a time, each with a limit; nothing new is started while an overdue call has not settled. */
export type SingleFlight = <T>(call: () => Promise<T>) => Promise<T | typeof TIMED_OUT>

export const TIMED_OUT = Symbol('timed out')

/**
 * A native call that waits for a prompt nobody answers holds one of the four threads that also serve files and
 * name look-ups: four of them stall the whole app. So calls queue, and behind an overdue one everything is
 * answered `TIMED_OUT` at once until the system has settled it.
 */
export function createSingleFlight(limitMs: number): SingleFlight {
  const inTurn = createTurns()
  const state = { isOverdue: false }

  const run = async <T>(call: () => Promise<T>): Promise<T | typeof TIMED_OUT> => {
    if (state.isOverdue) return TIMED_OUT
    const pending = call()
    const { promise: limit, resolve } = Promise.withResolvers<typeof TIMED_OUT>()
    const timer = setTimeout(() => {
      state.isOverdue = true
      resolve(TIMED_OUT)
    }, limitMs)
    const settle = (): void => {
      clearTimeout(timer)
      state.isOverdue = false
    }
    pending.then(settle, settle)
    return Promise.race([pending, limit])
  }

  return (call) => inTurn(() => run(call))
}
