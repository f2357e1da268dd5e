/** The engine on the network of this process or the sample's service, with its events for the window and its alarms. */
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
  /** The sample's journal, and the folder of its picture files. */
  readonly sampleFiles: { readonly file: string; readonly pictures: string }
  readonly broadcast: Broadcast
  readonly log: Log
  /** Who takes the engine's alarms. */
  readonly desk: Promise<LibraryTroubleDesk>
}

/** The threads start before Electron is ready; what they send waits for the network. */
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
      // Name and event belong together; narrowing the name does not narrow the event.
      else broadcast(name, event as never)
      if (name === 'syncStatus') logStatus(event as SyncStatus)
    },
    onDeath: (role, why) => log('error', 'engine-thread-ended', { role, why: why?.stack ?? null }),
    onBug: (why) => log('error', 'send-threw', why),
    onRevived: () => void desk.then((taker) => taker.revived()),
    onTrouble: (failure) => void desk.then((taker) => taker.report(failure))
  })
  return { engine, sample }
}
