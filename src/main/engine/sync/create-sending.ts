/** Puts together what sends a group's part of the outbox, and what looks up what became of it. */
import type { LibraryChange } from '../../../shared/bridge.ts'
import { MAX_REQUESTS_PER_HOST } from '../../../shared/limits.ts'
import type { Clock, Random } from '../domain/clock.ts'
import type { WriteDb } from '../storage/database.ts'
import { Acknowledgements } from './acknowledgements.ts'
import { CreateLooks } from './create-looks.ts'
import { CreatePush } from './create-push.ts'
import { EntryTroubles } from './entry-troubles.ts'
import { ALWAYS_FRESH, createFreshness, Refresh } from './refresh.ts'
import type { Sending } from './group-loop.ts'
import type { Parts } from './group-parts.ts'
import { Lookup } from './lookup.ts'
import { NameRead } from './name-read.ts'
import { ProjectLookup } from './project-lookup.ts'
import { Push } from './push.ts'
import { RecordLook } from './show-record.ts'
import { NO_TRIAL, Trial } from './trial.ts'

export interface SendingPorts {
  readonly db: WriteDb
  readonly clock: Clock
  readonly random: Random
  readonly bootId: string
  readonly onChange: (change: LibraryChange) => void
  readonly onStatus: () => void
  /** Acknowledgements were written; wants behind them may go now. */
  readonly onSettled: () => void
}

export interface GroupSending extends Sending {
  readonly acknowledgements: Acknowledgements
}

/** Images: stars, names, deletions and creates. Projects: deletions, one at a time. */
export function createSending(ports: SendingPorts, parts: Parts): GroupSending {
  const acknowledgements = createAcknowledgements(ports, parts)
  return parts.group === 'images'
    ? imagesSending(ports, parts, acknowledgements)
    : projectsSending(ports, parts, acknowledgements)
}

function createAcknowledgements(ports: SendingPorts, { group, mirror, standing }: Parts): Acknowledgements {
  const { db, clock, onStatus, onSettled } = ports
  return new Acknowledgements({
    db,
    clock,
    onSettled: (settled) => {
      mirror.tellSettled(settled, group)
      onStatus()
      onSettled()
    },
    onStuck: (failure) => standing.stop('stopped', failure)
  })
}

function imagesSending(ports: SendingPorts, parts: Parts, acknowledgements: Acknowledgements): GroupSending {
  const { db, clock, bootId, onStatus } = ports
  const { background, client, requests, standing, mirror, finder, removal, notShown } = parts
  const troubles = new EntryTroubles(ports)
  const sending = { db, background, client, clock, bootId, requests, standing, mirror, removal, acknowledgements }
  const common = { ...sending, finder, troubles, notShown }
  const pages = new Refresh({ clock, dialect: client.dialect, finder })
  const trial = new Trial({
    ...common,
    look: new RecordLook(common),
    onChange: () => push.wake(),
    onHeld: onStatus,
    onStatus,
    onStuck: (failure) => standing.stop('stopped', failure)
  })
  const push = new Push({
    ...common,
    trial,
    group: 'images',
    atOnce: MAX_REQUESTS_PER_HOST,
    lookup: new Lookup(common),
    freshness: createFreshness({ pages, names: new NameRead(common) }),
    onHeld: onStatus
  })
  const creates = new CreatePush({ ...common, looks: new CreateLooks(common) })
  return {
    acknowledgements,
    wake: () => {
      push.wake()
      creates.wake()
    },
    resume: () => {
      push.resume()
      creates.wake()
    },
    isChecking: () => trial.isChecking(),
    close: () => {
      push.close()
      creates.close()
    }
  }
}

function projectsSending(ports: SendingPorts, parts: Parts, acknowledgements: Acknowledgements): GroupSending {
  const { db, clock, random, bootId, onStatus } = ports
  const { background, client, requests, standing, mirror } = parts
  const push = new Push({
    db,
    background,
    client,
    clock,
    bootId,
    requests,
    standing,
    acknowledgements,
    group: 'projects',
    atOnce: 1,
    lookup: new ProjectLookup({ db, client, clock, random, requests, mirror, acknowledgements }),
    freshness: ALWAYS_FRESH,
    trial: NO_TRIAL,
    troubles: new EntryTroubles(ports),
    onHeld: onStatus
  })
  return {
    acknowledgements,
    wake: () => push.wake(),
    resume: () => push.resume(),
    isChecking: () => false,
    close: () => push.close()
  }
}
