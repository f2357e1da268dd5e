/** "Diagnose this service", in virtual time: what is found, at which pace, and what keeps it from being asked. */
import { describe, expect, it } from 'vitest'
import { readRig, rigOf } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { dialectOf, type DialectName } from '../../../reference-service/dialects/dialects.ts'
import type { ServiceDialect } from '../../../reference-service/dialects/switches.ts'
import { type Diagnosis, type FindingKind, verdictOfAll } from '../../../shared/diagnosis.ts'

async function diagnosed(rig: SyncRig, run: Run): Promise<Diagnosis> {
  const state: { done: Diagnosis | null } = { done: null }
  const asked = run.sync.diagnose()
  void asked.then((done) => {
    state.done = done
    return done
  })
  await rig.clock.runUntil(() => state.done !== null, 300_000)
  return asked
}

const kinds = ({ groups }: Diagnosis): readonly FindingKind[] => [
  ...groups.images.findings.map(({ kind }) => kind),
  ...groups.projects.findings.map(({ kind }) => kind)
]

/** Of a library that has been read from a service of this dialect. */
async function diagnosisOf(dialect: ServiceDialect, images = 30): Promise<Diagnosis> {
  const { rig, run } = await readRig({ images, dialect })
  return diagnosed(rig, run)
}

describe('what is found', () => {
  it('of a service as the program wants it: everything, and nothing was written', async () => {
    const { rig, run } = await readRig({ images: 30, projects: 12 })
    const diagnosis = await diagnosed(rig, run)
    expect(kinds(diagnosis)).toEqual([
      'list.shown',
      'ids.all',
      'favorites.told',
      'pictures.told',
      'dates.told',
      'paging.from-one',
      'total.told',
      'per-page.obeyed',
      'sort.obeyed',
      'filter.digits',
      'search.finds',
      'show.shown',
      'unknown-id.told',
      'pace.untold',
      'list.shown',
      'names.all'
    ])
    expect(diagnosis.groups.images.findings[0]).toEqual({ kind: 'list.shown', count: 10, total: 30 })
    expect(verdictOfAll(diagnosis)).toBe('bearable')
    expect(diagnosis.groups.images.speaks).toMatchObject({ 'list.place': 'data', 'page.selection': 'page' })
    expect(rig.service.log.entries.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it.each<[DialectName, Partial<ServiceDialect>, readonly FindingKind[], string]>([
    ['C-array', {}, ['total.untold'], 'root'],
    ['D-cursor', {}, ['paging.by-cursor', 'total.untold'], 'data'],
    ['E', {}, ['list.shown'], 'data.items'],
    ['standard', { paging: 'from-zero' }, ['paging.from-zero'], 'data'],
    ['standard', { filter: 'ignored', search: 'ignored' }, ['filter.ignored'], 'data'],
    ['standard', { filter: 'words', dates: 'missing', size: 'capped' }, ['filter.words', 'dates.untold'], 'data']
  ])('of %s with %j', async (name, changes, wanted, place) => {
    const diagnosis = await diagnosisOf(dialectOf(name, changes))
    expect(kinds(diagnosis)).toEqual(expect.arrayContaining([...wanted]))
    expect(diagnosis.groups.images.speaks['list.place']).toBe(place)
    expect(verdictOfAll(diagnosis)).toBe('bearable')
  })

  it('of one that ignores the page: most cannot be read', async () => {
    const { rig, run } = await readRig({ images: 30 })
    rig.service.change({ dialect: dialectOf('standard', { paging: 'ignored', flags: 'missing' }) })
    const diagnosis = await diagnosed(rig, run)
    expect(kinds(diagnosis)).toEqual(expect.arrayContaining(['paging.same', 'favorites.untold']))
    expect(verdictOfAll(diagnosis)).toBe('lacking')
  })

  it('of no service at all, and the other group is asked none the less', async () => {
    const { rig, run } = await readRig({ images: 30, projects: 3 })
    rig.service.change({ faults: ({ group }) => (group === 'images' ? { kind: 'html' } : null) })
    const diagnosis = await diagnosed(rig, run)
    expect(diagnosis.groups.images.findings).toMatchObject([{ kind: 'list.failed', failure: { code: 'not-json' } }])
    expect(diagnosis.groups.projects.findings.map(({ kind }) => kind)).toEqual(['list.shown', 'names.all'])
    expect(verdictOfAll(diagnosis)).toBe('unbearable')
    // It was asked once more although the group had been stopped by its own list.
    const again = await diagnosed(rig, run)
    expect(again.groups.images.findings).toMatchObject([{ kind: 'list.failed', failure: { code: 'not-json' } }])
  })
})

describe('what keeps it from being asked', () => {
  it.each<[string, (rig: SyncRig, run: Run) => void, object]>([
    ['a pause', (_rig, run) => run.sync.setPaused(true), { kind: 'rest.paused' }],
    [
      'no network',
      (rig) => {
        rig.down = 'offline'
      },
      { kind: 'list.unanswered', failure: { code: 'offline' } }
    ],
    [
      'a key that is refused',
      (rig) => rig.service.change({ imagesKey: 'sk-another-00000000' }),
      { kind: 'list.unanswered', failure: { code: 'unauthorized' } }
    ],
    [
      'a word to slow down',
      (rig) =>
        rig.service.change({ faults: () => ({ kind: 'status', status: 429, headers: { 'retry-after': '90' } }) }),
      { kind: 'list.unanswered', failure: { code: 'rate-limited' } }
    ],
    [
      'trouble of the service',
      (rig) => rig.service.change({ faults: () => ({ kind: 'status', status: 503 }) }),
      { kind: 'list.unanswered', failure: { code: 'service-trouble' } }
    ]
  ])('%s', async (_name, prepare, wanted) => {
    const { rig, run } = await readRig({ images: 30 })
    prepare(rig, run)
    const diagnosis = await diagnosed(rig, run)
    expect(diagnosis.groups.images.findings).toMatchObject([wanted])
    expect(verdictOfAll(diagnosis)).toBe('unclear')
  })

  it('no key: nothing is sent', async () => {
    const rig = rigOf({ images: 5 })
    rig.hasKeys = false
    const run = rig.start()
    const diagnosis = await diagnosed(rig, run)
    expect(diagnosis.groups.images.findings).toMatchObject([
      { kind: 'rest.not-asked', failure: { code: 'key-missing' } }
    ])
    expect(rig.service.log.entries).toEqual([])
  })

  it('a rest of the host that goes on: the wait is told, and nothing is sent', async () => {
    const { rig, run } = await readRig({ images: 30 })
    rig.service.change({ faults: () => ({ kind: 'status', status: 429, headers: { 'retry-after': '600' } }) })
    await diagnosed(rig, run)
    rig.service.log.clear()
    const { groups } = await diagnosed(rig, run)
    expect(groups.images.findings).toMatchObject([{ kind: 'rest.not-asked', failure: { code: 'rate-limited' } }])
    expect(rig.service.log.entries).toEqual([])
  })

  it('a rest that begins in the middle: what was found stands, the rest was not asked', async () => {
    const { rig, run } = await readRig({ images: 30 })
    rig.service.change({
      faults: ({ query }) =>
        query['favorite'] !== undefined ? { kind: 'status', status: 429, headers: { 'retry-after': '600' } } : null
    })
    const { groups } = await diagnosed(rig, run)
    expect(groups.images.findings.slice(-2)).toMatchObject([{ kind: 'filter.failed' }, { kind: 'rest.not-asked' }])
    expect(groups.images.findings[0]?.kind).toBe('list.shown')
  })
})

describe('its run', () => {
  it('keeps the pace of the service, and goes ahead of a batch', async () => {
    const { rig, run } = await readRig({ images: 300, perMinute: 60 })
    rig.star(run)
    await rig.clock.advance(15_000)
    const before = rig.clock.elapsed()
    await diagnosed(rig, run)
    expect(rig.clock.elapsed() - before).toBeLessThan(30_000)
    expect(rig.service.log.entries.filter(({ status }) => status === 429)).toEqual([])
  })

  it('is shared by those who ask meanwhile, and tells how it goes on', async () => {
    const { rig, run } = await readRig({ images: 30 })
    const first = run.sync.diagnose()
    expect(run.sync.diagnose()).toBe(first)
    await diagnosed(rig, run)
    const told = rig.diagnoses.map(({ groups }) => groups.images.findings.length)
    expect(told).toEqual(told.toSorted((one, other) => one - other))
    expect(told.length).toBeGreaterThan(6)
    expect(rig.diagnoses.at(-1)?.state).toBe('done')
  })

  it('asks and tells nothing more once it is cancelled, and another one begins anew', async () => {
    const { rig, run } = await readRig({ images: 30 })
    const first = run.sync.diagnose()
    await rig.clock.runUntil(() => rig.diagnoses.some(({ groups }) => groups.images.findings.length > 0))
    run.sync.cancelDiagnosis()
    const told = rig.diagnoses.length
    await rig.clock.advance(60_000)
    expect((await first).state).toBe('cancelled')
    expect(rig.diagnoses.length).toBe(told)
    expect((await diagnosed(rig, run)).run).toBe(2)
  })

  it('ends when the library is closed', async () => {
    const { rig, run } = await readRig({ images: 30 })
    const asked = run.sync.diagnose()
    run.leave()
    await rig.clock.advance(60_000)
    expect((await asked).state).toBe('cancelled')
  })
})
