/**
 * The engine's threads: both run this file, and `EngineStart` in the worker's data says which one it is. Imported
 * anywhere else it does nothing but offer `startEngine`, which runs on one thread as well.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { type Channel, sendOver } from './channel.ts'
import type { EngineStart, ToEngine } from './protocol.ts'
import { startReader } from './reader.ts'
import { systemClock } from './system-clock.ts'
import { startWriter, type WriterPorts } from './writer.ts'

export interface EngineParts extends Omit<WriterPorts, 'bootId'> {
  readonly start: EngineStart
}

/** Puts one role together and says that it is ready. */
export function startEngine({ start, ...ports }: EngineParts): void {
  if (start.role === 'writer') startWriter({ ...ports, bootId: start.bootId })
  else startReader(ports.channel)
  ports.channel.post({ kind: 'ready' })
}

function isEngineStart(data: unknown): data is EngineStart {
  return typeof data === 'object' && data !== null && 'role' in data && 'bootId' in data
}

/** The thread's own end: messages of main, the machine's clock, and no network but what main sends for it. */
function startThread(port: NonNullable<typeof parentPort>, start: EngineStart): void {
  const channel: Channel = {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', (message: ToEngine) => listener(message))
  }
  startEngine({ start, channel, clock: systemClock, random: Math.random, send: sendOver(channel) })
  // Behind the listeners above: the file is closed by then.
  channel.onMessage((message) => {
    if (message.kind === 'stop') process.exit(0)
  })
}

if (parentPort !== null && isEngineStart(workerData)) startThread(parentPort, workerData)
