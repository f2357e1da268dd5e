/** The engine's end of the line to main: how requests come in, and how answers, events and sends go out. */
import { type Result, fail } from '../../shared/failure.ts'
import type { Send, SendAnswer } from '../../shared/send.ts'
import type { EngineEvents, FromEngine, ToEngine } from './protocol.ts'
import { failureOfStorage } from './storage/storage-failure.ts'

export interface Channel {
  readonly post: (message: FromEngine) => void
  readonly onMessage: (listener: (message: ToEngine) => void) => void
}

export type EmitEvent = <N extends keyof EngineEvents>(name: N, event: EngineEvents[N]) => void

/** Events as messages. */
export function emitOver(channel: Channel): EmitEvent {
  return (name, event) => channel.post({ kind: 'event', name, event })
}

/** A send port whose requests main makes; the thread itself has neither key nor network. */
export function sendOver(channel: Channel): Send {
  const waiting = new Map<number, (answer: SendAnswer) => void>()
  let nextId = 1
  channel.onMessage((message) => {
    if (message.kind !== 'sent') return
    waiting.get(message.id)?.(message.answer)
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

/** What a thread answers, with a library or without one. */
export interface Desk<R extends Requests<R>, Always extends keyof R> {
  readonly always: Pick<Handlers<R>, Always>
  /** Everything else, of the library that is open; null = none is. */
  readonly opened: () => Omit<Handlers<R>, Always> | null
  /** The thread is about to end. */
  readonly onStop: () => void
}

/** Answers every request that comes in; the arguments were checked in main, which made them. */
export function answerRequests<R extends Requests<R>, Always extends keyof R>(
  channel: Channel,
  { always, opened, onStop }: Desk<R, Always>
): void {
  channel.onMessage((message) => {
    if (message.kind === 'stop') return onStop()
    if (message.kind !== 'request') return
    const { id, name, args } = message
    void answer(Object.hasOwn(always, name) ? always : opened(), name, args).then((result) =>
      channel.post({ kind: 'answer', id, result })
    )
  })
}

/** A bug in one handler is a failure of that one call. */
async function answer(handlers: object | null, name: string, args: unknown): Promise<Result<unknown>> {
  if (handlers === null) return fail('no-connection')
  // The protocol types name and arguments together; a message carries them as two plain values.
  const table = handlers as Handlers<Record<string, { args: unknown; value: unknown }>>
  const handler = Object.hasOwn(table, name) ? table[name] : undefined
  if (handler === undefined) return fail('internal', { detail: 'unknown request' })
  try {
    return await handler(args)
  } catch (bug) {
    // A page that cannot be read may be met by any request.
    const failure = failureOfStorage(bug)
    if (failure !== null) return { ok: false, failure }
    // Name only: the text of an error may hold what must not leave the engine.
    return fail('internal', { detail: bug instanceof Error ? bug.name : 'error' })
  }
}
