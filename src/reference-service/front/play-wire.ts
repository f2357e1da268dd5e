/** What the front does with a request under each fault. */
import { writeHead } from './front-exchange.ts'
import type { FrontExchange, TakenAnswer } from './front-exchange.ts'
import { redirectLocation } from './redirects.ts'
import type { WireFault } from './wire-fault.ts'

export interface WireParts {
  readonly exchange: FrontExchange
  /** Hands the request on and takes the whole answer. */
  readonly take: () => Promise<TakenAnswer>
  readonly wait: (ms: number) => Promise<void>
}

type Faults = { readonly [K in WireFault['kind']]: Extract<WireFault, { readonly kind: K }> }

const NOT_HTTP = 'SSH-2.0-OpenSSH_9.9\r\n'

const PLAYS: { readonly [K in keyof Faults]: (parts: WireParts, fault: Faults[K]) => Promise<void> } = {
  'reset-before': async ({ exchange }) => reset(exchange),
  'reset-after': async ({ exchange, take }) => {
    await take()
    reset(exchange)
  },
  'reset-reused': async (parts) => (parts.exchange.isReused ? reset(parts.exchange) : relay(parts)),
  truncated: async (parts) => {
    await sendHalf(parts)
    parts.exchange.request.socket.end()
  },
  slow: sendSlowly,
  stalled: async (parts) => {
    await sendHalf(parts)
  },
  silent: async () => undefined,
  'not-http': async ({ exchange }) => void exchange.request.socket.end(NOT_HTTP),
  redirect: async (parts, { status, to }) => {
    const { exchange } = parts
    const { host = '' } = exchange.request.headers
    const call = { scheme: exchange.scheme, host, path: exchange.request.url ?? '/' }
    const location = redirectLocation(to, call)
    if (location === null) return relay(parts)
    exchange.response.writeHead(status, { location, 'content-type': 'text/html' })
    exchange.response.end('<!DOCTYPE html><title>Redirecting</title>')
  }
}

/** Plays one. Rejects when the service behind does not answer. */
export function playWire(fault: WireFault, parts: WireParts): Promise<void> {
  // The kind of a fault picks the play of that very kind, which the compiler cannot follow.
  const play = PLAYS[fault.kind] as (parts: WireParts, fault: WireFault) => Promise<void>
  return play(parts, fault)
}

/** Nothing goes wrong. */
export async function relay({ exchange, take }: WireParts): Promise<void> {
  send(exchange, await take())
}

function send(exchange: FrontExchange, answer: TakenAnswer): void {
  writeHead(exchange, answer)
  exchange.response.end(answer.body)
}

function reset({ socket }: FrontExchange): void {
  socket.resetAndDestroy()
}

/** Resolves when the first half of the body is on its way. */
async function sendHalf({ exchange, take }: WireParts): Promise<void> {
  const answer = await take()
  writeHead(exchange, answer)
  await written(exchange, answer.body.subarray(0, Math.floor(answer.body.byteLength / 2)))
}

async function sendSlowly({ exchange, take, wait }: WireParts, { pieces, ms }: Faults['slow']): Promise<void> {
  const answer = await take()
  writeHead(exchange, answer)
  const size = Math.max(1, Math.ceil(answer.body.byteLength / pieces))
  for (let at = 0; at < answer.body.byteLength && !exchange.response.destroyed; at += size) {
    await written(exchange, answer.body.subarray(at, at + size))
    await wait(ms)
  }
  exchange.response.end()
}

/** Also resolves when nobody listens any more. */
function written({ response }: FrontExchange, bytes: Buffer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = (): void => resolve()
  response.once('close', end)
  response.write(bytes, end)
  return promise.finally(() => response.off('close', end))
}
