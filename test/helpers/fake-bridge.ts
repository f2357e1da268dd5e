/**
 * Replaces the preload in component tests: records each request, and responds as the test specifies. component-setup.ts
 * loads this file first, because src/renderer/bridge.ts reads `window.bridge` on import.
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

/** Responds to a request until the test ends; one without a response stays pending. */
export function answer<N extends RequestName>(name: N, give: Answer<N>): void {
  answers.set(name, give as AnyAnswer)
}

/** Returns the arguments of each such request since the test began. */
export function asked<N extends RequestName>(name: N): readonly RequestArgs<N>[] {
  return requests.filter((request) => request.name === name).map(({ args }) => args as RequestArgs<N>)
}

/** Emits an event to the window, as main does. */
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
  const registered = listeners.get(name) ?? new Set()
  listeners.set(name, registered.add(listener))
  return () => void registered.delete(listener)
}

Object.assign(globalThis, {
  bridge: {
    ...Object.fromEntries(REQUEST_NAMES.map((name) => [name, sender(name)])),
    subscribe: Object.fromEntries(EVENT_NAMES.map((name) => [name, subscriber(name)]))
  }
})
