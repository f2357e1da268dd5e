/** Assembles one group: its availability, requests, pull and push. */
import type { LibraryChange } from '../../../shared/bridge.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Send } from '../../../shared/send.ts'
import type { Group } from '../../../shared/sync-status.ts'
import { createDialect } from '../service/dialect.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { nextSequence, readDialect, writeDialect } from '../storage/meta.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { Background } from './background.ts'
import { CreatePush } from './create-push.ts'
import { GroupLoop, type ReadingProgress } from './group-loop.ts'
import type { Parts } from './group-parts.ts'
import { ImagesPull } from './images-pull.ts'
import { Mirror } from './mirror.ts'
import { UnreadableRecords } from './show-record.ts'
import { PageFinder } from './page-finder.ts'
import { PageWaits } from './page-waits.ts'
import { ProjectsPull } from './projects-pull.ts'
import { Push } from './push.ts'
import { Removal } from './removal.ts'
import { Requests } from './requests.ts'
import { sendWhile } from './send-entry.ts'
import { Availability } from './availability.ts'
import { Acknowledgements } from './acknowledgements.ts'
import { FailureCounter } from './failure-counter.ts'

export interface GroupSettings {
  readonly address: string
  readonly hasKey: boolean
  readonly keyHash: string | null
}

export interface GroupPorts extends Pick<Parts, 'db' | 'clock' | 'random' | 'instanceId' | 'governor' | 'onStatus'> {
  readonly send: Send
  readonly onChange: (change: LibraryChange) => void
  readonly onKeyRefused: (group: Group) => void
  /** Acknowledgements were written; newer intents of the same records may be sent. */
  readonly onSettled: () => void
  /** This group detected that the network is back. */
  readonly onOnline: () => void
  readonly isPaused: boolean
}

export interface SyncGroup extends Parts {
  readonly settings: GroupSettings
  readonly loop: GroupLoop
  /** Whether pending changes wait until the service shows the earlier ones. */
  readonly isChecking: () => boolean
  /** Progress of the current pass; `null` if none is running. */
  readonly reading: () => ReadingProgress | null
  /**
   * Sends nothing more but still processes responses of requests in flight, because the group continues with other
   * settings. Settles after the last response.
   */
  readonly retire: () => Promise<void>
  /** Writes the received responses and drops everything else, because the library is closing. */
  readonly close: () => void
}

/** Creates a group that is idle until `loop.check()` is called. */
export function createGroup(ports: GroupPorts, group: Group, settings: GroupSettings): SyncGroup {
  const controller = new AbortController()
  const reading = { progress: null as ReadingProgress | null }
  const parts = createParts({ ...ports, group, settings, signal: controller.signal, check: () => loop.check() })
  const push = new Push(parts)
  const senders = group === 'images' ? [push, new CreatePush(parts)] : [push]
  const onProgress = (progress: ReadingProgress | null): void => {
    reading.progress = progress
    ports.onStatus()
  }
  const pull = group === 'images' ? new ImagesPull(parts, onProgress) : new ProjectsPull(parts, onProgress)
  const loop = new GroupLoop({ ...parts, pull, senders, keyHash: settings.keyHash })
  return {
    ...parts,
    settings,
    loop,
    isChecking: () => push.isChecking,
    reading: () => reading.progress,
    ...endOf(parts, controller)
  }
}

interface PartsPlan extends GroupPorts {
  readonly group: Group
  readonly settings: GroupSettings
  /** Aborted when the group is retired. */
  readonly signal: AbortSignal
  readonly check: () => void
}

function createParts(plan: PartsPlan): Parts {
  const { db, random, instanceId, group, settings, governor, signal, onStatus, onSettled } = plan
  const onStuck = (failure: Failure): void => availability.stop('stopped', failure)
  const background = new Background({ clock: plan.clock, onStuck })
  const { clock } = background
  const availability = new Availability({
    ...plan,
    clock,
    hasKey: settings.hasKey,
    onChange: () => {
      onStatus()
      // Deferred, because the turn of the response that changed the availability must end first.
      background.soon(plan.check)
    },
    onSignedOut: () => plan.onKeyRefused(group)
  })
  const requests = new Requests({ nextSequence: () => nextSequence(db), governor, availability, signal })
  const client = createClient(plan, () => !availability.isPaused && governor.state().cooldownUntil === null)
  const mirror = new Mirror({ db, clock, onChange: plan.onChange, onStuck })
  const removal = new Removal({ db, group, clock, mirror, onStatus })
  const acknowledgements = new Acknowledgements({
    db,
    // Responses received after the group was retired are still written.
    clock: plan.clock,
    onSettled: (settled) => {
      mirror.notifySettled(settled, group)
      onStatus()
      onSettled()
    },
    onStuck
  })
  const base = {
    group,
    db,
    clock,
    random,
    instanceId,
    background,
    client,
    governor,
    availability,
    requests,
    mirror,
    removal
  }
  const finder = new PageFinder(base)
  const notShown = new UnreadableRecords({ clock, isUnresponsive: () => availability.isUnresponsive('read') })
  const waits = new PageWaits({ clock, random, respondedAt: () => availability.respondedAt })
  const failures = new FailureCounter({ clock, random })
  return { ...base, finder, notShown, waits, acknowledgements, failures, onStatus, onStuck }
}

/** Creates the service client of the group. `mayLeave`: the host is not in cooldown, and sync is not paused. */
function createClient({ db, clock, send, group, settings, signal }: PartsPlan, mayLeave: () => boolean): ServiceClient {
  // Traits that a full disk does not store are learned again at the next start. A retired group's file may be closed.
  const keep = (trait: string, value: string): void => {
    if (!signal.aborted) tryStorage(() => writeDialect(db, group, trait, value))
  }
  return {
    // A request sent after the group was retired could carry another key.
    send: sendWhile(() => !signal.aborted && mayLeave(), send),
    slot: group,
    address: settings.address,
    dialect: createDialect(readDialect(db, group), keep),
    now: clock.now
  }
}

function endOf(
  { group, background, requests, mirror, governor, acknowledgements }: Parts,
  controller: AbortController
) {
  const stop = (): void => {
    controller.abort()
    background.stop()
    governor.setFirstPass(group, false)
  }
  return {
    retire: (): Promise<void> => {
      stop()
      return requests.idle()
    },
    close: (): void => {
      stop()
      requests.close()
      mirror.close()
      acknowledgements.close()
    }
  }
}
