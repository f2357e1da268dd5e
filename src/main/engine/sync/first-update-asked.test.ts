/** A first update with side effects needs the user, who makes another change instead of deciding. */
import { expect, it } from 'vitest'
import { plainRecords, uncheckedRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { STANDARD } from '../../../reference-service/dialects/dialects.ts'

const reads = (rig: SyncRig): number =>
  rig.service.log.entries.filter(({ method, path }) => method === 'GET' && /\/images\/\d+$/.test(path)).length
const nameThere = (rig: SyncRig, run: Run, record: number): string | null | undefined =>
  rig.service.truth.images.get(Number(rig.serviceId(run, record)))?.name

/** Sends a star that emptied the name, about which the user is asked. */
async function askedAbout(): Promise<{ rig: SyncRig; run: Run; record: number; name: string; batch: number }> {
  const { rig, run } = await uncheckedRig({ images: 20 })
  rig.service.change({ dialect: { ...STANDARD, put: 'replaces' } })
  const [record = 0] = plainRecords(rig, run, 1)
  const name = rig.name(run, record)
  const { batch } = rig.setFavorite(run, [record], true)
  await rig.clock.runUntil(() => rig.needs(run, 'favorite').length > 0)
  await rig.clock.advance(120_000)
  rig.service.log.clear()
  return { rig, run, record, name, batch }
}

it('an undo is sent, is compared with the record as it was at first, and needs the user with those values', async () => {
  const { rig, run, record, name, batch } = await askedAbout()
  run.library.undoBatch({ batch })
  await rig.clock.runUntil(() => rig.needs(run, 'favorite').length > 0)
  expect([rig.updates(), reads(rig)]).toEqual([1, 1])
  const [failure] = rig.needs(run, 'favorite')
  expect(failure?.changes).toContainEqual({ field: 'name', before: name, after: null })
  const entries = run.db.column<number>('SELECT entry FROM outbox')
  run.library.repairChanges({ target: { kind: 'entries', entries }, repairAction: 'write-back', choice: null })
  await rig.drained(run)
  expect(nameThere(rig, run, record)).toBe(name)
})

it('another change of the same record does not cause endless reads', async () => {
  const { rig, run, record } = await askedAbout()
  rig.rename(run, record, 'Quay')
  await rig.clock.advance(3_600_000)
  expect([rig.updates(), rig.needs(run, 'name').map(({ code }) => code)]).toEqual([1, ['changed-more']])
  expect(reads(rig)).toBeLessThan(10)
})
