/** A session without a network: the reference service's own handler in the place of a port. Fast, and as deaf as Chromium. */
import type { NetSession } from '../../src/main/http/send.ts'
import type { ServiceAnswer } from '../../src/reference-service/exchange.ts'
import type { ReferenceService } from '../../src/reference-service/reference-service.ts'

const REDIRECTED = "Attempted to redirect, but redirect policy was 'error'"
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])
const PROXY_STATUS = 407

/** Answers as the service does, and fails by the names that Chromium has. */
export function createProcessSession(service: ReferenceService): NetSession {
  return {
    fetch: async (address, init) => {
      const url = new URL(address)
      const headers = { ...Object.fromEntries(new Headers(init.headers)), host: url.host }
      const body = typeof init.body === 'string' ? init.body : ''
      const reply = await service.handle({
        scheme: 'http',
        method: init.method ?? 'GET',
        path: url.pathname,
        query: url.search.slice(1),
        headers,
        body,
        address: '127.0.0.1'
      })
      if (reply.kind === 'dropped') throw new Error('net::ERR_EMPTY_RESPONSE')
      if (reply.kind === 'cut') throw new Error('net::ERR_CONTENT_LENGTH_MISMATCH')
      return responseOf(reply.answer)
    },
    closeAllConnections: async () => undefined
  }
}

function responseOf({ status, headers, body, bytes }: ServiceAnswer): Response {
  if (status >= 300 && status < 400) throw new Error(REDIRECTED)
  // A status of proxies, from where no proxy was asked: Chromium and Node take it for a broken connection.
  if (status === PROXY_STATUS) throw new Error('net::ERR_UNEXPECTED_PROXY_AUTH')
  const shown = BODILESS.has(status) ? null : new Uint8Array(bytes ?? Buffer.from(body))
  return new Response(shown, { status, headers })
}
