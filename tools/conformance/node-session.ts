/** A session of Electron played by Node's fetch: the same options, Chromium's names for failures, authorities to trust. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { LearnRedirect } from '../../src/main/http/learn-redirect.ts'
import type { NetSession } from '../../src/main/http/send.ts'
import { toNetError, withNamedBodyErrors } from '../chromium-host/electron/net-error.ts'

export interface NodeSession extends NetSession {
  readonly learnRedirect: LearnRedirect
}

/** `trusted`: PEM of an authority beside the computer's own; null for none. Close its connections when done. */
export function createNodeSession(trusted: string | null): NodeSession {
  let agent = createAgent(trusted)
  return {
    fetch: async (url, init) => {
      // undici frees a socket a moment after the answer's end; in the same moment it would open another.
      await nextTurn()
      // Node declares the dispatcher by the types of the undici inside it; the package here has the same interface.
      const options: unknown = { ...init, dispatcher: agent }
      try {
        return withNamedBodyErrors(await fetch(url, options as RequestInit))
      } catch (error) {
        throw isNoHttp(error) ? new Error('net::ERR_INVALID_HTTP_RESPONSE') : toNetError(error, 'request')
      }
    },
    closeAllConnections: async () => {
      const before = agent
      agent = createAgent(trusted)
      await before.destroy()
    },
    learnRedirect: async ({ url, headers, timeoutMs }) => {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await request(url, { dispatcher: agent, headers: { ...headers }, signal })
        await answer.body.dump()
        const { location } = answer.headers
        const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400
        return isRedirect && typeof location === 'string' ? (URL.parse(location, url)?.href ?? null) : null
      } catch (error) {
        if (error instanceof Error) return null
        throw error
      }
    }
  }
}

function createAgent(trusted: string | null): Agent {
  return new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: trusted === null ? {} : { ca: trusted } })
}

/** What answers does not speak HTTP; the parser's error has no code of its own. */
const isNoHttp = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.name === 'HTTPParserError'
