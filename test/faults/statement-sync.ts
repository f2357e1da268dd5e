/** The writing steps of the sync, each with its initial library, by name. */
import { claimCreate, nextCreates } from '../../src/main/engine/storage/creates.ts'
import { startGracePeriods } from '../../src/main/engine/storage/entries.ts'
import { nextSequence } from '../../src/main/engine/storage/meta.ts'
import { nextEntries } from '../../src/main/engine/storage/outbox.ts'
import { claimEntries, releaseClaims, settleEntries } from '../../src/main/engine/storage/settle-entry.ts'
import { notePass, openPass } from '../../src/main/engine/storage/passes.ts'
import { addCandidates, removeRecords } from '../../src/main/engine/storage/removals.ts'
import { tryStorage, tryStorageLater } from '../../src/main/engine/storage/storage-failure.ts'
import { Acknowledgements, type AcknowledgementsPorts } from '../../src/main/engine/sync/acknowledgements.ts'
import { findKeyOwner } from '../../src/main/engine/sync/key-owner.ts'
import { Mirror } from '../../src/main/engine/sync/mirror.ts'
import { type Failure, type Result, fail, succeed } from '../../src/shared/failure.ts'
import { FORM } from '../helpers/create-form.ts'
import { image } from '../helpers/temporary-library.ts'
import { createVirtualClock } from '../../drivers/virtual-clock.ts'
import { type Flow, NOW, type World, inLibrary } from './statement-flow.ts'
import { IMAGES, claimAll, nothing, numbers, seed, star, starAll } from './statement-ground.ts'

/** A step of the sync whose caller handles errors of the driver. */
const step = (name: string, before: (world: World) => unknown, run: (world: World) => unknown): Flow =>
  inLibrary(
    name,
    (world) => (seed(world), before(world)),
    (world) => tryStorage(() => run(world))
  )

/** Writes responses as the sync does, and returns the failure if that does not work. */
function acknowledge({ db }: World, deleted = 0): Result<unknown> {
  const stuck: Failure[] = []
  const clock = createVirtualClock()
  const onStuck = (failure: Failure): unknown => stuck.push(failure)
  const mirror = new Mirror({ db, clock, onChange: nothing, onStuck })
  const onSettled: AcknowledgementsPorts['onSettled'] = (settled) => mirror.notifySettled(settled, 'images')
  const acknowledgements = new Acknowledgements({ db, clock, onSettled, onStuck })
  // The favorites of all images, and the deletions of the first ones, which block their favorites.
  for (let entry = deleted + 1; entry <= IMAGES + deleted; entry += 1) {
    const shown = entry > IMAGES ? null : { image: image(entry, { favorite: true }), requestSequence: nextSequence(db) }
    acknowledgements.add([{ entry, revision: 1, outcome: { kind: 'acknowledged' } }], shown)
  }
  acknowledgements.flush()
  return toResult(stuck)
}

const toResult = ([failure]: readonly Failure[]): Result<null> =>
  failure === undefined ? succeed(null) : fail(failure.code, failure)

async function takePage(world: World): Promise<Result<unknown>> {
  const { db } = world
  const stuck: Failure[] = []
  const mirror = new Mirror({
    db,
    clock: createVirtualClock(),
    onChange: nothing,
    onStuck: (failure) => stuck.push(failure)
  })
  const records = [image(1, { name: 'again', favorite: true }), image(50, { favorite: true }), image(51)]
  await mirror.takePage({ records }, { requestSequence: nextSequence(db), pass: null })
  return toResult(stuck)
}

const takeFirstKey = ({ db }: World): Promise<Result<unknown>> => {
  // The first key is accepted without a request to the service.
  const noRequests = {} as Parameters<typeof findKeyOwner>[0]
  return tryStorageLater(() => findKeyOwner({ ...noRequests, db, group: 'images' }, 'hash', { isLast: false }))
}

export const SYNC_FLOWS: readonly Flow[] = [
  step(
    'claim',
    ({ library }) => starAll(library),
    (world) => claimAll(world)
  ),
  step(
    'claim a rename and its favorite',
    ({ library }) => (library.renameImage({ record: 3, name: 'Quay' }), star(library, 3)),
    ({ db }) => {
      const [entry] = nextEntries(db, { group: 'images', lane: 'interactive', limit: 1, now: NOW })
      return entry === undefined
        ? []
        : claimEntries(db, { entries: [entry], along: entry.companion, instance: 'boot', now: NOW })
    }
  ),
  step(
    'claim a create',
    ({ library }) => library.createImage({ form: FORM }),
    ({ db }) =>
      nextCreates(db, { limit: 9, now: NOW }).map((create) =>
        claimCreate(db, { create, instance: 'boot', now: NOW, highestId: '12' })
      )
  ),
  step(
    'release claims at the start',
    (world) => (starAll(world.library), claimAll(world), world.library.deleteImages({ records: numbers(2) })),
    ({ db }) => releaseClaims(db, { instance: 'next', now: NOW })
  ),
  step(
    'extend the grace period of deletions',
    ({ library }) => library.deleteImages({ records: numbers(2) }),
    ({ db }) => startGracePeriods(db, { group: 'images', now: NOW + 60_000, until: NOW + 90_000 })
  ),
  inLibrary(
    'acknowledge a group',
    (world) => (seed(world), starAll(world.library), claimAll(world)),
    (world) => acknowledge(world)
  ),
  inLibrary(
    'acknowledge deletions',
    (world) => (
      seed(world),
      starAll(world.library),
      world.library.deleteImages({ records: numbers(3) }),
      claimAll(world)
    ),
    (world) => acknowledge(world, 3)
  ),
  step(
    'acknowledge a created image',
    ({ db, library }) => (
      library.createImage({ form: FORM }),
      nextCreates(db, { limit: 9, now: NOW }).map((create) =>
        claimCreate(db, { create, instance: 'boot', now: NOW, highestId: '12' })
      )
    ),
    ({ db }) => {
      const [sent] = db.all<{ entry: number; revision: number }>(
        "SELECT entry, revision FROM outbox WHERE kind = 'create'"
      )
      const made = image(13, { name: FORM.name, favorite: false })
      const outcome = { kind: 'created', image: made, requestSequence: nextSequence(db) } as const
      const results = sent === undefined ? [] : [{ ...sent, outcome }]
      return settleEntries(db, { results, images: [], now: NOW, sequence: nextSequence(db) })
    }
  ),
  inLibrary('apply a page', (world) => (seed(world), star(world.library, 1)), takePage),
  step(
    'record a page of a pass',
    ({ db }) => openPass(db, { group: 'images', kind: 'full', order: 'asc', startedAt: NOW }),
    ({ db }) => notePass(db, 1, { nextPage: 2, nextCursor: null, total: 900, seen: 100, why: null })
  ),
  step(
    'end a pass',
    ({ db }) => openPass(db, { group: 'images', kind: 'full', order: 'asc', startedAt: NOW }),
    ({ db }) => notePass(db, 1, { nextPage: 2, nextCursor: null, total: 900, seen: 900, why: null, endedAt: NOW })
  ),
  step(
    'add records that a pass has missed',
    ({ db }) => openPass(db, { group: 'images', kind: 'full', order: 'asc', startedAt: NOW }),
    ({ db }) => addCandidates(db, { group: 'images', pass: 1 })
  ),
  step(
    'add tombstones',
    ({ library }) => (star(library, 3), library.deleteImages({ records: numbers(2) })),
    ({ db }) => removeRecords(db, { records: [1, 2, 3, 4], now: NOW, sequence: nextSequence(db) })
  ),
  inLibrary('accept the first key', (world) => (seed(world), starAll(world.library)), takeFirstKey)
]
