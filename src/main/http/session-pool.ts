/** A few sessions for requests that must reach the service at most once: one request at a time on each of them. */

/** What the pool needs of a session. */
interface Closable {
  closeAllConnections(): Promise<void>
}

/** Runs `run` on a session that nobody else uses meanwhile, with no socket left from earlier. */
export type WithSession<S> = <T>(run: (session: S) => Promise<T>) => Promise<T>

/**
 * A slow request (a create may take minutes) keeps its own session and nothing else. When every session is taken, who
 * comes next waits for the first that becomes free, in the order of asking.
 */
export function createSessionPool<S extends Closable>(sessions: readonly S[]): WithSession<S> {
  const free = [...sessions]
  const waiting: ((session: S) => void)[] = []

  const take = (): Promise<S> => {
    const session = free.shift()
    return session === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(session)
  }
  const giveBack = (session: S): void => {
    const next = waiting.shift()
    if (next === undefined) free.push(session)
    else next(session)
  }

  return async (run) => {
    const session = await take()
    try {
      await session.closeAllConnections()
      return await run(session)
    } finally {
      giveBack(session)
    }
  }
}
