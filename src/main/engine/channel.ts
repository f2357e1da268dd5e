/** The engine's end of the message channel to main: receives requests and posts results, events and send requests. */
import { type Result, fail } from '../../shared/failure.ts'
import type { Send, SendResponse } from '../../shared/send.ts'
import type { EngineEvents, FromEngine, ToEngine } from './protocol.ts'
import { failureOfStorage } from './storage/storage-failure.ts'

export interface Channel {
  readonly post: (message: FromEngine) => void
  readonly onMessage: (listener: (message: ToEngine) => void) => void
}

export type EmitEvent = <N extends keyof EngineEvents>(name: N, event: EngineEvents[N]) => void

/** Returns an emitter that posts each event over the channel. */
export function emitOver(channel: Channel): EmitEvent {
  return (name, event) => channel.post({ kind: 'event', name, event })
}

/** Returns a send port whose requests main performs, because the thread itself has neither key nor network. */
export function sendOver(channel: Channel): Send {
  const waiting = new Map<number, (response: SendResponse) => void>()
  let nextId = 1
  channel.onMessage((message) => {
    if (message.kind !== 'sent') return
    waiting.get(message.id)?.(message.response)
    waiting.delete(message.id)
  })
  return (request) =>
    new Promise((resolve) => {
      const id = nextId
      nextId += 1
      waiting.set(id, resolve)
      channel.post({ kind: 'send', id, request })
    })
}

type Requests<R> = { [N in keyof R]: { args: unknown; value: unknown } }

export type Handlers<R extends Requests<R>> = {
  readonly [N in keyof R]: (args: R[N]['args']) => Result<R[N]['value']> | Promise<Result<R[N]['value']>>
}

/** Request handlers of a thread, split by whether they need an open library. */
export interface RequestHandlers<R extends Requests<R>, Always extends keyof R> {
  readonly always: Pick<Handlers<R>, Always>
  /** Handlers of the open library; `null` if none is open. */
  readonly opened: () => Omit<Handlers<R>, Always> | null
  /** Called when the thread is about to end. */
  readonly onStop: () => void
}

/** Handles every incoming request. Arguments are not checked again, because main created and checked them. */
export function handleRequests<R extends Requests<R>, Always extends keyof R>(
  channel: Channel,
  { always, opened, onStop }: RequestHandlers<R, Always>
): void {
  channel.onMessage((message) => {
    if (message.kind === 'stop') return onStop()
    if (message.kind !== 'request') return
    const { id, name, args } = message
    void runHandler(Object.hasOwn(always, name) ? always : opened(), name, args).then((result) =>
      channel.post({ kind: 'response', id, result })
    )
  })
}

/** Runs one handler and returns a bug in it as a failure of that call only. */
async function runHandler(handlers: object | null, name: string, args: unknown): Promise<Result<unknown>> {
  if (handlers === null) return fail('no-connection')
  // The protocol types bind name and arguments; a message carries them as two plain values.
  const table = handlers as Handlers<Record<string, { args: unknown; value: unknown }>>
  const handler = Object.hasOwn(table, name) ? table[name] : undefined
  if (handler === undefined) return fail('internal', { detail: 'unknown request' })
  try {
    return await handler(args)
  } catch (bug) {
    // Any request may meet an unreadable database page.
    const failure = failureOfStorage(bug)
    if (failure !== null) return { ok: false, failure }
    // Report only the error's name, because its text may contain data that must not leave the engine.
    return fail('internal', { detail: bug instanceof Error ? bug.name : 'error' })
  }
}
