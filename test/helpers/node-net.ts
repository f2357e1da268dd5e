/** A session of Electron played by Node's fetch: the same options, and errors by Chromium's names. */
import type { NetSession } from '../../src/main/http/send.ts'

/** Node's code of a failed connection -> the name that Chromium gives it. */
const NAMES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  UND_ERR_SOCKET: 'ERR_CONNECTION_CLOSED',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED'
}

export interface NodeNet extends NetSession {
  /** How often closeAllConnections was called. */
  readonly closed: { count: number }
}

export function createNodeNet(): NodeNet {
  const closed = { count: 0 }
  return {
    closed,
    fetch: async (url, init) => {
      try {
        return await fetch(url, init)
      } catch (error) {
        throw inChromiumWords(error)
      }
    },
    closeAllConnections: async () => {
      closed.count += 1
    }
  }
}

function inChromiumWords(error: unknown): unknown {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const name = NAMES[code]
  return name === undefined ? error : new Error(`net::${name}`)
}
