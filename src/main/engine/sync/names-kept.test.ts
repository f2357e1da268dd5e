/** Names are kept: with a service whose PUT empties them, and with a list older than a rename. */
import { expect, it } from 'vitest'
import { plainRecords, readRig, uncheckedRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { STANDARD } from '../../../reference-service/dialects/dialects.ts'
import { applyImages } from '../storage/images.ts'
import { nextSequence } from '../storage/meta.ts'

const namesThere = (rig: SyncRig) => new Map([...rig.service.truth.images].map(([id, { name }]) => [id, name]))
const dialectTraits = (run: Run): string | undefined => run.sync.status().images.dialectTraits?.['update.name']
const pauseOf = (rig: SyncRig, run: Run, batch: number) => rig.receipt(run, batch).pause

async function begun(put: 'blanks-name' | 'replaces') {
  const { rig, run } = await uncheckedRig({ images: 60 })
  rig.service.change({ dialect: { ...STANDARD, put } })
  const before = namesThere(rig)
  const { batch } = rig.setFavorite(run, plainRecords(rig, run, 20), true)
  await rig.clock.runUntil(() => pauseOf(rig, run, batch) !== null)
  return { rig, run, batch, before }
}

async function writeBack(rig: SyncRig, run: Run): Promise<void> {
  const entries = run.db.column<number>("SELECT entry FROM entries WHERE state = 'refused'")
  run.library.repairChanges({ target: { kind: 'entries', entries }, repairAction: 'write-back', choice: null })
  await rig.clock.advance(10_000)
}

it('empties one name, and after the write-back the others are sent with their names and keep them', async () => {
  const { rig, run, batch, before } = await begun('blanks-name')
  const changes = pauseOf(rig, run, batch)
  expect(changes).toMatchObject({ why: 'changed-more', failure: { changes: [{ field: 'name', after: null }] } })
  await writeBack(rig, run)
  await rig.drained(run)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 20, needsAttention: 0, pause: null })
  expect([namesThere(rig), dialectTraits(run)]).toEqual([before, 'sent'])
  expect(rig.differences(run)).toEqual([])
})

it('remembers that across a restart, and sends a name that another client set meanwhile', async () => {
  const { rig, run } = await begun('blanks-name')
  await writeBack(rig, run)
  await rig.drained(run)
  run.close()
  const next = rig.start()
  await rig.clock.runUntil(() => next.sync.status().images.state === 'up-to-date')
  const [record = 0] = plainRecords(rig, next)
  const id = Number(rig.serviceId(next, record))
  await rig.clock.advance(3_600_000)
  rig.service.store.images.put(id, { name: 'Given elsewhere' })
  rig.setFavorite(next, [record], true)
  await rig.drained(next)
  expect(rig.service.truth.images.get(id)).toMatchObject({ name: 'Given elsewhere', favorite: true })
})

it('pauses the other changes if more was emptied than can be written back, until the user decides', async () => {
  const { rig, run, batch } = await begun('replaces')
  await writeBack(rig, run)
  await rig.clock.advance(600_000)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 1, waiting: 19, pause: { why: 'changed-more', entry: null } })
  expect(dialectTraits(run)).toBeUndefined()
})

it.each([0, 50, 150, 400, 1_000])('killed %i ms after the write-back was requested, no name is lost', async (ms) => {
  const { rig, run, batch, before } = await begun('blanks-name')
  const entries = run.db.column<number>("SELECT entry FROM entries WHERE state = 'refused'")
  run.library.repairChanges({ target: { kind: 'entries', entries }, repairAction: 'write-back', choice: null })
  await rig.clock.advance(ms)
  run.kill()
  const next = rig.start()
  await rig.drained(next)
  await rig.clock.advance(60_000)
  await rig.drained(next)
  expect(rig.receipt(next, batch)).toMatchObject({ done: 20, needsAttention: 0 })
  expect(namesThere(rig)).toEqual(before)
})

it.each(['together', 'star asked for later', 'name asked for later'])(
  'a star and a name that the service accepted stay when the saved values are written back: %s',
  async (when) => {
    const { rig, run } = await uncheckedRig({ images: 60 })
    rig.service.change({ dialect: { ...STANDARD, put: 'replaces' } })
    const [record = 0] = plainRecords(rig, run)
    const star = () => void rig.setFavorite(run, [record], true)
    const name = () => void rig.rename(run, record, 'Quay')
    const [first, second] = when === 'name asked for later' ? [star, name] : [name, star]
    first()
    if (when === 'together') second()
    await rig.clock.runUntil(() => run.db.value("SELECT 1 FROM entries WHERE state = 'refused'") === 1)
    if (when !== 'together') second()
    await rig.clock.advance(60_000)
    await writeBack(rig, run)
    await rig.clock.advance(600_000)
    const there = rig.service.truth.images.get(Number(rig.serviceId(run, record)))
    expect(there).toMatchObject({ name: 'Quay', favorite: true })
    expect(rig.differences(run)).toEqual([])
  }
)

// Seed 30056 of the histories.
it('treats a list requested between the two requests of a rename as no newer', async () => {
  const { rig, run } = await readRig({ images: 20, dialect: { ...STANDARD, verbs: 'spoofed' } })
  const [record = 0] = plainRecords(rig, run)
  const nameOf = (): string | undefined => run.db.value<string>('SELECT name FROM images WHERE record = ?', [record])
  const listed = { id: rig.serviceId(run, record), fields: { name: nameOf() ?? '' }, other: {} }
  const asked: number[] = []
  rig.alter = (request, response) => {
    if (request.method === 'PUT') asked.push(nextSequence(run.db))
    return response
  }
  rig.rename(run, record, 'Quay')
  await rig.drained(run)
  expect([asked.length, nameOf()]).toEqual([1, 'Quay'])
  applyImages(run.db, { records: [listed], requestSequence: asked[0] ?? 0, readAt: rig.clock.now(), pass: null })
  expect(nameOf()).toBe('Quay')
})
