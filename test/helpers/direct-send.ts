/**
 * The port to the service over Node's own fetch, for tests against a service on this computer. Adds the key of the slot
 * and returns every outcome as data; the application has another implementation.
 */
import type { FailureCode } from '../../src/shared/failure.ts'
import {
  contentTypeOf,
  type HttpResponse,
  type KeySlot,
  type Send,
  type SendResponse,
  type SendFailure,
  type SendRequest
} from '../../src/shared/send.ts'

export type Keys = Partial<Readonly<Record<KeySlot, string>>>

const MAX_HOPS = 5

/** Codes of Node's network errors that prove that no request was sent. */
const NEVER_SENT: Readonly<Record<string, FailureCode>> = {
  ECONNREFUSED: 'connection-refused',
  ENOTFOUND: 'host-not-found',
  EAI_AGAIN: 'host-not-found',
  EHOSTUNREACH: 'host-unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'timed-out'
}

/** Returns a port that adds these keys. A slot without a key sends nothing. */
export function directSend(keys: Keys): Send {
  return async (request) => {
    const key = keys[request.slot]
    if (key === undefined) return failed(request.url, 'key-missing', false)
    try {
      return await follow(request, key)
    } catch (error) {
      return networkFailure(request.url, error)
    }
  }
}

async function follow(request: SendRequest, key: string): Promise<SendResponse> {
  let url = request.url
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const answer = await sendOnce({ ...request, url }, key)
    const target = redirectTarget(answer)
    if (target === null) return answer
    const location = target.origin + target.pathname
    const isAllowed = request.redirects === 'follow' && target.hostname === new URL(url).hostname
    if (!isAllowed) return { ...failed(url, 'redirected', true), location }
    url = target.href
  }
  return failed(url, 'redirected', true)
}

function redirectTarget(answer: HttpResponse): URL | null {
  const location = answer.headers['location']
  return answer.status >= 300 && answer.status < 400 && location !== undefined ? new URL(location, answer.url) : null
}

async function sendOnce(request: SendRequest, key: string): Promise<HttpResponse> {
  const response = await fetch(request.url, {
    method: request.method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${key}`,
      ...(request.form === null ? {} : { 'content-type': contentTypeOf(request.form) })
    },
    body: request.form,
    redirect: 'manual',
    signal: AbortSignal.timeout(request.timeoutMs)
  })
  const body = await response.text()
  return {
    kind: 'response',
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body,
    url: request.url
  }
}

function networkFailure(url: string, error: unknown): SendFailure {
  if (!(error instanceof Error)) throw error
  if (error.name === 'TimeoutError') return failed(url, 'timed-out', true)
  const cause: unknown = error.cause
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  const neverSent = NEVER_SENT[code]
  return neverSent === undefined ? failed(url, 'connection-lost', true) : failed(url, neverSent, false)
}

function failed(url: string, code: FailureCode, wasSent: boolean): SendFailure {
  return { kind: 'failed', code, wasSent, host: new URL(url).host, location: null, detail: '' }
}
