/** Pools sessions for requests that must reach the service at most once; each session runs one request at a time. */

/** Subset of a session that the pool needs. */
interface Closable {
  closeAllConnections(): Promise<void>
}

/**
 * Calls `run` with an unused session without open sockets. Resolves with `null` if its sockets could not be closed, and
 * then `run` is not called.
 */
export type WithSession<S> = <T>(run: (session: S) => Promise<T>) => Promise<T | null>

/** Limit of closing, which takes milliseconds but never settles if the network process crashes. */
const CLOSING_LIMIT_MS = 5_000

/**
 * Creates a pool in which a slow request (a create may take minutes) occupies only its own session. While all sessions
 * are in use, requests wait for the next free one in order.
 */
export function createSessionPool<S extends Closable>(
  sessions: readonly S[],
  limitMs: number = CLOSING_LIMIT_MS
): WithSession<S> {
  const free = [...sessions]
  const waiting: ((session: S) => void)[] = []

  const acquire = (): Promise<S> => {
    const session = free.shift()
    return session === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(session)
  }
  const release = (session: S): void => {
    const next = waiting.shift()
    if (next === undefined) free.push(session)
    else next(session)
  }

  return async (run) => {
    const session = await acquire()
    try {
      return (await isClosed(session, limitMs)) ? await run(session) : null
    } finally {
      release(session)
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
