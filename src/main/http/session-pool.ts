/** A few sessions for requests that must reach the service at most once: one request at a time on each of them. */

/** What the pool needs of a session. */
interface Closable {
  closeAllConnections(): Promise<void>
}

/**
 * Runs `run` on a session that nobody else uses meanwhile, with no socket left from earlier. null: its sockets could not
 * be closed, and nothing was run.
 */
export type WithSession<S> = <T>(run: (session: S) => Promise<T>) => Promise<T | null>

/** Closing takes milliseconds. When the network process dies meanwhile nobody ever says that it is done. */
const CLOSING_LIMIT_MS = 5_000

/**
 * A slow request (a create may take minutes) keeps its own session and nothing else. When every session is taken, who
 * comes next waits for the first that becomes free, in the order of asking.
 */
export function createSessionPool<S extends Closable>(
  sessions: readonly S[],
  limitMs: number = CLOSING_LIMIT_MS
): WithSession<S> {
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
      return (await isClosed(session, limitMs)) ? await run(session) : null
    } finally {
      giveBack(session)
    }
  }
}

async function isClosed(session: Closable, limitMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), limitMs)
  session.closeAllConnections().then(
    () => resolve(true),
    () => resolve(false)
  )
  return promise.finally(() => clearTimeout(timer))
}
