/** Every operation, every parameter, and every value of the interface, against the reference service on a port. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDialect, type Dialect } from '../../src/main/engine/service/dialect.ts'
import { deleteImage, listImages, showImage, storeImage } from '../../src/main/engine/service/images.ts'
import { PER_PAGE, type ImageListArgs } from '../../src/main/engine/service/list-query.ts'
import { deleteProject, listProjects } from '../../src/main/engine/service/projects.ts'
import type { ServiceClient } from '../../src/main/engine/service/service-client.ts'
import { testConnection } from '../../src/main/engine/service/test-connection.ts'
import { updateImage } from '../../src/main/engine/service/update-image.ts'
import type { Outcome } from '../../src/main/engine/domain/outcome.ts'
import { startReferenceService, type RunningService } from '../../src/reference-service/server.ts'
import { forEachFacet, FACETS, FACET_VALUES } from '../../src/shared/image.ts'
import type { KeySlot } from '../../src/shared/send.ts'
import { directSend, type Keys } from '../helpers/direct-send.ts'

const IMAGES = 600
let service: RunningService

beforeAll(async () => {
  service = await startReferenceService({ images: IMAGES, projects: 38, seed: 7, perMinute: 0 })
})
afterAll(() => service.close())
beforeEach(() => {
  service.change({ perMinute: 0, strictResults: false, listResults: false, listDescriptions: false, faults: null })
  service.clearLog()
})

const keys = (): Keys => ({
  images: service.settings.imagesKey,
  projects: service.settings.projectsKey,
  'draft-images': service.settings.imagesKey,
  'draft-projects': service.settings.projectsKey
})

function client(slot: KeySlot = 'images', dialect: Dialect = createDialect()): ServiceClient {
  return { send: directSend(keys()), slot, address: service.url, dialect, now: () => Date.now() }
}

/** Returns the value of an applied outcome; fails the test with any other outcome. */
function applied<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'applied' || outcome.value === null) throw new Error(`not applied: ${JSON.stringify(outcome)}`)
  return outcome.value
}

const truth = () => [...service.truth.images.values()]
const knownOf = (id: string) => ({
  results: null,
  result: service.truth.images.get(Number(id))?.result ?? null,
  url: null
})

/** Ids of every page, in the order of the service. */
async function allImages(args: Omit<ImageListArgs, 'perPage'>): Promise<readonly number[]> {
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const response = applied((await listImages(client(), { ...args, perPage: 100, page })).outcome)
    expect(response).toMatchObject({ currentPage: page, perPage: 100, unreadable: 0 })
    ids.push(...response.records.map((image) => Number(image.id)))
    if (response.hasNext === false) return ids
  }
}

const ascending = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)

describe('list of images', () => {
  it('reads every record with every field', async () => {
    const ids = await allImages({ sortBy: 'id', sort: 'asc' })
    expect(ids).toEqual(truth().map((image) => image.id))
    const first = applied((await listImages(client(), { perPage: 10, sortBy: 'id', sort: 'asc' })).outcome).records[0]
    const record = service.truth.images.get(1)
    expect(first).toMatchObject({
      id: '1',
      other: {},
      fields: {
        name: record?.name,
        ...forEachFacet((facet) => record?.[facet]),
        favorite: record?.favorite,
        result: record?.result,
        createdAt: record?.createdAt,
        updatedAt: record?.updatedAt
      }
    })
    expect(first?.fields.picture?.startsWith(`${service.url}/`)).toBe(true)
  })

  const choices = FACETS.flatMap((facet) => FACET_VALUES[facet].map((value) => [facet, value] as const))

  it.each(choices)('%s=%s', async (facet, value) => {
    const expected = truth().filter((image) => image[facet] === value)
    expect(expected.length).toBeGreaterThan(0)
    expect(ascending(await allImages({ [facet]: value }))).toEqual(expected.map((image) => image.id))
  })

  it.each([true, false])('favorite=%s, in the spelling that the service accepts', async (favorite) => {
    const expected = truth().filter((image) => image.favorite === favorite)
    expect(expected.length).toBeGreaterThan(0)
    expect(ascending(await allImages({ favorite }))).toEqual(expected.map((image) => image.id))
    expect(service.log.every((request) => request.query['favorite'] === (favorite ? '1' : '0'))).toBe(true)
  })

  it('favorite: a service that ignores the first spelling gets the other one, then results are filtered locally', async () => {
    const dialect = createDialect({ 'filter.boolean': 'words' })
    const answered = await listImages(client('images', dialect), { perPage: 100, favorite: true })
    expect(answered.favoriteFilter).toBe('ignored')
    expect(applied(answered.outcome).records.every((image) => image.fields.favorite === true)).toBe(true)
    expect(service.log.map((request) => request.query['favorite'])).toEqual(['true'])
  })

  it('search and search_by', async () => {
    const term = truth()[0]?.name.split(' ')[0] ?? ''
    const expected = truth().filter((image) => image.name.toLowerCase().includes(term.toLowerCase()))
    expect(ascending(await allImages({ search: term, searchBy: 'name' }))).toEqual(expected.map((image) => image.id))
    expect(service.log[0]?.query).toMatchObject({ search: term, search_by: 'name' })
  })

  it.each(['desc', 'asc'] as const)('sort_by=id, sort=%s', async (sort) => {
    const ids = truth().map((image) => image.id)
    expect(await allImages({ sortBy: 'id', sort })).toEqual(sort === 'asc' ? ids : ids.toReversed())
  })

  it.each(['desc', 'asc'] as const)('sort_by=name, sort=%s', async (sort) => {
    const names = (await allImages({ sortBy: 'name', sort })).map(
      (id) => service.truth.images.get(id)?.name.toLowerCase() ?? ''
    )
    const sorted = [...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    expect(names).toEqual(sort === 'asc' ? sorted : sorted.toReversed())
  })

  it.each(PER_PAGE)('per_page=%i', async (perPage) => {
    const page = applied((await listImages(client(), { perPage, page: 2 })).outcome)
    expect(page).toMatchObject({ perPage, currentPage: 2, total: truth().length, hasNext: true })
    expect(page.records).toHaveLength(perPage)
  })

  it('every parameter at once', async () => {
    const some = truth().find((image) => image.style !== null && image.medium !== null && image.filter !== null)
    if (some === undefined) throw new Error('the seed must produce an image with every facet')
    const args = {
      style: some.style,
      medium: some.medium,
      filter: some.filter,
      resolution: some.resolution
    } as ImageListArgs
    const ids = await allImages({
      ...args,
      favorite: some.favorite,
      search: some.name,
      searchBy: 'name',
      sortBy: 'name',
      sort: 'asc'
    })
    expect(ids).toContain(some.id)
  })

  it('past the end: an empty page', async () => {
    const page = applied((await listImages(client(), { perPage: 100, page: 999 })).outcome)
    expect(page).toMatchObject({ records: [], hasNext: false })
  })

  it('results and descriptions where the service returns them', async () => {
    service.change({ listResults: true, listDescriptions: true })
    const dialect = createDialect()
    const [first] = applied((await listImages(client('images', dialect), { perPage: 10 })).outcome).records
    expect(first?.fields.results).toHaveLength(1)
    expect(first?.fields.description).toBe(service.truth.images.get(Number(first?.id))?.description)
    expect(dialect.get('results.carrier')).toBe('list')
  })
})

describe('show, store, update, delete of an image', () => {
  it('show', async () => {
    expect(applied((await showImage(client(), { id: '12' })).outcome)).toMatchObject({
      id: '12',
      fields: { name: service.truth.images.get(12)?.name }
    })
    expect((await showImage(client(), { id: '999999' })).outcome.kind).toBe('gone')
    expect((await showImage(client(), { id: 'no such/id' })).outcome.kind).toBe('gone')
  })

  it('store with the required fields, one POST', async () => {
    const form = { name: '  Fox & ü  ', description: 'A fox + a "hound"', resolution: '512x512' } as const
    const made = applied((await storeImage(client(), form)).outcome)
    expect(service.log).toHaveLength(1)
    expect(service.log[0]).toMatchObject({ method: 'POST', status: 201 })
    expect(service.truth.images.get(Number(made.id))).toMatchObject({
      name: 'Fox & ü',
      description: 'A fox + a "hound"',
      resolution: '512x512',
      style: null,
      medium: null,
      filter: null
    })
    expect(made.fields.name).toBe('Fox & ü')
  })

  it.each(FACETS.flatMap((facet) => FACET_VALUES[facet].map((value) => ({ [facet]: value }))))(
    'store with %o',
    async (facet) => {
      const made = applied(
        (await storeImage(client(), { name: 'n', description: 'd', resolution: '256x256', ...facet })).outcome
      )
      expect(service.truth.images.get(Number(made.id))).toMatchObject(facet)
      expect(made.fields).toMatchObject(facet)
    }
  )

  it('store that the service rejects, field by field', async () => {
    const { outcome } = await storeImage(client(), { name: '', description: 'd'.repeat(2_049), resolution: '256x256' })
    expect(outcome).toMatchObject({ kind: 'rejected', failure: { code: 'refused-fields', status: 422 } })
    expect(Object.keys((outcome.kind === 'rejected' && outcome.failure.fields) || {}).sort()).toEqual([
      'description',
      'name'
    ])
  })

  it.each(['lenient', 'strict'])('sets and clears favorite by PUT on a %s service', async (mode) => {
    service.change({ strictResults: mode === 'strict' })
    const name = service.truth.images.get(20)?.name
    for (const favorite of [true, false, true]) {
      const { outcome, along } = await updateImage(client(), { id: '20', favorite, known: knownOf('20') })
      expect(applied(outcome).fields.favorite).toBe(favorite)
      expect(along).toEqual({ results: 'result', showsOther: false })
      expect(service.truth.images.get(20)).toMatchObject({ favorite, name })
    }
    expect(service.log.every(({ method, form }) => method === 'PUT' && !('name' in form) && 'results' in form)).toBe(
      true
    )
  })

  it('a strict service accepts a known empty list and unknown results', async () => {
    service.change({ strictResults: true })
    for (const known of [
      { results: '[]', result: null, url: null },
      { results: null, result: null, url: null }
    ])
      expect((await updateImage(client(), { id: '21', favorite: true, known })).outcome.kind).toBe('applied')
  })

  it('results are sent back unchanged', async () => {
    service.change({ listResults: true })
    const shown = applied((await showImage(client(), { id: '22' })).outcome)
    const known = { results: JSON.stringify(shown.fields.results), result: null, url: null }
    const answered = await updateImage(client(), { id: '22', favorite: true, known })
    expect(answered).toMatchObject({ along: { results: 'results', showsOther: false } })
    expect(applied((await showImage(client(), { id: '22' })).outcome).fields.results).toEqual(shown.fields.results)
  })

  it('results that are objects arrive as objects', async () => {
    service.change({ listResults: true })
    const results = [{ url: 'https://example.org/a.png', seed: '7' }]
    await updateImage(client(), {
      id: '23',
      favorite: true,
      known: { results: JSON.stringify(results), result: null, url: null }
    })
    expect(applied((await showImage(client(), { id: '23' })).outcome).fields.results).toEqual(results)
  })

  it('by PATCH after a 405, remembered for the next request', async () => {
    service.change({
      faults: ({ method }) =>
        method === 'PUT' ? { kind: 'status', status: 405, headers: { allow: 'GET, PATCH' } } : null
    })
    const dialect = createDialect()
    for (const id of ['24', '25'])
      expect(
        (await updateImage(client('images', dialect), { id, favorite: true, known: knownOf(id) })).outcome.kind
      ).toBe('applied')
    expect(service.log.map((request) => request.method)).toEqual(['PUT', 'PATCH', 'PATCH'])
    expect(service.truth.images.get(25)?.favorite).toBe(true)
  })

  it('as 1 and 0 where true is rejected', async () => {
    const dialect = createDialect({ 'update.boolean': 'words' })
    const target = client('images', dialect)
    expect((await updateImage(target, { id: '26', favorite: true, known: knownOf('26') })).outcome.kind).toBe('applied')
    expect(service.log.map((request) => request.form['favorite'])).toEqual(['true', '1'])
    expect(dialect.get('update.boolean')).toBe('digits')
  })

  it('rename', async () => {
    const { outcome } = await updateImage(client(), {
      id: '27',
      name: ' New name ',
      favorite: false,
      known: knownOf('27')
    })
    expect(applied(outcome).fields.name).toBe('New name')
    const tooLong = await updateImage(client(), {
      id: '27',
      name: 'x'.repeat(129),
      favorite: false,
      known: knownOf('27')
    })
    expect(tooLong.outcome).toMatchObject({ kind: 'rejected', failure: { fields: { name: [expect.any(String)] } } })
    expect((await updateImage(client(), { id: '999999', favorite: true, known: knownOf('1') })).outcome).toMatchObject({
      kind: 'rejected',
      failure: { code: 'not-found' }
    })
  })

  it('delete, and delete again', async () => {
    expect((await deleteImage(client(), { id: '30' })).outcome.kind).toBe('applied')
    expect(service.truth.images.has(30)).toBe(false)
    expect((await deleteImage(client(), { id: '30' })).outcome.kind).toBe('applied')
  })
})

describe('projects', () => {
  const projects = () => [...service.truth.projects.values()]
  const names = async (args: Parameters<typeof listProjects>[1]) =>
    applied((await listProjects(client('projects'), args)).outcome).records.map((record) => record.project)

  it('reads every record with every field', async () => {
    const page = applied((await listProjects(client('projects'), { perPage: 100 })).outcome)
    expect(page).toMatchObject({ total: projects().length, hasNext: false, unreadable: 0 })
    const [first] = page.records
    const record = service.truth.projects.get(first?.project ?? '')
    expect(first).toMatchObject({ reports: record?.reports, createdAt: record?.createdAt, other: {} })
    expect(Number(first?.result)).toBe(Number(record?.result))
  })

  it.each(['asc', 'desc'] as const)('sort_by=project and created_at, sort=%s', async (sort) => {
    const byName = await names({ perPage: 100, sortBy: 'project', sort })
    const sorted = [...byName].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    expect(byName).toEqual(sort === 'asc' ? sorted : sorted.toReversed())
    const dates = (await names({ perPage: 100, sortBy: 'created_at', sort })).map(
      (name) => service.truth.projects.get(name)?.createdAt ?? 0
    )
    expect(dates).toEqual([...dates].sort((a, b) => (sort === 'asc' ? a - b : b - a)))
  })

  it.each(PER_PAGE)('per_page=%i and page', async (perPage) => {
    const page = applied((await listProjects(client('projects'), { perPage, page: 1 })).outcome)
    expect(page.records).toHaveLength(Math.min(perPage, projects().length))
    expect(await names({ perPage: 10, page: 2 })).not.toEqual(await names({ perPage: 10, page: 1 }))
  })

  it('search and search_by', async () => {
    const term = projects()[0]?.project.slice(0, 4) ?? ''
    const expected = projects().filter(({ project }) => project.toLowerCase().includes(term.toLowerCase()))
    expect((await names({ perPage: 100, search: term, searchBy: 'project' })).sort()).toEqual(
      expected.map(({ project }) => project).sort()
    )
  })

  it('delete, whose response mentions a report, and delete again', async () => {
    const project = projects()[0]?.project ?? ''
    expect((await deleteProject(client('projects'), { project })).outcome).toEqual({ kind: 'applied', value: null })
    expect(service.truth.projects.has(project)).toBe(false)
    // Only the list shows whether it is deleted: services that address projects by id respond the same for an existing
    // one.
    expect((await deleteProject(client('projects'), { project })).outcome.kind).toBe('unknown')
  })
})

describe('failures on the wire', () => {
  it('a bad key', async () => {
    const bad: ServiceClient = { ...client(), send: directSend({ images: 'not-the-key' }) }
    expect((await listImages(bad, { perPage: 10 })).outcome).toMatchObject({
      kind: 'signed-out',
      failure: { code: 'unauthorized', status: 401 }
    })
  })

  it('the rate limit: headers are read, a refusal names the delay', async () => {
    service.change({ perMinute: 2 })
    const first = await listImages(client(), { perPage: 10 })
    expect(first.facts.rate).toMatchObject({ limit: 2, remaining: expect.any(Number) })
    for (let count = 0; count < 3; count += 1) await listImages(client(), { perPage: 10 })
    const { outcome, facts } = await listImages(client(), { perPage: 10 })
    expect(outcome.kind).toBe('rate-limited')
    expect(facts.rate.retryAfterMs).toBeGreaterThanOrEqual(1_000)
    expect(facts.rate.retryAfterMs).toBeLessThanOrEqual(60_000)
  })

  it.each([
    ['update', (target: ServiceClient) => updateImage(target, { id: '40', favorite: true, known: knownOf('40') })],
    ['delete image', (target: ServiceClient) => deleteImage(target, { id: '41' })],
    ['store', (target: ServiceClient) => storeImage(target, { name: 'n', description: 'd', resolution: '256x256' })],
    [
      'delete project',
      (target: ServiceClient) => deleteProject({ ...target, slot: 'projects' }, { project: 'none.example' })
    ]
  ])('%s: a response that is lost, cut off, or replaced by a page is unknown', async (_name, operation) => {
    for (const fault of [
      { kind: 'drop-after' },
      { kind: 'status', status: 504, isHandled: true, body: '<html>' },
      { kind: 'html' }
    ] as const) {
      service.change({ faults: () => fault })
      service.clearLog()
      expect((await operation(client())).outcome.kind).toBe('unknown')
      expect(service.log).toHaveLength(1)
    }
  })

  it('the same failures of reads are retried or reported as not the service', async () => {
    service.change({ faults: () => ({ kind: 'drop-before' }) })
    expect((await listImages(client(), { perPage: 10 })).outcome).toMatchObject({
      kind: 'retry',
      failure: { code: 'connection-lost' }
    })
    service.change({ faults: () => ({ kind: 'html' }) })
    expect((await listImages(client(), { perPage: 10 })).outcome).toMatchObject({
      kind: 'stopped',
      failure: { code: 'not-json' }
    })
  })

  it('no service at the address', async () => {
    const gone = await startReferenceService({ images: 1, perMinute: 0 })
    await gone.close()
    const target = { ...client(), address: gone.url }
    expect((await updateImage(target, { id: '1', favorite: true, known: knownOf('1') })).outcome).toMatchObject({
      kind: 'retry',
      countsAttempt: false,
      failure: { code: 'connection-refused' }
    })
  })
})

describe('connection test', () => {
  const run = (more: { images?: string; projects?: string; keys?: Keys } = {}) =>
    testConnection({
      send: directSend(more.keys ?? keys()),
      now: () => Date.now(),
      images: more.images ?? service.imagesUrl,
      projects: more.projects ?? `${service.projectsUrl}/api/v1/projects`,
      onProgress: () => undefined
    })

  it('both groups readable', async () => {
    const all = { address: 'passed', secure: 'skipped', service: 'passed', key: 'passed', readable: 'passed' }
    const test = await run()
    expect(test.images).toEqual({ group: 'images', marks: all, failure: null, movedTo: null })
    expect(test.projects).toEqual({ group: 'projects', marks: all, failure: null, movedTo: null })
    expect(service.log.map((request) => request.query)).toEqual([{ per_page: '10' }, { per_page: '10' }])
  })

  it('one key for two products: only the projects are rejected', async () => {
    const shared = { ...keys(), 'draft-projects': service.settings.imagesKey }
    const test = await run({ keys: shared })
    expect(test.images.failure).toBeNull()
    expect(test.projects).toMatchObject({
      failure: { code: 'unauthorized' },
      marks: { service: 'passed', key: 'failed', readable: 'skipped' }
    })
  })

  it('a path that is not the API', async () => {
    const test = await run({ images: `${service.url}/nowhere` })
    expect(test.images).toMatchObject({
      failure: { code: 'wrong-address' },
      marks: { service: 'passed', readable: 'failed' }
    })
  })
})
