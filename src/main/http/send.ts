/** Adds the key and sends requests; the only file that does. Returns every failure as data. */
import { hostOf } from '../../shared/address.ts'
import { MAX_RESPONSE_BYTES } from '../../shared/limits.ts'
import { cutBeforeKey, MASK, maskSecrets } from '../../shared/mask-secrets.ts'
import { contentTypeOf, type Send, type SendResponse, type SendFailure, type SendRequest } from '../../shared/send.ts'
import type { Secret } from '../secrets/secret.ts'
import { liesUnder, type HeldKey, type KeySlots } from './key-slots.ts'
import type { LearnRedirect } from './learn-redirect.ts'
import { classifyNetError, wordsOf } from './net-error.ts'
import { decodeText, readBytes } from './read-body.ts'
import { MAX_HOPS, mayFollow, shownLocation } from './redirect-rule.ts'
import { createSessionPool } from './session-pool.ts'

/** Subset of an Electron session. */
export interface NetSession {
  fetch(url: string, init: RequestInit): Promise<Response>
  closeAllConnections(): Promise<void>
}

export interface SenderParts {
  /** Session of all requests except `once` requests. */
  readonly api: NetSession
  /**
   * Sessions of `once` requests, each on a fresh socket, because Chromium sends a request again if its reused socket
   * fails. One for each such request that may be in flight: two creates and one deletion of a project.
   */
  readonly apiOnce: readonly NetSession[]
  readonly learnRedirect: LearnRedirect
  readonly keys: KeySlots
}

export interface Sender {
  readonly send: Send
  /** Aborts all requests, for instance after sleep, which sockets do not survive without reporting an error. */
  abortAll(): void
}

/**
 * Options of every request: 'same-origin' without an origin would become 'include', 'manual' fails in Chromium's
 * `fetch`, and a cached response would be mistaken for the service's.
 */
const FIXED_OPTIONS = {
  credentials: 'omit',
  cache: 'no-store',
  redirect: 'error',
  referrerPolicy: 'no-referrer'
} as const satisfies RequestInit

const KEPT_HEADER = /^(content-type|retry-after|x-ratelimit-.+|ratelimit.*|date|allow)$/
const MAX_DETAIL_LENGTH = 300
/** Longer text is truncated before masking, because masking costs time for each character. */
const MAX_MASKED_LENGTH = 4_000
const TIMED_OUT = Symbol('timed out')
const ABORTED = Symbol('aborted')
const FINISHED = Symbol('finished')

interface Exchange {
  readonly session: NetSession
  readonly request: SendRequest
  readonly url: string
  readonly key: Secret
}

/** Sends requests immediately; each `once` request waits for its own session with a fresh socket. */
export function createSender(parts: SenderParts): Sender {
  const inFlight = new Set<AbortController>()
  const inOnceSession = createSessionPool(parts.apiOnce)

  const attempt = async (exchange: Exchange): Promise<SendResponse> => {
    const control = new AbortController()
    const timer = setTimeout(() => control.abort(TIMED_OUT), exchange.request.timeoutMs)
    inFlight.add(control)
    try {
      return await Promise.race([readResponse(exchange, control.signal), whenAborted(control.signal)])
    } catch (error) {
      return failureOf(exchange, error, control.signal)
    } finally {
      clearTimeout(timer)
      inFlight.delete(control)
      // Frees the connection of an unread body; does nothing after a completely read one.
      control.abort(FINISHED)
    }
  }

  const exchangeFully = async (session: NetSession, request: SendRequest, key: Secret): Promise<SendResponse> => {
    const hops = { url: request.url, count: 0 }
    for (;;) {
      const response = await attempt({ session, request, url: hops.url, key })
      if (!isRedirect(response) || request.method !== 'GET') return response
      const target = await parts.learnRedirect({
        url: hops.url,
        headers: headersOf(request, key),
        timeoutMs: request.timeoutMs
      })
      hops.count += 1
      if (target === null) return response
      // The target is shown to the user, who alone may confirm it as the new address.
      if (request.redirects === 'refuse') return { ...response, location: shownTarget(target, key) }
      if (hops.count > MAX_HOPS || !mayFollow(hops.url, target))
        return { ...response, location: shownTarget(target, key) }
      hops.url = target
    }
  }

  return {
    send: async (request) => {
      const slotKey = parts.keys.get(request.slot)
      if (slotKey === null) return refuse(request, 'key-missing')
      if (!isMeantFor(request, slotKey)) return refuse(request, 'address-invalid')
      if (!request.once) return exchangeFully(parts.api, request, slotKey.key)
      const response = await inOnceSession((session) => exchangeFully(session, request, slotKey.key))
      return response ?? refuse(request, 'connection-lost')
    },
    abortAll: () => {
      for (const control of inFlight) control.abort(ABORTED)
    }
  }
}

async function readResponse({ session, request, url, key }: Exchange, signal: AbortSignal): Promise<SendResponse> {
  const init = { ...FIXED_OPTIONS, method: request.method, headers: headersOf(request, key), signal }
  const response = await session.fetch(url, request.form === null ? init : { ...init, body: request.form })
  const bytes = await readBytes(response, MAX_RESPONSE_BYTES)
  if (bytes === null) return { ...refuse(request, 'response-too-large'), wasSent: true }
  const body = decodeText(bytes, response.headers.get('content-type'))
  return {
    kind: 'response',
    status: response.status,
    headers: keptHeaders(response.headers, key),
    // A debug page may echo the request headers with the key.
    body: withoutKey(body, key),
    url
  }
}

function headersOf(request: SendRequest, key: Secret): Record<string, string> {
  const headers = { accept: 'application/json', authorization: `Bearer ${key.reveal()}` }
  return request.form === null ? headers : { ...headers, 'content-type': contentTypeOf(request.form) }
}

function keptHeaders(headers: Headers, key: Secret): Record<string, string> {
  const kept = [...headers].filter(([name]) => KEPT_HEADER.test(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutKey(value, key)]))
}

function failureOf({ request, url, key }: Exchange, error: unknown, signal: AbortSignal): SendFailure {
  const base = { ...refuse(request, 'connection-lost'), host: hostOf(url), wasSent: true }
  if (signal.reason === TIMED_OUT) return { ...base, code: 'timed-out', detail: 'No response in time' }
  if (signal.aborted) return { ...base, detail: 'Aborted' }
  const message = cutBeforeKey(withoutKey(wordsOf(error), key), MAX_MASKED_LENGTH)
  const detail = maskSecrets(message).slice(0, MAX_DETAIL_LENGTH)
  return { ...base, ...classifyNetError(error), detail }
}

/** Rejects when the signal aborts, because the network stack may never settle an abandoned body. */
function whenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(new Error('Aborted')), { once: true })
  return promise
}

const isRedirect = (response: SendResponse): response is SendFailure =>
  response.kind === 'failed' && response.code === 'redirected'

const isMeantFor = (request: SendRequest, slotKey: HeldKey): boolean => liesUnder(request.url, slotKey.address)

const withoutKey = (text: string, key: Secret): string => text.replaceAll(key.reveal(), MASK)

/** Returns the target to show, with keys masked, because a service may echo the key in the path. */
function shownTarget(target: string, key: Secret): string | null {
  const shown = shownLocation(target)
  return shown === null ? null : maskSecrets(withoutKey(shown, key))
}

function refuse(request: SendRequest, code: SendFailure['code']): SendFailure {
  return { kind: 'failed', code, wasSent: false, host: hostOf(request.url), location: null, detail: '' }
}
