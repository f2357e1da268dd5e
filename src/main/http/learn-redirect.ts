/** Where a redirect points. The session's fetch cannot tell (it only fails), so the request is asked once more. */
import type { ClientRequest, ClientRequestConstructorOptions, Session } from 'electron'

interface LearnArgs {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** Absolute target of the redirect that a GET of `url` meets; null when there is none any more or no answer. */
export type LearnRedirect = (args: LearnArgs) => Promise<string | null>

export interface LearnPorts {
  readonly request: (options: ClientRequestConstructorOptions) => ClientRequest
  readonly session: () => Session
}

/** GET only: nothing else may be sent twice. The redirect itself is never followed here. */
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
      // Aborting is told as an error too; the first word counts.
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
