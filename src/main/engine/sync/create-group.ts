/** Puts one group together: its standing, its requests, what it reads and what it sends. */
import type { LibraryChange } from '../../../shared/bridge.ts'
import type { Send, SendFailure } from '../../../shared/send.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { Clock, Random } from '../domain/clock.ts'
import { createDialect } from '../service/dialect.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { WriteDb } from '../storage/database.ts'
import { readDialect, writeDialect } from '../storage/dialect.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import { Acknowledgements } from './acknowledgements.ts'
import type { Governor } from './governor.ts'
import { GroupLoop } from './group-loop.ts'
import { ImagesPull } from './images-pull.ts'
import { findKeyOwner } from './key-owner.ts'
import { Lookup } from './lookup.ts'
import { Mirror } from './mirror.ts'
import { PageFinder } from './page-finder.ts'
import { ProjectsPull } from './projects-pull.ts'
import type { Pull } from './pull.ts'
import { Push } from './push.ts'
import { Refresh } from './refresh.ts'
import { Requests } from './requests.ts'
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

export interface SyncGroup {
  readonly group: Group
  readonly settings: GroupSettings
  readonly loop: GroupLoop
  readonly standing: Standing
  readonly governor: Governor
  /** Of the pass under way; null when none is. */
  readonly reading: () => ReadingProgress | null
  /** Sends nothing more, and still takes in what is on its way: the group goes on with other settings. */
  readonly retire: () => void
  /** Writes what was answered and drops the rest: the library is closing. */
  readonly close: () => void
}

/** A group that stands still until `loop.look()` is called. */
export function createGroup(ports: GroupPorts, group: Group, settings: GroupSettings): SyncGroup {
  const { db, clock, governor, onStatus } = ports
  const controller = new AbortController()
  const reading = { progress: null as ReadingProgress | null }
  const standing = createStanding(ports, { group, hasKey: settings.hasKey, look: () => loop.look() })
  const requests = new Requests({ governor, standing, signal: controller.signal })
  const client = createClient(ports, group, { address: settings.address, signal: controller.signal })
  const mirror = new Mirror({
    db,
    clock,
    onChange: ports.onChange,
    onStuck: (failure) => standing.stop('stopped', failure)
  })
  const parts: Parts = { client, standing, requests, mirror, finder: new PageFinder({ db, client, requests, mirror }) }
  const sending = group === 'images' ? createSending(ports, parts) : null
  const pull = createPull(ports, parts, {
    group,
    onProgress: (progress) => {
      reading.progress = progress
      onStatus()
    }
  })
  const findOwner = () => findKeyOwner({ db, group, client, requests }, settings.keyHash ?? '')
  const loop = new GroupLoop({ clock, standing, pull, push: sending?.push ?? null, findOwner, onChange: onStatus })
  const retire = (): void => {
    controller.abort()
    loop.close()
    governor.setFirstPass(group, false)
  }
  const close = (): void => {
    retire()
    requests.close()
    mirror.close()
    sending?.acknowledgements.close()
  }
  return { group, settings, loop, standing, governor, reading: () => reading.progress, retire, close }
}

interface Parts {
  readonly client: ServiceClient
  readonly standing: Standing
  readonly requests: Requests
  readonly mirror: Mirror
  readonly finder: PageFinder
}

interface StandingSettings {
  readonly group: Group
  readonly hasKey: boolean
  readonly look: () => void
}

function createStanding(ports: GroupPorts, { group, hasKey, look }: StandingSettings): Standing {
  const { clock, random, isPaused, onStatus, onOnline, onKeyRefused } = ports
  const onChange = (): void => {
    onStatus()
    // Not within the answer that changed it: its own turn ends first.
    queueMicrotask(look)
  }
  const onSignedOut = (): void => onKeyRefused(group)
  return new Standing({ clock, random, hasKey, isPaused, onChange, onSignedOut, onOnline })
}

interface ClientSettings {
  readonly address: string
  /** Aborted when the group is retired. */
  readonly signal: AbortSignal
}

/** What a retired group would send as the second request of an operation: it could leave with the key of another. */
const NOT_SENT: SendFailure = {
  kind: 'failed',
  code: 'cancelled',
  wasSent: false,
  host: '',
  location: null,
  detail: ''
}

function createClient(ports: GroupPorts, group: Group, { address, signal }: ClientSettings): ServiceClient {
  const { db, clock } = ports
  const send: Send = (request) => (signal.aborted ? Promise.resolve(NOT_SENT) : ports.send(request))
  // What a full disk does not keep is learned again at the next start. A retired group's file may be closed.
  const keep = (trait: string, value: string): void => {
    if (!signal.aborted) tryStorage(() => writeDialect(db, group, trait, value))
  }
  const dialect = createDialect(readDialect(db, group), keep)
  return { send, slot: group, address, dialect, now: clock.now }
}

function createSending(ports: GroupPorts, parts: Parts): { push: Push; acknowledgements: Acknowledgements } {
  const { db, clock, random, bootId, onStatus, onSettled } = ports
  const { client, requests, standing, mirror, finder } = parts
  const acknowledgements = new Acknowledgements({
    db,
    clock,
    onSettled: (settled) => {
      mirror.tellSettled(settled)
      onStatus()
      onSettled()
    },
    onStuck: (failure) => standing.stop('stopped', failure)
  })
  const lookup = new Lookup({ db, client, clock, requests, finder, acknowledgements })
  const refresh = new Refresh({ clock, dialect: client.dialect, finder })
  const push = new Push({ db, client, clock, random, bootId, requests, standing, acknowledgements, lookup, refresh })
  return { push, acknowledgements }
}

interface PullSettings {
  readonly group: Group
  readonly onProgress: (progress: ReadingProgress | null) => void
}

function createPull(ports: GroupPorts, parts: Parts, { group, onProgress }: PullSettings): Pull {
  const { db, clock, governor } = ports
  const { client, requests, mirror, finder } = parts
  const common = { db, client, clock, requests, mirror, onProgress }
  if (group === 'projects') return new ProjectsPull(common)
  return new ImagesPull({ ...common, finder, setFirstPass: (isOpen) => governor.setFirstPass(group, isOpen) })
}
