/**
 * A page past the end that a service rejects: the read ends there, proves what was reported, and never stops a group.
 */
import { describe, expect, it } from 'vitest'
import { rigOf } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { trust } from '../../../../test/helpers/trust.ts'
import { dialectOf, type DialectName } from '../../../reference-service/dialects/dialects.ts'
import { textOf } from '../../../reference-service/form.ts'
import type { ServiceDialect } from '../../../reference-service/dialects/switches.ts'
import { HAZARDS } from '../../../reference-service/hazards/hazards.ts'
import { faultHook, playOf } from '../../../reference-service/hazards/play-hazard.ts'

const MINUTE = 60_000

function speaking(name: DialectName, changes: Partial<ServiceDialect>, images = 250, projects = 12): SyncRig {
  const rig = rigOf({ images, projects })
  rig.service.change({ dialect: dialectOf(name, changes) })
  return rig
}

const imagePages = (rig: SyncRig): string[] =>
  rig.service.log.entries
    .filter(({ path, query }) => path.endsWith('/images') && query['favorite'] === undefined)
    .map(({ query }) => `${textOf(query, 'sort')} ${textOf(query, 'page')}`)

/** Rejects page 7 from now on. */
function loseAPage(rig: SyncRig): void {
  const hazard = HAZARDS.find(({ id }) => id === 'page-missing')
  if (hazard === undefined) throw new Error('no such hazard')
  rig.service.change({ faults: faultHook([playOf(hazard)]) })
}

const removed = (run: Run): number => run.db.value<number>('SELECT count(*) FROM gone') ?? 0

describe('a page past the end that returns 404', () => {
  it('is never requested if the end is reported, and everything is read and sent', async () => {
    const rig = speaking('django', {})
    const run = rig.start()
    await rig.firstPull(run)
    trust(rig, run)
    expect(imagePages(rig)).toEqual(expect.arrayContaining(['desc 1', 'desc 2', 'desc 3']))
    expect(imagePages(rig).filter((page) => / [4-9]/.test(page))).toEqual([])
    expect(rig.records(run)).toHaveLength(250)
    rig.star(run, 3)
    await rig.drained(run)
    expect(run.sync.status().images).toMatchObject({ state: 'up-to-date', incomplete: null })
    expect(rig.differences(run)).toEqual([])
  })

  it.each([
    ['a total that agrees', 'E', { past: 'missing' }],
    ['the same, refused as 422', 'E', { past: 'refused' }],
    ['a shorter page before it', 'C-array', { past: 'missing' }]
  ] as const)('ends the read, which is complete by %s', async (_, name, changes) => {
    // Two pages of projects, because a single one has no longer page before it.
    const rig = speaking(name, changes, 250, 120)
    const run = rig.start()
    await rig.firstPull(run)
    const [gone = 0] = rig.service.truth.images.keys()
    rig.service.store.images.remove(gone)
    await rig.clock.advance(15 * MINUTE)
    run.sync.wake('user')
    await rig.clock.advance(5 * MINUTE)
    expect(rig.records(run)).toHaveLength(249)
    expect(run.sync.status().images).toMatchObject({ state: 'up-to-date', incomplete: null })
  })

  it('proves nothing if neither total nor page shows the end', async () => {
    const rig = speaking('C-array', { past: 'missing', size: 'capped' })
    const run = rig.start()
    await rig.clock.advance(10 * MINUTE)
    expect(rig.records(run)).toHaveLength(250)
    const gone = [...rig.service.truth.images.keys()].slice(0, 25)
    for (const id of gone) rig.service.store.images.remove(id)
    await rig.clock.advance(90 * MINUTE)
    expect(removed(run)).toBe(0)
    expect(run.sync.status().images).toMatchObject({ failure: null, incomplete: { why: 'page-refused' } })
    expect(run.sync.status().projects).toMatchObject({ failure: null, incomplete: { why: 'page-refused' } })
  })
})

describe('page 7 of 40 that returns 404', () => {
  it.each([
    ['reported by a total', 'standard', {}],
    ['reported by links', 'D', {}],
    ['reported by count and next', 'django', {}],
    ['reported by a total alone', 'E', { past: 'missing' }],
    ['reported by nothing', 'C-array', { past: 'missing' }]
  ] as const)('removes nothing in two passes and stops no write: %s', async (_, name, changes) => {
    const rig = speaking(name, { ...changes, size: 'capped' }, 1_000)
    const run = rig.start()
    await rig.clock.advance(15 * MINUTE)
    expect(rig.records(run)).toHaveLength(1_000)
    trust(rig, run)
    loseAPage(rig)
    for (let pass = 0; pass < 2; pass += 1) {
      run.sync.wake('user')
      await rig.clock.advance(35 * MINUTE)
    }
    expect(removed(run)).toBe(0)
    expect(rig.records(run)).toHaveLength(1_000)
    rig.star(run, 2)
    await rig.drained(run)
    expect(run.sync.status().images.state).not.toBe('stopped')
  })
})

it('page 1 is past the end if pages count from 0 and the first contains everything', async () => {
  const rig = speaking('jsonapi', { paging: 'from-zero' }, 8)
  const run = rig.start()
  await rig.clock.advance(10 * MINUTE)
  expect(rig.records(run)).toHaveLength(8)
  const { images, projects } = run.sync.status()
  expect([images.state, projects.state, images.incomplete]).toEqual(['up-to-date', 'up-to-date', null])
})

it('the address is wrong if page 1 does not exist', async () => {
  const rig = speaking('django', {})
  const run = rig.start()
  await rig.firstPull(run)
  rig.alter = (request, response) =>
    response.kind === 'response' && /\/images\?/.test(request.url)
      ? { ...response, status: 404, body: '{"detail":"Not found."}' }
      : response
  await rig.clock.advance(10 * MINUTE)
  expect(run.sync.status().images).toMatchObject({ state: 'stopped', failure: { code: 'wrong-address' } })
  expect(rig.records(run)).toHaveLength(250)
})
