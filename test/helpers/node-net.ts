/**
 * Simulates a session of Electron with Node's fetch: the same options, errors with Chromium's names, and six
 * connections. A body that is not read completely occupies one until its request is aborted; canceling the body does
 * not free it.
 */
import type { NetSession } from '../../src/main/http/send.ts'

/** Maps Node's code of a failed connection to Chromium's name for it. */
const NAMES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  UND_ERR_SOCKET: 'ERR_CONNECTION_CLOSED',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED'
}

const CONNECTIONS = 6

export interface NodeNet extends NetSession {
  /** Number of closeAllConnections calls. */
  readonly closed: { count: number }
}

export function createNodeNet(): NodeNet {
  const closed = { count: 0 }
  const busy = new Set<object>()
  return {
    closed,
    fetch: async (url, init) => {
      if (busy.size >= CONNECTIONS) return new Promise<never>(() => undefined)
      const connection = {}
      const free = () => void busy.delete(connection)
      busy.add(connection)
      init.signal?.addEventListener('abort', free)
      try {
        const response = await fetch(url, init)
        if (response.body === null) free()
        const body = response.body?.pipeThrough(new TransformStream({ flush: free })) ?? null
        return new Response(body, response)
      } catch (error) {
        free()
        throw toChromiumError(error)
      }
    },
    closeAllConnections: async () => {
      closed.count += 1
    }
  }
}

function toChromiumError(error: unknown): unknown {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const name = NAMES[code]
  return name === undefined ? error : new Error(`net::${name}`)
}
