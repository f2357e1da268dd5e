import { describe, expect, test } from 'vitest'
import { bodyOf, createTestCaller, createTestClock, listOf } from '../../test/helpers/call-service.ts'
import { FACETS, FACET_VALUES } from '../shared/image.ts'

const CHOICES = FACETS.flatMap((facet) => FACET_VALUES[facet].map((value) => [facet, value] as const))
const IMAGES = '/api/v1/images'
const PROJECTS = '/api/v1/projects'
const NEW_IMAGE = 'name=Koi&description=Five+koi&resolution=512x512'

describe('list of images', () => {
  test('has the envelope of the standard dialect', async () => {
    const { response } = createTestCaller()
    const got = await response(`GET ${IMAGES}?per_page=25&page=2&sort_by=name&sort=asc`)
    const body = listOf(got)
    expect(Object.keys(body)).toEqual(['data', 'links', 'meta', 'status'])
    const fields = ['id', 'name', ...FACETS, 'result', 'url', 'favorite', 'created_at', 'updated_at']
    expect(Object.keys(body.data[0] ?? {})).toEqual(fields)
    expect(body.data).toHaveLength(25)
    const at = (page: number): string => `http://service.test${IMAGES}?per_page=25&sort_by=name&sort=asc&page=${page}`
    expect(body.links).toEqual({ first: at(1), last: at(5), prev: at(1), next: at(3) })
    expect(body.meta).toEqual({
      current_page: 2,
      from: 26,
      last_page: 5,
      path: `http://service.test${IMAGES}`,
      per_page: 25,
      to: 50,
      total: 120
    })
    expect(body.status).toBe(200)
    expect(got.body).toContain('http:\\/\\/service.test')
    expect(got.body).not.toMatch(/[^\x20-\x7e]/)
  })

  test.each([
    ['', 1],
    ['page=3', 3],
    ['page=0', 1],
    ['page=-2', 1],
    ['page=two', 1],
    ['page=', 1]
  ])('%s is page %d', async (query, page) => {
    const { response } = createTestCaller()
    expect(listOf(await response(`GET ${IMAGES}?per_page=10&${query}`)).meta.current_page).toBe(page)
  })

  test('a page past the end is empty, not an error', async () => {
    const { response } = createTestCaller()
    const got = await response(`GET ${IMAGES}?per_page=100&page=9`)
    expect(got.status).toBe(200)
    expect(bodyOf(got)).toMatchObject({ data: [], links: { prev: expect.stringContaining('page=8'), next: null } })
    expect(listOf(got).meta).toMatchObject({ current_page: 9, from: null, to: null, last_page: 2, total: 120 })
  })

  test.each([
    ['per_page=10', 10],
    ['per_page=25', 25],
    ['per_page=50', 50],
    ['per_page=100', 100],
    ['per_page=7', 100],
    ['', 100]
  ])('%s gives %d rows', async (query, rows) => {
    const { response } = createTestCaller()
    expect(listOf(await response(`GET ${IMAGES}?${query}`)).data).toHaveLength(rows)
  })

  test("without per_page the operator's setting applies", async () => {
    const { response } = createTestCaller({ imagesPerPage: 25 })
    expect(listOf(await response(`GET ${IMAGES}`)).meta.per_page).toBe(25)
  })

  test.each(CHOICES)('%s=%s', async (field = '', value = '') => {
    const { response } = createTestCaller({ images: 2000 })
    const rows = listOf(await response(`GET ${IMAGES}?${field}=${value}`)).data
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row) => row[field] === value)).toBe(true)
  })

  test('favorite accepts 1 and 0; true and false are silently ignored', async () => {
    const { response } = createTestCaller()
    const total = async (favorite: string): Promise<number> =>
      listOf(await response(`GET ${IMAGES}?favorite=${favorite}`)).meta.total
    expect((await total('1')) + (await total('0'))).toBe(120)
    expect(await total('1')).toBeLessThan(60)
    expect(await total('true')).toBe(120)
    expect(await total('false')).toBe(120)
  })

  test('search is LIKE on the name, and 0 is ignored', async () => {
    const { response } = createTestCaller({ images: 2000 })
    const found = async (query: string): Promise<string[]> =>
      listOf(await response(`GET ${IMAGES}?${query}`)).data.map((row) => row.name)
    const koi = await found('search=koi&search_by=name')
    expect(koi.length).toBeGreaterThan(0)
    expect(koi.every((name) => /koi/i.test(name))).toBe(true)
    expect((await found('search=k_i%25pond')).every((name) => /k.i.*pond/i.test(name))).toBe(true)
    expect(await found('search=0')).toHaveLength(100)
    expect(await found('search=no-such-name')).toEqual([])
    expect(await found('search=koi&search_by=id')).toEqual(koi)
  })

  test('sorts by id and name; unknown values use the default', async () => {
    const { response } = createTestCaller()
    const ids = async (query: string): Promise<number[]> =>
      listOf(await response(`GET ${IMAGES}?per_page=10&${query}`)).data.map((row) => row.id)
    expect((await ids('sort_by=id&sort=asc'))[0]).toBe(1)
    expect((await ids('sort_by=id&sort=desc'))[0]).toBe(120)
    expect((await ids('sort_by=size&sort=up'))[0]).toBe(120)
    expect(await ids('sort_by=name&sort=asc')).not.toEqual(await ids('sort_by=name&sort=desc'))
  })
})

describe('one image', () => {
  test('show', async () => {
    const { response } = createTestCaller()
    expect(bodyOf(await response(`GET ${IMAGES}/5`))).toMatchObject({ data: { id: 5 }, status: 200 })
  })

  test.each(['0', '121', 'abc', '1.5', '-1', '99999999999999999999', '%zz'])('show %s is 404', async (id) => {
    const { response } = createTestCaller()
    const got = await response(`GET ${IMAGES}/${id}`)
    expect(got).toMatchObject({ status: 404, body: '{"message":"Resource not found.","status":404}' })
  })

  test('records contain results and description only with a switch', async () => {
    const { response, service } = createTestCaller()
    expect(bodyOf(await response(`GET ${IMAGES}/5`)).data).not.toHaveProperty('results')
    service.change({ listResults: true, listDescriptions: true })
    const { data } = bodyOf(await response(`GET ${IMAGES}/5`))
    expect(data.results).toEqual([data.url])
    expect(data.description).toBeTypeOf('string')
    expect(listOf(await response(`GET ${IMAGES}`)).data[0]).toHaveProperty('results')
  })

  test('delete, and delete again', async () => {
    const { response, service } = createTestCaller()
    expect(bodyOf(await response(`DELETE ${IMAGES}/5`))).toEqual({ id: 5, object: 'image', deleted: true, status: 200 })
    expect((await response(`DELETE ${IMAGES}/5`)).status).toBe(404)
    expect((await response(`GET ${IMAGES}/5`)).status).toBe(404)
    expect(service.truth.images.size).toBe(119)
  })
})

describe('store', () => {
  test('responds with 201 and status 200 in the body, and stores trimmed text', async () => {
    const { response, service } = createTestCaller()
    const form = 'name=+Koi++&description=Five&resolution=1024x1024&style=anime&medium=&filter=sepia'
    const got = await response(`POST ${IMAGES}`, { form })
    expect(got.status).toBe(201)
    expect(bodyOf(got)).toMatchObject({
      status: 200,
      data: {
        id: 121,
        name: 'Koi',
        style: 'anime',
        medium: null,
        filter: 'sepia',
        resolution: '1024x1024',
        favorite: 0
      }
    })
    expect(bodyOf(got).data.url).toMatch(
      /^http:\/\/service\.test\/uploads\/users\/images\/anime\..*\.sepia\.1024\.webp$/
    )
    expect(service.store.images.get(121)?.description).toBe('Five')
  })

  test.each(CHOICES)('accepts %s=%s', async (field = '', value = '') => {
    const { response } = createTestCaller()
    const got = await response(`POST ${IMAGES}`, { form: `${NEW_IMAGE}&${field}=${value}` })
    expect(bodyOf(got).data[field]).toBe(value)
  })

  test.each([
    ['', ['name', 'description', 'resolution']],
    ['name=+&description=d&resolution=512x512', ['name']],
    [`name=${'n'.repeat(129)}&description=d&resolution=512x512`, ['name']],
    [`name=n&description=${'d'.repeat(2049)}&resolution=512x512`, ['description']],
    ['name[]=n&description=d&resolution=512x512', ['name']],
    ['name=n&description=d&resolution=640x480', ['resolution']],
    [`${NEW_IMAGE}&style=cubism&medium=oil&filter=blur`, ['style', 'medium', 'filter']]
  ])('%.40s is 422 with the field map inside message', async (form, fields) => {
    const { response } = createTestCaller()
    const got = await response(`POST ${IMAGES}`, { form })
    expect(got.status).toBe(422)
    expect(bodyOf(got).status).toBe(422)
    expect(Object.keys(bodyOf(got).message)).toEqual(fields)
    expect(bodyOf(got).message[fields[0] ?? '']).toEqual([expect.any(String)])
  })

  test('a name of 128 letters beyond ASCII fits', async () => {
    const { response } = createTestCaller()
    const got = await response(`POST ${IMAGES}`, {
      form: `name=${encodeURIComponent('😀'.repeat(128))}&description=d&resolution=512x512`
    })
    expect(got.status).toBe(201)
  })

  test('an exhausted quota is a 422 on the field name', async () => {
    const { response } = createTestCaller({ imageQuota: 1 })
    expect((await response(`POST ${IMAGES}`, { form: NEW_IMAGE })).status).toBe(201)
    const got = await response(`POST ${IMAGES}`, { form: NEW_IMAGE })
    expect(got.status).toBe(422)
    expect(Object.keys(bodyOf(got).message)).toEqual(['name'])
  })

  test('is delayed by the store delay without delaying other requests', async () => {
    const clock = createTestClock()
    const { response, service } = createTestCaller({ clock, storeDelayMs: 20_000 })
    const storing = response(`POST ${IMAGES}`, { form: NEW_IMAGE })
    expect((await response(`GET ${IMAGES}/1`)).status).toBe(200)
    expect(service.store.images.size).toBe(120)
    clock.advance(20_000)
    expect((await storing).status).toBe(201)
    expect(service.store.images.size).toBe(121)
  })

  test('a spread varies the delay of each create within its bounds', async () => {
    const waits: number[] = []
    const clock = { ...createTestClock(), wait: async (ms: number) => void waits.push(ms) }
    const { response } = createTestCaller({ clock, storeDelayMs: 1_000, storeSpreadMs: 500 })
    for (let count = 0; count < 8; count++) await response(`POST ${IMAGES}`, { form: NEW_IMAGE })
    expect(new Set(waits).size).toBeGreaterThan(4)
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000)
    expect(Math.max(...waits)).toBeLessThan(1_500)
  })
})

describe('update', () => {
  test.each(['PUT', 'PATCH'])('%s changes only the sent fields', async (method) => {
    const { response, service } = createTestCaller()
    const before = service.store.images.get(7)
    const got = await response(`${method} ${IMAGES}/7`, { form: 'favorite=1&results[]=a.png' })
    expect(got.status).toBe(200)
    expect(bodyOf(got)).toMatchObject({ status: 200, data: { id: 7, favorite: 1, name: before?.name } })
    expect(service.store.images.get(7)).toMatchObject({ favorite: true, results: ['a.png'], style: before?.style })
    const renamed = await response(`${method} ${IMAGES}/7`, { form: 'name=Renamed&favorite=0' })
    expect(bodyOf(renamed).data).toMatchObject({ name: 'Renamed', favorite: 0 })
  })

  test.each([
    ['favorite=true', 'favorite'],
    ['favorite=false', 'favorite'],
    ['favorite=', 'favorite'],
    ['favorite=2', 'favorite'],
    ['name=', 'name'],
    [`name=${'n'.repeat(129)}`, 'name']
  ])('%.20s is 422 on %s', async (form, field) => {
    const { response, service } = createTestCaller()
    const before = service.store.images.get(7)
    const got = await response(`PUT ${IMAGES}/7`, { form })
    expect(got.status).toBe(422)
    expect(Object.keys(bodyOf(got).message)).toEqual([field])
    expect(service.store.images.get(7)).toEqual(before)
  })

  test('lenient accepts any field; strict requires results and favorite', async () => {
    const { response, service } = createTestCaller()
    expect((await response(`PUT ${IMAGES}/7`, { form: 'favorite=1' })).status).toBe(200)
    expect((await response(`PUT ${IMAGES}/7`, { form: '' })).status).toBe(200)
    service.change({ strictResults: true })
    const fields = async (form: string): Promise<string[]> => {
      const got = await response(`PUT ${IMAGES}/7`, { form })
      return got.status === 422 ? Object.keys(bodyOf(got).message) : []
    }
    expect(await fields('favorite=1')).toEqual(['results'])
    expect(await fields('favorite=1&results=text')).toEqual(['results'])
    expect(await fields('results[]=a')).toEqual(['favorite'])
    expect(await fields('')).toEqual(['favorite', 'results'])
    expect(await fields('favorite=1&results[]=a')).toEqual([])
    expect(await fields('favorite=1&results[0][url]=a')).toEqual([])
    expect(await fields('favorite=1&results[]=')).toEqual([])
    expect(service.store.images.get(7)?.results).toEqual([])
  })

  test('only url-encoded forms are read; a multipart PUT is empty', async () => {
    const { response, service } = createTestCaller({ strictResults: true })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const form = '--x\r\ncontent-disposition: form-data; name="favorite"\r\n\r\n1\r\n--x--'
    expect((await response(`PUT ${IMAGES}/7`, { form, headers })).status).toBe(422)
    service.change({ strictResults: false })
    const before = service.store.images.get(7)?.favorite
    expect((await response(`PUT ${IMAGES}/7`, { form, headers })).status).toBe(200)
    expect(service.store.images.get(7)?.favorite).toBe(before)
  })

  test('POST with _method works as PUT', async () => {
    const { response, service } = createTestCaller()
    expect((await response(`POST ${IMAGES}/7`, { form: '_method=put&favorite=1' })).status).toBe(200)
    expect(service.store.images.get(7)?.favorite).toBe(true)
  })

  test('an unknown record is 404 before its form is validated', async () => {
    const { response } = createTestCaller()
    expect((await response(`PUT ${IMAGES}/999`, { form: 'favorite=true' })).status).toBe(404)
  })
})

describe('projects', () => {
  test('list with fields, envelope, defaults, search and sort', async () => {
    const { response } = createTestCaller()
    const body = listOf(await response(`GET ${PROJECTS}`))
    expect(body.meta).toMatchObject({ per_page: 10, total: 38, last_page: 4 })
    expect(Object.keys(body.data[0] ?? {})).toEqual(['project', 'reports', 'result', 'created_at'])
    expect(body.data[0]?.result).toMatch(/^\d+\.\d\d$/)
    const names = listOf(await response(`GET ${PROJECTS}?sort_by=project&sort=asc&per_page=50`)).data.map(
      (row) => row.project
    )
    expect(names).toHaveLength(38)
    expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)))
    const found = listOf(await response(`GET ${PROJECTS}?search=tinroof&search_by=project`)).data
    expect(found.every((row) => row.project.includes('tinroof'))).toBe(true)
    const last = listOf(await response(`GET ${PROJECTS}?sort_by=created_at&sort=asc&page=1`)).data[0]
    expect(Date.parse(last?.created_at ?? '')).toBeLessThan(Date.parse(body.data[0]?.created_at ?? ''))
  })

  test('delete accepts one encoded segment and returns object "report"', async () => {
    const { response, service } = createTestCaller()
    for (const project of ['shop.example.org', 'a/b c', '50% off', '雨.example']) {
      service.store.projects.put({ project, reports: 1, result: '1.00', createdAt: 0 })
      const got = await response(`DELETE ${PROJECTS}/${encodeURIComponent(project)}`)
      expect(bodyOf(got)).toEqual({ id: project, object: 'report', deleted: true, status: 200 })
      expect((await response(`DELETE ${PROJECTS}/${encodeURIComponent(project)}`)).status).toBe(404)
    }
    expect(service.truth.projects.size).toBe(38)
  })
})

describe('access', () => {
  test('each group has its own key', async () => {
    const { response, service } = createTestCaller()
    const crossed = { authorization: `Bearer ${service.settings.projectsKey}` }
    const got = await response(`GET ${IMAGES}`, { headers: crossed })
    expect(got).toMatchObject({ status: 401, body: '{"message":"Unauthenticated."}' })
    const other = { authorization: `Bearer ${service.settings.imagesKey}` }
    expect((await response(`GET ${PROJECTS}`, { headers: other })).status).toBe(401)
    expect((await response(`GET ${PROJECTS}`)).status).toBe(200)
    service.change({ imagesKey: 'one-key-for-both', projectsKey: 'one-key-for-both' })
    expect((await response(`GET ${IMAGES}`)).status).toBe(200)
    expect((await response(`GET ${PROJECTS}`)).status).toBe(200)
  })

  test.each(['', 'Bearer', 'Basic abc', 'Bearer wrong-key'])('authorization "%s" is 401', async (authorization) => {
    const { response } = createTestCaller()
    expect((await response(`GET ${IMAGES}`, { headers: { authorization } })).status).toBe(401)
  })

  test.each(['text/html', '*/*', ''])(
    'an invalid key with Accept "%s" is redirected to the login page',
    async (accept) => {
      const { response } = createTestCaller()
      const got = await response(`GET ${IMAGES}`, { headers: { accept, authorization: 'Bearer wrong-key' } })
      expect(got.status).toBe(302)
      expect(got.headers['location']).toBe('http://service.test/login')
      expect((await response('GET /login')).headers['content-type']).toContain('text/html')
    }
  )

  test.each([
    ['PUT', IMAGES, 'GET, HEAD, POST'],
    ['DELETE', IMAGES, 'GET, HEAD, POST'],
    ['POST', `${IMAGES}/1`, 'GET, HEAD, PUT, PATCH, DELETE'],
    ['POST', PROJECTS, 'GET, HEAD'],
    ['DELETE', PROJECTS, 'GET, HEAD'],
    ['GET', `${PROJECTS}/a.example`, 'DELETE']
  ])('%s %s is 405 with Allow: %s', async (method, path, allow) => {
    const { response } = createTestCaller()
    const got = await response(`${method} ${path}`)
    expect(got.status).toBe(405)
    expect(got.headers['allow']).toBe(allow)
  })

  test.each(['/api/v1/videos', '/api/v1', '/api/v2/images', `${IMAGES}/1/results`, '/api/v1/constructor'])(
    '%s is 404',
    async (path) => {
      const { response } = createTestCaller()
      expect((await response(`GET ${path}`)).status).toBe(404)
    }
  )

  test('a trailing slash is redirected, so a project delete without a name deletes nothing', async () => {
    const { response, service } = createTestCaller()
    const got = await response(`DELETE ${PROJECTS}/?x=1`)
    expect(got.status).toBe(301)
    expect(got.headers['location']).toBe(`http://service.test${PROJECTS}?x=1`)
    expect(service.truth.projects.size).toBe(38)
  })

  test('HEAD is GET without the body', async () => {
    const { response } = createTestCaller()
    expect(await response(`HEAD ${IMAGES}`)).toMatchObject({ status: 200, body: '' })
  })
})

describe('rate limit', () => {
  test('both groups of one address share the limit, failed sign-ins included', async () => {
    const clock = createTestClock()
    const { response } = createTestCaller({ perMinute: 3, clock })
    const first = await response(`GET ${IMAGES}`)
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' })
    const failed = await response(`GET ${PROJECTS}`, { headers: { authorization: 'Bearer wrong-key' } })
    expect(failed).toMatchObject({ status: 401, headers: { 'x-ratelimit-remaining': '1' } })
    expect((await response(`GET ${PROJECTS}`)).headers['x-ratelimit-remaining']).toBe('0')
    clock.advance(20_000)
    const refused = await response(`GET ${IMAGES}`)
    expect(refused).toMatchObject({
      status: 429,
      body: '{"message":"Too Many Attempts."}',
      headers: { 'retry-after': '40', 'x-ratelimit-reset': String((clock.now() + 40_000) / 1000) }
    })
    expect((await response(`GET ${IMAGES}`, { address: '10.0.0.2' })).status).toBe(200)
    clock.advance(40_000)
    expect((await response(`GET ${IMAGES}`)).status).toBe(200)
  })

  test('responses can be delayed', async () => {
    const clock = createTestClock()
    const { response } = createTestCaller({ responseDelayMs: 300, clock })
    let isThere = false
    const pending = response(`GET ${IMAGES}`).then(() => (isThere = true))
    await clock.someoneWaits()
    clock.advance(299)
    await Promise.resolve()
    expect(isThere).toBe(false)
    clock.advance(1)
    expect(await pending).toBe(true)
  })
})

describe('log', () => {
  test('lists requests in order with their result', async () => {
    const { response, service } = createTestCaller()
    await response(`GET ${IMAGES}?page=2`)
    await response(`PUT ${IMAGES}/7`, { form: 'favorite=1&results[]=a' })
    await response(`GET ${PROJECTS}`, { headers: { authorization: 'Bearer wrong-key' } })
    expect(service.log.entries).toMatchObject([
      { method: 'GET', path: IMAGES, group: 'images', status: 200, fault: null, at: service.clock.now() },
      { method: 'PUT', path: `${IMAGES}/7`, group: 'images', status: 200 },
      { method: 'GET', path: PROJECTS, group: 'projects', status: 401 }
    ])
    expect(service.log.entries[0]?.query['page']).toBe('2')
    expect(service.log.entries[1]?.form['favorite']).toBe('1')
    expect(service.log.counters).toMatchObject({ requests: 3, unauthorized: 1, refused: 0, dropped: 0 })
    expect(JSON.stringify(service.log.entries)).not.toContain('wrong-key')
    service.log.clear()
    expect(service.log.entries).toEqual([])
  })
})
