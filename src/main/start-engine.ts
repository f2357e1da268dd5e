/** The engine on the network of this process, with its events for the window and its alarms for the desk. */
import { randomUUID } from 'node:crypto'
import { Engine } from './engine/client.ts'
import type { SyncStatus } from '../shared/sync-status.ts'
import createEngineThread from './engine/index.ts?nodeWorker'
import type { Broadcast } from './ipc/register.ts'
import type { LibraryTroubleDesk } from './library-trouble.ts'
import type { Log } from './log.ts'
import type { Network } from './network.ts'
import type { Sample } from './sample/start-sample.ts'
import { createSyncLog } from './sync-log.ts'

/** Who takes the engine's alarms, once there is somebody. */
export interface DeskHolder {
  current: LibraryTroubleDesk | null
}

export interface EngineParts {
  readonly network: Promise<Network>
  readonly sample: Sample
  readonly broadcast: Broadcast
  readonly log: Log
  readonly desk: DeskHolder
}

/** The threads start before Electron is ready; what they send waits for the network. */
export function startEngine({ network, sample, broadcast, log, desk }: EngineParts): Engine {
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
    onRevived: () => desk.current?.revived(),
    onTrouble: (failure) => void desk.current?.report(failure)
  })
  return engine
}
