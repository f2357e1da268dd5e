/** Lookups of a project's deletion whose response was lost, with lists that show too little. Virtual time. */
import { expect, it } from 'vitest'
import { playing } from '../../../../test/helpers/playing.ts'
import { readRig } from '../../../../test/helpers/rigs.ts'
import { type Alteration, type FaultSubject, faultsInOrder } from '../../../reference-service/faults.ts'

const MINUTE = 60_000
const isDelete = ({ method }: FaultSubject): boolean => method === 'DELETE'

/** Applies a deletion without a response, and alters lists of projects afterwards. */
async function lostDeletion(projects: number, alter: Alteration) {
  const { rig, run } = await readRig({ images: 5, projects })
  const lost = faultsInOrder([{ kind: 'drop-after' }], isDelete)
  rig.service.change({
    faults: (subject) => (subject.operation === 'list-projects' ? { kind: 'altered', alter } : lost(subject))
  })
  const [project = ''] = rig.projects(run)
  const { batch } = rig.removeProject(run, project)
  return { rig, run, batch }
}

const EMPTY: Alteration = { rows: () => [], total: () => 0 }

it('is not proved by an empty list while others are known: the list is read again', async () => {
  const { rig, run, batch } = await lostDeletion(6, EMPTY)
  await rig.clock.advance(3 * MINUTE)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 0, waiting: 1 })
  rig.service.change({ faults: () => null })
  await rig.clock.advance(3 * MINUTE)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
  expect(rig.arrived('DELETE')).toBe(1)
})

it('is proved by an empty list if no other project was known', async () => {
  const { rig, run, batch } = await lostDeletion(1, {})
  await rig.clock.advance(3 * MINUTE)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
})

it('needs the user if no list can be read completely for an hour, and is never repeated automatically', async () => {
  const { rig, run, batch } = await lostDeletion(6, { total: (total) => total + 10 })
  await rig.clock.advance(50 * MINUTE)
  expect(rig.receipt(run, batch)).toMatchObject({ waiting: 1, needsAttention: 0 })
  await rig.clock.advance(30 * MINUTE)
  expect(rig.receipt(run, batch)).toMatchObject({ waiting: 0, needsAttention: 1 })
  expect(rig.needs(run, 'delete-project')).toEqual([{ code: 'service-error', isUnconfirmed: true }])
  expect(rig.arrived('DELETE')).toBe(1)
})

it('is not proved by a 404 while the list shows the project: it needs attention', async () => {
  const { rig, run } = await readRig({ images: 5, projects: 6 })
  rig.service.change({ faults: playing('status-404-on-delete-project') })
  const [project = ''] = rig.projects(run)
  const { batch } = rig.removeProject(run, project)
  await rig.clock.advance(3 * MINUTE)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 0, needsAttention: 1 })
  expect(rig.needs(run, 'delete-project')).toMatchObject([{ code: 'project-still-there', status: 404 }])
  expect([rig.projects(run).includes(project), rig.arrived('DELETE')]).toEqual([true, 1])
})

it('is done after a 404 once a read no longer shows the project', async () => {
  const { rig, run } = await readRig({ images: 5, projects: 6 })
  const [project = ''] = rig.projects(run)
  rig.service.store.projects.remove(project)
  const { batch } = rig.removeProject(run, project)
  await rig.clock.advance(MINUTE)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
})
