/** The one file that adds the key and sends. Everything it can meet comes back as data. */
import { hostOf } from '../../shared/address.ts'
import { MAX_ANSWER_BYTES } from '../../shared/limits.ts'
import { cutBeforeKey, MASK, maskSecrets } from '../../shared/mask-secrets.ts'
import { contentTypeOf, type Send, type SendAnswer, type SendFailure, type SendRequest } from '../../shared/send.ts'
import type { Secret } from '../secrets/secret.ts'
import { liesUnder, type HeldKey, type KeySlots } from './key-slots.ts'
import type { LearnRedirect } from './learn-redirect.ts'
import { classifyNetError, wordsOf } from './net-error.ts'
import { decodeText, readBytes } from './read-body.ts'
import { MAX_HOPS, mayFollow, shownLocation } from './redirect-rule.ts'
import { createSessionPool } from './session-pool.ts'

/** What is used of a session of Electron. */
export interface NetSession {
  fetch(url: string, init: RequestInit): Promise<Response>
  closeAllConnections(): Promise<void>
}

export interface SenderParts {
  /** Everything but `once` requests. */
  readonly api: NetSession
  /**
   * Only `once` requests: Chromium re-sends any request whose reused socket dies, so each gets a fresh one. As many
   * sessions as such requests may be under way: two creates and one deletion of a project.
   */
  readonly apiOnce: readonly NetSession[]
  readonly learnRedirect: LearnRedirect
  readonly keys: KeySlots
}

export interface Sender {
  readonly send: Send
  /** Ends what is under way, for instance after a sleep: its sockets are dead and nobody says so. */
  abortAll(): void
}

/**
 * 'same-origin' without an origin would become 'include', 'manual' fails in Chromium's fetch, and a cached
 * answer would pass for the service's word.
 */
const FIXED_OPTIONS = {
  credentials: 'omit',
  cache: 'no-store',
  redirect: 'error',
  referrerPolicy: 'no-referrer'
} as const satisfies RequestInit

const KEPT_HEADER = /^(content-type|retry-after|x-ratelimit-.+|ratelimit.*|date|allow)$/
const MAX_DETAIL_LENGTH = 300
/** Longer text is cut before it is searched for keys, which costs time for each character. */
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

/** Requests run as they come; those marked `once` each alone on a session of theirs, on a fresh socket. */
export function createSender(parts: SenderParts): Sender {
  const inFlight = new Set<AbortController>()
  const inOnceSession = createSessionPool(parts.apiOnce)

  const attempt = async (exchange: Exchange): Promise<SendAnswer> => {
    const control = new AbortController()
    const timer = setTimeout(() => control.abort(TIMED_OUT), exchange.request.timeoutMs)
    inFlight.add(control)
    try {
      return await Promise.race([readAnswer(exchange, control.signal), whenAborted(control.signal)])
    } catch (error) {
      return failureOf(exchange, error, control.signal)
    } finally {
      clearTimeout(timer)
      inFlight.delete(control)
      // Frees the connection of a body that was left unread; does nothing after one that was read to its end.
      control.abort(FINISHED)
    }
  }

  const exchangeFully = async (session: NetSession, request: SendRequest, key: Secret): Promise<SendAnswer> => {
    const hops = { url: request.url, count: 0 }
    for (;;) {
      const answer = await attempt({ session, request, url: hops.url, key })
      if (!isRedirect(answer) || request.method !== 'GET') return answer
      const target = await parts.learnRedirect({
        url: hops.url,
        headers: headersOf(request, key),
        timeoutMs: request.timeoutMs
      })
      hops.count += 1
      if (target === null) return answer
      // Where it leads is shown to the person, who alone may say that the service is there now.
      if (request.redirects === 'refuse') return { ...answer, location: placeOf(target, key) }
      if (hops.count > MAX_HOPS || !mayFollow(hops.url, target)) return { ...answer, location: placeOf(target, key) }
      hops.url = target
    }
  }

  return {
    send: async (request) => {
      const held = parts.keys.get(request.slot)
      if (held === null) return refuse(request, 'key-missing')
      if (!isMeantFor(request, held)) return refuse(request, 'address-invalid')
      if (!request.once) return exchangeFully(parts.api, request, held.key)
      const answer = await inOnceSession((session) => exchangeFully(session, request, held.key))
      return answer ?? refuse(request, 'connection-lost')
    },
    abortAll: () => {
      for (const control of inFlight) control.abort(ABORTED)
    }
  }
}

async function readAnswer({ session, request, url, key }: Exchange, signal: AbortSignal): Promise<SendAnswer> {
  const init = { ...FIXED_OPTIONS, method: request.method, headers: headersOf(request, key), signal }
  const response = await session.fetch(url, request.form === null ? init : { ...init, body: request.form })
  const bytes = await readBytes(response, MAX_ANSWER_BYTES)
  if (bytes === null) return { ...refuse(request, 'answer-too-large'), wasSent: true }
  const body = decodeText(bytes, response.headers.get('content-type'))
  return {
    kind: 'answer',
    status: response.status,
    headers: keptHeaders(response.headers, key),
    // A debug page that plays our own header back must not carry the key on.
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
  if (signal.reason === TIMED_OUT) return { ...base, code: 'timed-out', detail: 'No answer in time' }
  if (signal.aborted) return { ...base, detail: 'Given up' }
  const words = cutBeforeKey(withoutKey(wordsOf(error), key), MAX_MASKED_LENGTH)
  const detail = maskSecrets(words).slice(0, MAX_DETAIL_LENGTH)
  return { ...base, ...classifyNetError(error), detail }
}

/** Rejects when the signal does, whatever the stack below makes of it: an abandoned body must not hang the caller. */
function whenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(new Error('Aborted')), { once: true })
  return promise
}

const isRedirect = (answer: SendAnswer): answer is SendFailure =>
  answer.kind === 'failed' && answer.code === 'redirected'

const isMeantFor = (request: SendRequest, held: HeldKey): boolean => liesUnder(request.url, held.address)

const withoutKey = (text: string, key: Secret): string => text.replaceAll(key.reveal(), MASK)

/** What is shown of a redirect: a service may play our key back in its path as well. */
function placeOf(target: string, key: Secret): string | null {
  const place = shownLocation(target)
  return place === null ? null : maskSecrets(withoutKey(place, key))
}

function refuse(request: SendRequest, code: SendFailure['code']): SendFailure {
  return { kind: 'failed', code, wasSent: false, host: hostOf(request.url), location: null, detail: '' }
}
