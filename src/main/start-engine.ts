/**
 * Starts the engine with the network of this process or the sample's service, and routes its events and fatal errors.
 */
import { randomUUID } from 'node:crypto'
import type { SyncStatus } from '../shared/sync-status.ts'
import { SAMPLE_ADDRESS } from './connection/connection-record.ts'
import { Engine } from './engine/client.ts'
import createEngineThread from './engine/index.ts?nodeWorker'
import type { Broadcast } from './ipc/register.ts'
import type { LibraryTroubleDesk } from './library-trouble.ts'
import type { Log } from './log.ts'
import type { Network } from './network.ts'
import { startSample, type Sample } from './sample/start-sample.ts'
import { createSyncLog } from './sync-log.ts'

export interface EngineParts {
  readonly network: Promise<Network>
  /** Journal of the sample and the folder of its picture files. */
  readonly sampleFiles: { readonly file: string; readonly pictures: string }
  readonly broadcast: Broadcast
  readonly log: Log
  /** Handles fatal engine errors and offers recovery actions. */
  readonly desk: Promise<LibraryTroubleDesk>
}

/** Starts the threads before Electron is ready; their requests wait for the network. */
export function startEngine({ network, sampleFiles, broadcast, log, desk }: EngineParts): {
  engine: Engine
  sample: Sample
} {
  const sample = startSample({ ...sampleFiles, address: SAMPLE_ADDRESS })
  const logStatus = createSyncLog(log, async (batch) => {
    const read = await engine.ask('getBatch', { batch })
    return read.ok ? read.value.receipt : null
  })
  const engine = new Engine({
    spawn: (workerData) => createEngineThread({ workerData }),
    send: sample.wrapSend(async (request) => (await network).sender.send(request)),
    bootId: randomUUID(),
    now: () => performance.now(),
    onEvent: (name, event) => {
      if (name === 'keyRefused') log('warn', 'key-refused', event)
      // The type of `event` depends on `name`, but narrowing the name does not narrow the event.
      else broadcast(name, event as never)
      if (name === 'syncStatus') logStatus(event as SyncStatus)
    },
    onDeath: (role, why) => log('error', 'engine-thread-ended', { role, why: why?.stack ?? null }),
    onBug: (why) => log('error', 'send-threw', why),
    onRevived: () => void desk.then((handler) => handler.revived()),
    onTrouble: (failure) => void desk.then((handler) => handler.report(failure))
  })
  return { engine, sample }
}
