/** One thread of the engine in a process that is to be killed: the real one, except for the speed of its clock. */
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { type Channel, sendOver } from '../../../src/main/engine/channel.ts'
import { startEngine } from '../../../src/main/engine/index.ts'
import type { EngineStart, ToEngine } from '../../../src/main/engine/protocol.ts'
import { type Timeline, fastClock } from '../fast-clock.ts'

/** Wraps the start data, because the engine's own file starts automatically when it gets a role directly. */
export interface KillThreadData {
  readonly thread: EngineStart
  readonly timeline: Timeline
}

function start(port: NonNullable<typeof parentPort>, { thread, timeline }: KillThreadData): void {
  const channel: Channel = {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', (message: ToEngine) => listener(message))
  }
  startEngine({
    start: thread,
    channel,
    clock: fastClock(timeline),
    random: Math.random,
    send: sendOver(channel)
  })
  flushCompileCache()
  channel.onMessage((message) => {
    if (message.kind === 'stop') process.exit(0)
  })
}

// kill-child.ts passes this type.
if (parentPort !== null) start(parentPort, workerData as KillThreadData)
