/** Deletion of a project by its id, at a service that does not accept its name. Virtual time, in process. */
import { describe, expect, it } from 'vitest'
import { playing } from '../../../../test/helpers/playing.ts'
import { readRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import type { NetworkOptions } from '../../../../test/helpers/rig-network.ts'
import { dialectOf } from '../../../reference-service/dialects/dialects.ts'
import type { ServiceDialect } from '../../../reference-service/dialects/switches.ts'
import type { FaultHook } from '../../../reference-service/faults.ts'

const MINUTE = 60_000

const rigSpeaking = (changes: Partial<ServiceDialect>, more: NetworkOptions = {}) =>
  readRig({ images: 5, projects: 6, dialect: dialectOf('standard', changes), ...more })

/** Returns the project keys in the addresses of the received deletions. */
const deletedBy = (rig: SyncRig): readonly string[] =>
  rig.service.log.entries
    .filter(({ method }) => method === 'DELETE')
    .map(({ path }) => decodeURIComponent(path.split('/').at(-1) ?? ''))

const idOf = (rig: SyncRig, name: string): string => String(rig.service.store.projects.get(name)?.id)
const key = (run: Run): string | undefined =>
  run.db.value<string>("SELECT value FROM dialect WHERE grp = 'projects' AND key = 'projects.key'")

/** A dialect that deletes by id only. */
const byId =
  (rig: SyncRig, fault: FaultHook): FaultHook =>
  (subject) =>
    subject.method === 'DELETE' &&
    rig.service.store.projects.get(decodeURIComponent(subject.path.split('/').at(-1) ?? '')) === null
      ? fault(subject)
      : null

describe('a service that deletes projects by id only', () => {
  it('gets the name, then once the id; learns that ids work, and the next deletion uses one at once', async () => {
    const { rig, run } = await rigSpeaking({ projects: 'by-id' })
    const [first = '', second = ''] = rig.projects(run)
    const [firstId, secondId] = [idOf(rig, first), idOf(rig, second)]
    const { batch } = rig.removeProject(run, first)
    await rig.clock.advance(MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1, needsAttention: 0 })
    expect(deletedBy(rig)).toEqual([first, firstId])
    expect(key(run)).toBe('id')
    rig.removeProject(run, second)
    await rig.clock.advance(MINUTE)
    expect(deletedBy(rig)).toEqual([first, firstId, secondId])
    expect(rig.projects(run)).toEqual([...rig.service.truth.projects.keys()].toSorted())
  })

  it.each(['text', 'uuid', 'huge'] as const)('with ids=%s', async (ids) => {
    const { rig, run } = await rigSpeaking({ projects: 'by-id', ids })
    const [project = ''] = rig.projects(run)
    const { batch } = rig.removeProject(run, project)
    await rig.clock.advance(MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
    expect(rig.service.truth.projects.has(project)).toBe(false)
  })

  it('an id learned long ago and not read since: the name is sent first, and the id is read again', async () => {
    const { rig, run } = await rigSpeaking({ projects: 'by-id' })
    const [first = '', second = ''] = rig.projects(run)
    const id = idOf(rig, second)
    rig.removeProject(run, first)
    await rig.clock.advance(MINUTE)
    rig.service.log.clear()
    run.sync.setPaused(true)
    const { batch } = rig.removeProject(run, second)
    await rig.clock.advance(40 * MINUTE)
    run.sync.setPaused(false)
    await rig.clock.advance(5 * MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
    expect(deletedBy(rig)).toEqual([second, id])
  })

  it('recreated under another id since it was read: needs attention, and uses the new id when retried', async () => {
    const { rig, run } = await rigSpeaking({ projects: 'by-id' })
    const [first = '', second = ''] = rig.projects(run)
    rig.removeProject(run, first)
    await rig.clock.advance(MINUTE)
    const { projects } = rig.service.store
    projects.remove(second)
    projects.put({ project: second, reports: 1, result: '1.00', createdAt: 0 })
    const id = idOf(rig, second)
    const { batch } = rig.removeProject(run, second)
    await rig.clock.advance(MINUTE)
    expect(rig.needs(run, 'delete-project')).toMatchObject([{ code: 'project-still-there' }])
    expect(key(run)).toBe('id')
    rig.service.log.clear()
    const entry = run.db.value<number>("SELECT entry FROM outbox WHERE kind = 'delete-project'") ?? 0
    run.library.repairChanges({ target: { kind: 'entries', entries: [entry] }, repairAction: 'retry', choice: null })
    await rig.clock.advance(MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
    expect(deletedBy(rig)).toEqual([id])
  })

  it('killed during the deletion by id: the id is not checked_updates again', async () => {
    const { rig, run } = await rigSpeaking({ projects: 'by-id' }, { latencyMs: 300 })
    const [project = ''] = rig.projects(run)
    rig.service.change({ faults: byId(rig, () => ({ kind: 'drop-before' })) })
    const { batch } = rig.removeProject(run, project)
    await rig.clock.runUntil(() => deletedBy(rig).length === 2)
    run.kill()
    rig.service.change({ faults: null })
    const again = rig.start()
    await rig.clock.advance(30 * MINUTE)
    expect(rig.receipt(again, batch)).toMatchObject({ done: 0, needsAttention: 1 })
    expect(deletedBy(rig)).toHaveLength(2)
    expect(rig.needs(again, 'delete-project')).toEqual([{ code: 'project-still-there' }])
  })

  it('killed after the deletion by id: the list shows that it is done, and nothing is sent again', async () => {
    const { rig, run } = await rigSpeaking({ projects: 'by-id' }, { latencyMs: 300 })
    const [project = ''] = rig.projects(run)
    const { batch } = rig.removeProject(run, project)
    await rig.clock.runUntil(() => deletedBy(rig).length === 2)
    run.kill()
    const again = rig.start()
    await rig.clock.advance(5 * MINUTE)
    expect(rig.receipt(again, batch)).toMatchObject({ done: 1 })
    expect(deletedBy(rig)).toHaveLength(2)
  })

  it('killed at any moment: name and id arrive at most once, and nothing else is deleted', async () => {
    for (let killMs = 0; killMs <= 4_000; killMs += 160) {
      const { rig, run } = await rigSpeaking({ projects: 'by-id' }, { latencyMs: 300 })
      const [project = ''] = rig.projects(run)
      const { batch } = rig.removeProject(run, project)
      await rig.clock.advance(killMs)
      run.kill()
      const again = rig.start()
      await rig.clock.advance(5 * MINUTE)
      const sent = deletedBy(rig)
      expect([killMs, sent.length, new Set(sent).size]).toEqual([killMs, sent.length, sent.length])
      expect(rig.service.truth.projects.size).toBe(rig.receipt(again, batch).done === 1 ? 5 : 6)
    }
  })

  it('rate-limited: the id, which had no effect, is checked_updates again afterwards', async () => {
    const { rig, run } = await rigSpeaking({ projects: 'by-id' })
    const [project = ''] = rig.projects(run)
    const refusals = [1]
    const slowDown = { kind: 'status', status: 429, headers: { 'retry-after': '5' } } as const
    rig.service.change({ faults: byId(rig, () => (refusals.pop() === 1 ? slowDown : null)) })
    const { batch } = rig.removeProject(run, project)
    await rig.clock.advance(5 * MINUTE)
    expect(rig.receipt(run, batch)).toMatchObject({ done: 1 })
    expect(deletedBy(rig)).toHaveLength(3)
  })

  it('success although the project is still listed: needs attention, and ids are not used again', async () => {
    const { rig, run } = await rigSpeaking({ projects: 'by-id' })
    const [first = '', second = ''] = rig.projects(run)
    rig.service.change({ faults: byId(rig, () => ({ kind: 'status', status: 204, body: '' })) })
    rig.removeProject(run, first)
    await rig.clock.advance(MINUTE)
    expect(rig.needs(run, 'delete-project')).toEqual([{ code: 'not-taken' }])
    expect(key(run)).toBe('name')
    rig.service.log.clear()
    rig.removeProject(run, second)
    await rig.clock.advance(MINUTE)
    expect(deletedBy(rig)).toEqual([second])
  })
})

describe('an id is never tried', () => {
  it('if it is the name of another project', async () => {
    const { rig, run } = await rigSpeaking({ projects: 'ids-as-names' }, { projects: 150 })
    rig.service.change({ faults: playing('status-404-on-delete-project') })
    const [project = ''] = rig.projects(run)
    rig.removeProject(run, project)
    await rig.clock.advance(MINUTE)
    expect(deletedBy(rig)).toEqual([project])
    expect(rig.needs(run, 'delete-project')).toMatchObject([{ code: 'project-still-there', status: 404 }])
  })

  it('if a project on another page has it as its name', async () => {
    const { rig, run } = await rigSpeaking({ projects: 'by-id' }, { projects: 150 })
    const project = rig.projects(run).at(-1) ?? ''
    rig.service.store.projects.put({ project: idOf(rig, project), reports: 1, result: '1.00', createdAt: 0 })
    rig.removeProject(run, project)
    await rig.clock.advance(MINUTE)
    expect(deletedBy(rig)).toEqual([project])
    expect(rig.needs(run, 'delete-project')).toMatchObject([{ code: 'project-still-there' }])
  })

  it('if the list was not read completely', async () => {
    const { rig, run } = await rigSpeaking({ projects: 'by-id' })
    const [project = ''] = rig.projects(run)
    rig.service.change({ faults: playing('total-changes-on-list-projects') })
    rig.removeProject(run, project)
    await rig.clock.advance(MINUTE)
    expect(deletedBy(rig)).toEqual([project])
  })
})

it('again after it deleted another project too, which is reported', async () => {
  const { rig, run } = await rigSpeaking({ projects: 'by-id-with-next' })
  const [first = '', second = '', third = ''] = rig.projects(run)
  rig.removeProject(run, first)
  await rig.clock.advance(MINUTE)
  expect(rig.needs(run, 'delete-project')).toEqual([{ code: 'project-others-gone', others: [second] }])
  expect(key(run)).toBe('name')
  rig.service.log.clear()
  rig.removeProject(run, third)
  await rig.clock.advance(MINUTE)
  expect(deletedBy(rig)).toEqual([third])
})
