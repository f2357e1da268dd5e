/** "Diagnose this service" in virtual time: its findings, its pace, and what prevents its requests. */
import { describe, expect, it } from 'vitest'
import { readRig, rigOf } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { playing } from '../../../../test/helpers/playing.ts'
import { DIALECT_NAMES, dialectOf, type DialectName } from '../../../reference-service/dialects/dialects.ts'
import type { ServiceDialect } from '../../../reference-service/dialects/switches.ts'
import type { Fault, FaultHook } from '../../../reference-service/faults.ts'
import { type Diagnosis, type FindingKind, verdictOf, verdictOfAll } from '../../../shared/diagnosis.ts'
import { GROUPS } from '../../../shared/sync-status.ts'

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

/** Diagnoses a library that was read from a service of this dialect. */
async function diagnosisOf(dialect: ServiceDialect, images = 30): Promise<Diagnosis> {
  const { rig, run } = await readRig({ images, dialect })
  return diagnosed(rig, run)
}

describe('the findings', () => {
  it('of an ideal service are complete, and nothing was written', async () => {
    const { rig, run } = await readRig({ images: 30, projects: 12 })
    const diagnosis = await diagnosed(rig, run)
    expect(kinds(diagnosis)).toEqual([
      'list.shown',
      'ids.all',
      'favorites.reported',
      'pictures.reported',
      'dates.reported',
      'paging.from-one',
      'total.reported',
      'per-page.obeyed',
      'end.found',
      'sort.obeyed',
      'filter.digits',
      'search.finds',
      'show.shown',
      'unknown-id.reported',
      'pace.unreported',
      'list.shown',
      'names.all',
      'dates.reported',
      'address.by-name',
      'paging.from-one',
      'total.reported',
      'per-page.obeyed',
      'end.found'
    ])
    expect(diagnosis.groups.images.findings[0]).toEqual({ kind: 'list.shown', count: 10, total: 30 })
    expect(verdictOfAll(diagnosis)).toBe('compatible')
    expect(diagnosis.groups.images.dialectTraits).toMatchObject({ 'list.place': 'data', 'page.selection': 'page' })
    expect(rig.service.log.entries.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it.each<[DialectName, Partial<ServiceDialect>, readonly FindingKind[], string]>([
    ['C-array', {}, ['total.unreported'], 'root'],
    ['D-cursor', {}, ['paging.by-cursor', 'total.unreported'], 'data'],
    ['E', {}, ['list.shown'], 'data.items'],
    ['standard', { paging: 'from-zero' }, ['paging.from-zero'], 'data'],
    ['standard', { filter: 'ignored', search: 'ignored' }, ['filter.ignored'], 'data'],
    ['standard', { filter: 'words', dates: 'missing', size: 'capped' }, ['filter.words', 'dates.unreported'], 'data']
  ])('of %s with %j', async (name, changes, expected, place) => {
    const diagnosis = await diagnosisOf(dialectOf(name, changes))
    expect(kinds(diagnosis)).toEqual(expect.arrayContaining([...expected]))
    expect(diagnosis.groups.images.dialectTraits['list.place']).toBe(place)
    expect(verdictOfAll(diagnosis)).toBe('compatible')
  })

  it('of a service that ignores the page report that most records cannot be read', async () => {
    const { rig, run } = await readRig({ images: 30 })
    rig.service.change({ dialect: dialectOf('standard', { paging: 'ignored', flags: 'missing' }) })
    const diagnosis = await diagnosed(rig, run)
    expect(kinds(diagnosis)).toEqual(expect.arrayContaining(['paging.same', 'favorites.unreported']))
    expect(verdictOfAll(diagnosis)).toBe('limited')
  })

  it('of an unreachable service still include the other group', async () => {
    const { rig, run } = await readRig({ images: 30, projects: 3 })
    rig.service.change({ faults: ({ group }) => (group === 'images' ? { kind: 'html' } : null) })
    const diagnosis = await diagnosed(rig, run)
    expect(diagnosis.groups.images.findings).toMatchObject([{ kind: 'list.failed', failure: { code: 'not-json' } }])
    expect(diagnosis.groups.projects.findings.slice(0, 2).map(({ kind }) => kind)).toEqual(['list.shown', 'names.all'])
    expect(verdictOfAll(diagnosis)).toBe('incompatible')
    // It was requested again although the rejected list had stopped the group.
    const again = await diagnosed(rig, run)
    expect(again.groups.images.findings).toMatchObject([{ kind: 'list.failed', failure: { code: 'not-json' } }])
  })
})

it('of a Django service: other names of totals and dates, and 404 behind the last page', async () => {
  const { rig, run } = await readRig({ images: 250, projects: 12, dialect: dialectOf('django') })
  const { groups } = await diagnosed(rig, run)
  const expected = ['dates.reported', 'paging.from-one', 'total.reported', 'per-page.obeyed', 'end.found'] as const
  for (const group of GROUPS) {
    expect(groups[group].findings.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...expected]))
    expect(verdictOf(groups[group].findings)).toBe('compatible')
  }
  const asked = rig.service.log.entries.filter(({ path }) => path.endsWith('/images')).map(({ query }) => query)
  expect(asked).toContainEqual(expect.objectContaining({ per_page: '100', page: '4' }))
})

it('of a service that returns 404 for the second page report that most records are missing', async () => {
  const { rig, run } = await readRig({ images: 250, projects: 150 })
  rig.service.change({ faults: ({ query }) => (query['page'] === '2' ? { kind: 'status', status: 404 } : null) })
  const { groups } = await diagnosed(rig, run)
  for (const group of GROUPS) {
    expect(groups[group].findings).toContainEqual({ kind: 'paging.refused' })
    expect(verdictOf(groups[group].findings)).toBe('limited')
  }
})

it.each<[ServiceDialect['projects'], FindingKind]>([
  ['by-name', 'address.by-name'],
  ['by-id', 'address.ids-possible'],
  ['ids-as-names', 'address.ids-unused']
])('include how projects are deleted, as far as reads show (projects=%s)', async (projects, expected) => {
  const { groups } = await diagnosisOf(dialectOf('standard', { projects }))
  expect(groups.projects.findings.map(({ kind }) => kind)).toContain(expected)
})

describe('the findings agree with the status in the window', () => {
  const page =
    (number: string, fault: Fault): FaultHook =>
    ({ query }) =>
      query['page'] === number ? fault : null
  const size =
    (fault: Fault): FaultHook =>
    ({ query }) =>
      query['per_page'] === '100' ? fault : null
  const missing = { kind: 'status', status: 404 } as const
  const cases: readonly (readonly [string, ServiceDialect, FaultHook | null])[] = [
    ...DIALECT_NAMES.map((name) => [name, dialectOf(name), null] as const),
    ['paging=ignored', dialectOf('standard', { paging: 'ignored' }), null],
    ['size=capped', dialectOf('standard', { size: 'capped' }), null],
    ['totals=missing past=refused', dialectOf('C-array', { totals: 'missing', past: 'refused' }), null],
    ['page 2 is 404', dialectOf('standard'), page('2', missing)],
    ['page 2 is 404, Django', dialectOf('django'), page('2', missing)],
    [
      'a web page past the end',
      dialectOf('C-array'),
      ({ query }) => (Number(query['page']) > 3 ? { kind: 'html' } : null)
    ],
    ['its list is 404', dialectOf('standard'), playing('status-404-on-list')],
    ['its list is a web page', dialectOf('standard'), playing('html-on-list')],
    ['its list has no list', dialectOf('standard'), () => ({ kind: 'status', status: 200, body: '{"ok":true}' })],
    ['large pages are 404', dialectOf('standard'), size(missing)],
    ['large pages are refused', dialectOf('standard'), size({ kind: 'status', status: 422 })]
  ]

  it.each(cases)('%s', async (_name, dialect, faults) => {
    const rig = rigOf({ images: 250, projects: 12, dialect })
    if (faults !== null) rig.service.change({ faults })
    const run = rig.start()
    await rig.clock.advance(3 * 60_000)
    const { images } = run.sync.status()
    const { groups } = await diagnosed(rig, run)
    const verdict = verdictOf(groups.images.findings)
    const isWhole = images.state === 'up-to-date' && images.incomplete === null
    expect([images, verdict === 'compatible']).toEqual([images, isWhole])
    if (images.incomplete !== null) expect(verdict).toBe('limited')
    if (images.failure !== null) expect(verdict).toBe('incompatible')
  })
})

describe('the cause that prevents requests', () => {
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
      'a request to slow down',
      (rig) =>
        rig.service.change({ faults: () => ({ kind: 'status', status: 429, headers: { 'retry-after': '90' } }) }),
      { kind: 'list.unanswered', failure: { code: 'rate-limited' } }
    ],
    [
      'a failure of the service',
      (rig) => rig.service.change({ faults: () => ({ kind: 'status', status: 503 }) }),
      { kind: 'list.unanswered', failure: { code: 'service-error' } }
    ]
  ])('%s', async (_name, prepare, expected) => {
    const { rig, run } = await readRig({ images: 30 })
    prepare(rig, run)
    const diagnosis = await diagnosed(rig, run)
    expect(diagnosis.groups.images.findings).toMatchObject([expected])
    expect(verdictOfAll(diagnosis)).toBe('unclear')
  })

  it('no key: nothing is sent', async () => {
    const rig = rigOf({ images: 5 })
    rig.hasKeys = false
    const run = rig.start()
    const diagnosis = await diagnosed(rig, run)
    expect(diagnosis.groups.images.findings).toMatchObject([
      { kind: 'rest.not-checked', failure: { code: 'key-missing' } }
    ])
    expect(rig.service.log.entries).toEqual([])
  })

  it('a cooldown of the host in progress: its end is reported, and nothing is sent', async () => {
    const { rig, run } = await readRig({ images: 30 })
    rig.service.change({ faults: () => ({ kind: 'status', status: 429, headers: { 'retry-after': '600' } }) })
    await diagnosed(rig, run)
    rig.service.log.clear()
    const { groups } = await diagnosed(rig, run)
    expect(groups.images.findings).toMatchObject([{ kind: 'rest.not-checked', failure: { code: 'rate-limited' } }])
    expect(rig.service.log.entries).toEqual([])
  })

  it('a cooldown that begins in between: earlier findings stay, the others were not requested', async () => {
    const { rig, run } = await readRig({ images: 30 })
    rig.service.change({
      faults: ({ query }) =>
        query['favorite'] !== undefined ? { kind: 'status', status: 429, headers: { 'retry-after': '600' } } : null
    })
    const { groups } = await diagnosed(rig, run)
    expect(groups.images.findings.slice(-2)).toMatchObject([{ kind: 'filter.failed' }, { kind: 'rest.not-checked' }])
    expect(groups.images.findings[0]?.kind).toBe('list.shown')
  })
})

describe('the run', () => {
  it('keeps the pace of the service, and precedes a batch', async () => {
    const { rig, run } = await readRig({ images: 300, perMinute: 60 })
    rig.star(run)
    await rig.clock.advance(15_000)
    const before = rig.clock.elapsed()
    await diagnosed(rig, run)
    expect(rig.clock.elapsed() - before).toBeLessThan(30_000)
    expect(rig.service.log.entries.filter(({ status }) => status === 429)).toEqual([])
  })

  it('is shared by concurrent callers, and reports its progress', async () => {
    const { rig, run } = await readRig({ images: 30 })
    const first = run.sync.diagnose()
    expect(run.sync.diagnose()).toBe(first)
    await diagnosed(rig, run)
    const told = rig.diagnoses.map(({ groups }) => groups.images.findings.length)
    expect(told).toEqual(told.toSorted((one, other) => one - other))
    expect(told.length).toBeGreaterThan(6)
    expect(rig.diagnoses.at(-1)?.state).toBe('done')
  })

  it('requests and reports nothing more once it is canceled, and can be started again', async () => {
    const { rig, run } = await readRig({ images: 30 })
    const first = run.sync.diagnose()
    await rig.clock.runUntil(() => rig.diagnoses.some(({ groups }) => groups.images.findings.length > 0))
    run.sync.cancelDiagnosis()
    const told = rig.diagnoses.length
    await rig.clock.advance(60_000)
    expect((await first).state).toBe('canceled')
    expect(rig.diagnoses.length).toBe(told)
    expect((await diagnosed(rig, run)).run).toBe(2)
  })

  it('ends when the library is closed', async () => {
    const { rig, run } = await readRig({ images: 30 })
    const asked = run.sync.diagnose()
    run.leave()
    await rig.clock.advance(60_000)
    expect((await asked).state).toBe('canceled')
  })
})
