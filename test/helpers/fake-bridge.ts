/**
 * Stands in for the preload in component tests: a request is noted, and answered as the test says. component-setup.ts loads
 * this file first, because src/renderer/bridge.ts reads `window.bridge` when it is imported.
 */
import { EVENT_NAMES, REQUEST_NAMES } from '../../src/shared/bridge.ts'
import type { BridgeEvents, EventName, RequestArgs, RequestName, RequestValue } from '../../src/shared/bridge.ts'
import type { Result } from '../../src/shared/failure.ts'

type Answer<N extends RequestName> = (args: RequestArgs<N>) => Result<RequestValue<N>>
type AnyAnswer = (args: unknown) => unknown
type Listener = (event: unknown) => void

interface Request {
  readonly name: RequestName
  readonly args: unknown
}

const requests: Request[] = []
const answers = new Map<RequestName, AnyAnswer>()
const listeners = new Map<EventName, Set<Listener>>()

/** Answers a request until the test ends; one without an answer stays open. */
export function answer<N extends RequestName>(name: N, give: Answer<N>): void {
  answers.set(name, give as AnyAnswer)
}

/** The arguments of each such request since the test began. */
export function asked<N extends RequestName>(name: N): readonly RequestArgs<N>[] {
  return requests.filter((request) => request.name === name).map(({ args }) => args as RequestArgs<N>)
}

/** Tells the window of something, as main would. */
export function emit<E extends EventName>(name: E, event: BridgeEvents[E]): void {
  for (const listener of listeners.get(name) ?? []) listener(event)
}

export function forgetRequests(): void {
  requests.length = 0
  answers.clear()
}

const sender = (name: RequestName) => (args: unknown) => {
  requests.push({ name, args })
  const give = answers.get(name)
  return give === undefined ? new Promise(() => {}) : Promise.resolve(give(args))
}

const subscriber = (name: EventName) => (listener: Listener) => {
  const heard = listeners.get(name) ?? new Set()
  listeners.set(name, heard.add(listener))
  return () => void heard.delete(listener)
}

Object.assign(globalThis, {
  bridge: {
    ...Object.fromEntries(REQUEST_NAMES.map((name) => [name, sender(name)])),
    subscribe: Object.fromEntries(EVENT_NAMES.map((name) => [name, subscriber(name)]))
  }
})
