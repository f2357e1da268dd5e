/**
 * Entry point of the engine's threads: both run this file, and `EngineStart` in the worker's data selects the role. Any
 * other import has no side effect and only provides `startEngine`, which also runs on a single thread.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { type Channel, sendOver } from './channel.ts'
import type { EngineStart, ToEngine } from './protocol.ts'
import { startReader } from './reader.ts'
import { systemClock } from './system-clock.ts'
import { startWriter, type WriterPorts } from './writer.ts'

export interface EngineParts extends Omit<WriterPorts, 'instanceId'> {
  readonly start: EngineStart
}

/** Assembles one role and reports that it is ready. */
export function startEngine({ start, ...ports }: EngineParts): void {
  if (start.role === 'writer') startWriter({ ...ports, instanceId: start.instanceId })
  else startReader(ports.channel)
  ports.channel.post({ kind: 'ready' })
}

function isEngineStart(data: unknown): data is EngineStart {
  return typeof data === 'object' && data !== null && 'role' in data && 'instanceId' in data
}

/** Starts this thread with main's messages, the system clock, and the network only through main. */
function startThread(port: NonNullable<typeof parentPort>, start: EngineStart): void {
  const channel: Channel = {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', (message: ToEngine) => listener(message))
  }
  startEngine({ start, channel, clock: systemClock, random: Math.random, send: sendOver(channel) })
  // Registered after the listeners above, so the file is already closed.
  channel.onMessage((message) => {
    if (message.kind === 'stop') process.exit(0)
  })
}

if (parentPort !== null && isEngineStart(workerData)) startThread(parentPort, workerData)
