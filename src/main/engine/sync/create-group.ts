/** Puts one group together: its standing, its requests, what it reads and what it sends. */
import type { LibraryChange } from '../../../shared/bridge.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Send } from '../../../shared/send.ts'
import type { Group } from '../../../shared/sync-status.ts'
import { createDialect } from '../service/dialect.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { nextTick, readDialect, writeDialect } from '../storage/meta.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { Background } from './background.ts'
import { CreatePush } from './create-push.ts'
import { GroupLoop, type ReadingProgress } from './group-loop.ts'
import type { Parts } from './group-parts.ts'
import { ImagesPull } from './images-pull.ts'
import { Mirror } from './mirror.ts'
import { NotShown } from './show-record.ts'
import { PageFinder } from './page-finder.ts'
import { PageWaits } from './page-waits.ts'
import { ProjectsPull } from './projects-pull.ts'
import { Push } from './push.ts'
import { Removal } from './removal.ts'
import { Requests } from './requests.ts'
import { sendWhile } from './send-entry.ts'
import { Standing } from './standing.ts'
import { Acknowledgements } from './acknowledgements.ts'
import { EntryTroubles } from './entry-troubles.ts'

export interface GroupSettings {
  readonly address: string
  readonly hasKey: boolean
  readonly keyHash: string | null
}

export interface GroupPorts extends Pick<Parts, 'db' | 'clock' | 'random' | 'bootId' | 'governor' | 'onStatus'> {
  readonly send: Send
  readonly onChange: (change: LibraryChange) => void
  readonly onKeyRefused: (group: Group) => void
  /** Acknowledgements were written; wants behind them may go now. */
  readonly onSettled: () => void
  /** This group found the network back. */
  readonly onOnline: () => void
  readonly isPaused: boolean
}

export interface SyncGroup extends Parts {
  readonly settings: GroupSettings
  readonly loop: GroupLoop
  /** What waits goes when the service shows what it took before. */
  readonly isChecking: () => boolean
  /** Of the pass under way; null when none is. */
  readonly reading: () => ReadingProgress | null
  /**
   * Sends nothing more, and still takes in what is on its way: the group goes on with other settings. Settles when
   * the last answer is in.
   */
  readonly retire: () => Promise<void>
  /** Writes what was answered and drops the rest: the library is closing. */
  readonly close: () => void
}

/** A group that stands still until `loop.look()` is called. */
export function createGroup(ports: GroupPorts, group: Group, settings: GroupSettings): SyncGroup {
  const controller = new AbortController()
  const reading = { progress: null as ReadingProgress | null }
  const parts = createParts({ ...ports, group, settings, signal: controller.signal, look: () => loop.look() })
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
  readonly look: () => void
}

function createParts(plan: PartsPlan): Parts {
  const { db, random, bootId, group, settings, governor, signal, onStatus, onSettled } = plan
  const onStuck = (failure: Failure): void => standing.stop('stopped', failure)
  const background = new Background({ clock: plan.clock, onStuck })
  const { clock } = background
  const standing = new Standing({
    ...plan,
    clock,
    hasKey: settings.hasKey,
    onChange: () => {
      onStatus()
      // Not within the answer that changed the standing: its own turn ends first.
      background.soon(plan.look)
    },
    onSignedOut: () => plan.onKeyRefused(group)
  })
  const requests = new Requests({ nextTick: () => nextTick(db), governor, standing, signal })
  const client = createClient(plan, () => !standing.isPaused && governor.state().heldUntil === null)
  const mirror = new Mirror({ db, clock, onChange: plan.onChange, onStuck })
  const removal = new Removal({ db, group, clock, mirror, onStatus })
  const acknowledgements = new Acknowledgements({
    db,
    // What is answered after the group was retired is written all the same.
    clock: plan.clock,
    onSettled: (settled) => {
      mirror.tellSettled(settled, group)
      onStatus()
      onSettled()
    },
    onStuck
  })
  const base = { group, db, clock, random, bootId, background, client, governor, standing, requests, mirror, removal }
  const finder = new PageFinder(base)
  const notShown = new NotShown({ clock, isResting: () => standing.isResting('read') })
  const waits = new PageWaits({ clock, random, answeredAt: () => standing.answeredAt })
  const troubles = new EntryTroubles({ clock, random })
  return { ...base, finder, notShown, waits, acknowledgements, troubles, onStatus, onStuck }
}

/** `mayLeave`: nobody rests, and nothing is paused. */
function createClient({ db, clock, send, group, settings, signal }: PartsPlan, mayLeave: () => boolean): ServiceClient {
  // What a full disk does not keep is learned again at the next start. A retired group's file may be closed.
  const keep = (trait: string, value: string): void => {
    if (!signal.aborted) tryStorage(() => writeDialect(db, group, trait, value))
  }
  return {
    // What leaves once the group is retired could leave with the key of another.
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
