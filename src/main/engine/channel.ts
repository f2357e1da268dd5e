/** The engine's end of the line to main: how requests come in, and how answers, events and sends go out. */
import type { Send, SendAnswer } from '../../shared/send.ts'
import type { EngineEvents, FromEngine, ToEngine } from './protocol.ts'

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
