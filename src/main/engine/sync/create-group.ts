/** Puts one group together: its standing, its requests, what it reads and what it sends. */
import type { LibraryChange } from '../../../shared/bridge.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Send } from '../../../shared/send.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { Clock, Random } from '../domain/clock.ts'
import { createDialect } from '../service/dialect.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { WriteDb } from '../storage/database.ts'
import { readDialect, writeDialect } from '../storage/dialect.ts'
import { countWaitingEntries } from '../storage/key-owners.ts'
import { nextTick } from '../storage/meta.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { Background } from './background.ts'
import { type GroupSending, createSending } from './create-sending.ts'
import type { Governor } from './governor.ts'
import { GroupLoop, type Pull } from './group-loop.ts'
import type { Parts } from './group-parts.ts'
import { ImagesPull } from './images-pull.ts'
import { findKeyOwner, knownKeyOwner } from './key-owner.ts'
import { Mirror } from './mirror.ts'
import { NotShown } from './show-record.ts'
import { PageFinder } from './page-finder.ts'
import { PageWaits } from './page-waits.ts'
import { ProjectsPull } from './projects-pull.ts'
import { Removal } from './removal.ts'
import { Requests } from './requests.ts'
import { sendWhile } from './second-request.ts'
import { Standing } from './standing.ts'

export interface GroupSettings {
  readonly address: string
  readonly hasKey: boolean
  readonly keyHash: string | null
}

export interface GroupPorts {
  readonly db: WriteDb
  readonly send: Send
  readonly clock: Clock
  readonly random: Random
  readonly bootId: string
  readonly governor: Governor
  readonly onChange: (change: LibraryChange) => void
  readonly onStatus: () => void
  readonly onKeyRefused: (group: Group) => void
  /** Acknowledgements were written; wants behind them may go now. */
  readonly onSettled: () => void
  /** This group found the network back. */
  readonly onOnline: () => void
  readonly isPaused: boolean
}

export interface ReadingProgress {
  readonly soFar: number
  readonly total: number | null
}

export interface SyncGroup extends Parts {
  readonly settings: GroupSettings
  readonly loop: GroupLoop
  readonly governor: Governor
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
  const { db, governor, onStatus } = ports
  const stuck = (failure: Failure): void => standing.stop('stopped', failure)
  const background = new Background({ clock: ports.clock, onStuck: stuck })
  const { clock } = background
  const controller = new AbortController()
  const reading = { progress: null as ReadingProgress | null }
  const standing = createStanding(
    { ...ports, clock },
    { group, hasKey: settings.hasKey, look: () => background.soon(() => loop.look()) }
  )
  const requests = new Requests({ nextTick: () => nextTick(db), governor, standing, signal: controller.signal })
  const mayLeave = (): boolean => !standing.isPaused && governor.state().heldUntil === null
  const client = createClient(ports, group, { address: settings.address, signal: controller.signal, mayLeave })
  const mirror = new Mirror({ db, clock, onChange: ports.onChange, onStuck: stuck })
  const removal = new Removal({ db, group, clock, mirror, onChange: onStatus })
  const finder = new PageFinder({ db, client, requests, mirror, removal })
  const notShown = new NotShown({ clock, isResting: () => standing.isResting('read') })
  const parts: Parts = { group, background, client, standing, requests, mirror, finder, removal, notShown }
  const sending = createSending({ ...ports, clock }, parts)
  const pull = createPull({ ...ports, clock }, parts, (progress) => {
    reading.progress = progress
    onStatus()
  })
  const knownOwner = () => knownKeyOwner({ db, group }, settings.keyHash)
  const findOwner = (isLast: boolean) =>
    findKeyOwner({ db, group, client, requests, mirror }, settings.keyHash ?? '', { isLast })
  const hasWaiting = () => countWaitingEntries(db, group) > 0
  const ownership = { knownOwner, findOwner, hasWaiting }
  const loop = new GroupLoop({ clock, background, standing, pull, sending, ...ownership, onChange: onStatus })
  const end = endOf({ ...parts, governor, controller, loop, sending })
  return {
    ...parts,
    settings,
    loop,
    governor,
    isChecking: () => sending.isChecking(),
    reading: () => reading.progress,
    ...end
  }
}

interface Ending extends Parts {
  readonly governor: Governor
  readonly controller: AbortController
  readonly loop: GroupLoop
  readonly sending: GroupSending
}

function endOf({ group, requests, mirror, governor, controller, loop, sending }: Ending) {
  const stop = (): void => {
    controller.abort()
    loop.close()
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
      sending.acknowledgements.close()
    }
  }
}

interface StandingSettings {
  readonly group: Group
  readonly hasKey: boolean
  /** Not within the answer that changed the standing: its own turn ends first. */
  readonly look: () => void
}

function createStanding(ports: GroupPorts, { group, hasKey, look }: StandingSettings): Standing {
  const { clock, random, isPaused, onStatus, onOnline, onKeyRefused } = ports
  const onChange = (): void => {
    onStatus()
    look()
  }
  const onSignedOut = (): void => onKeyRefused(group)
  return new Standing({ clock, random, hasKey, isPaused, onChange, onSignedOut, onOnline })
}

interface ClientSettings {
  readonly address: string
  /** Aborted when the group is retired. */
  readonly signal: AbortSignal
  /** Nobody rests, and nothing is paused. */
  readonly mayLeave: () => boolean
}

function createClient(ports: GroupPorts, group: Group, { address, signal, mayLeave }: ClientSettings): ServiceClient {
  const { db, clock } = ports
  // What leaves once the group is retired could leave with the key of another.
  const send = sendWhile(() => !signal.aborted && mayLeave(), ports.send)
  // What a full disk does not keep is learned again at the next start. A retired group's file may be closed.
  const keep = (trait: string, value: string): void => {
    if (!signal.aborted) tryStorage(() => writeDialect(db, group, trait, value))
  }
  const dialect = createDialect(readDialect(db, group), keep)
  return { send, slot: group, address, dialect, now: clock.now }
}

function createPull(ports: GroupPorts, parts: Parts, onProgress: (progress: ReadingProgress | null) => void): Pull {
  const { db, clock, random, governor } = ports
  const { group, client, requests, standing, mirror, finder, removal, notShown } = parts
  const waits = new PageWaits({ clock, random, answeredAt: () => standing.answeredAt })
  const common = { db, client, clock, requests, waits, mirror, removal, onProgress }
  if (group === 'projects') return new ProjectsPull(common)
  return new ImagesPull({
    ...common,
    finder,
    notShown,
    setFirstPass: (isOpen) => governor.setFirstPass(group, isOpen)
  })
}
