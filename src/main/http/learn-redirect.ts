/** Finds the target of a redirect with a second request, because the session's `fetch` only fails. */
import type { ClientRequest, ClientRequestConstructorOptions, Session } from 'electron'

interface LearnArgs {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** Returns the absolute redirect target of a GET of `url`; `null` without a redirect or without a response. */
export type LearnRedirect = (args: LearnArgs) => Promise<string | null>

export interface LearnPorts {
  readonly request: (options: ClientRequestConstructorOptions) => ClientRequest
  readonly session: () => Session
}

/** Sends only GET, because other requests must not be sent twice. Never follows the redirect. */
export function createLearnRedirect(ports: LearnPorts): LearnRedirect {
  return ({ url, headers, timeoutMs }) => {
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const request = ports.request({
      url,
      method: 'GET',
      session: ports.session(),
      headers: { ...headers },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer'
    })
    const state = { isFinished: false }
    const finish = (target: string | null): void => {
      // Aborting also emits an error, so only the first event counts.
      if (state.isFinished) return
      state.isFinished = true
      clearTimeout(timer)
      resolve(target)
      request.abort()
    }
    const timer = setTimeout(() => finish(null), timeoutMs)
    request.on('redirect', (_status, _method, target) => finish(target))
    request.on('response', () => finish(null))
    request.on('error', () => finish(null))
    request.end()
    return promise
  }
}
