import { describe, expect, it } from 'vitest'
import { responseOf, failureOf, scriptedSend, type Scripted } from '../../../../test/helpers/scripted-send.ts'
import type { SendResponse, SendRequest } from '../../../shared/send.ts'
import { createDialect } from './dialect.ts'
import { deleteImage, listImages, showImage, storeImage } from './images.ts'
import type { ServiceClient } from './service-client.ts'

const NOW = Date.UTC(2026, 10, 28, 12)

function clientOf(...answers: Scripted[]) {
  const script = scriptedSend(...answers)
  let now = NOW
  const client: ServiceClient = {
    send: script.send,
    slot: 'images',
    address: 'https://example.org',
    dialect: createDialect(),
    now: () => (now += 5)
  }
  return { client, asked: script.asked }
}

const row = (id: number, favorite?: number) => ({ id, name: `n${id}`, ...(favorite === undefined ? {} : { favorite }) })
const listOf = (...rows: object[]) => responseOf({ data: rows, meta: { current_page: 1, last_page: 1 } })
const favoriteAsked = (request: SendRequest) => new URL(request.url).searchParams.get('favorite')

describe('listImages', () => {
  it('sends the expected request and returns the facts', async () => {
    const headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59' }
    const { client, asked } = clientOf(responseOf({ data: [row(1)] }, { headers }))
    const { outcome, facts, favoriteFilter } = await listImages(client, { perPage: 100 })
    expect(asked).toEqual([
      {
        slot: 'images',
        method: 'GET',
        url: 'https://example.org/api/v1/images?per_page=100',
        form: null,
        timeoutMs: 30_000,
        once: false,
        redirects: 'refuse'
      }
    ])
    expect(outcome).toMatchObject({ kind: 'applied', value: { records: [{ id: '1' }] } })
    expect(facts).toEqual({
      status: 200,
      rate: { limit: 60, remaining: 59, resetMs: null, retryAfterMs: null },
      requests: 1
    })
    expect(favoriteFilter).toBe('none')
  })

  it.each<[string, SendResponse, object]>([
    [
      'no list at this address',
      responseOf({ message: 'Resource not found.' }, { status: 404 }),
      { kind: 'stopped', failure: { code: 'wrong-address', detail: 'Resource not found.' } }
    ],
    [
      'an HTML page',
      responseOf('<html>Sign in</html>'),
      { kind: 'stopped', failure: { code: 'not-json', host: 'example.org', detail: '<html>Sign in</html>' } }
    ],
    [
      'JSON of another kind',
      responseOf({ hello: 'world' }),
      { kind: 'stopped', failure: { code: 'not-understood', missing: 'list' } }
    ],
    ['an empty 200', responseOf(''), { kind: 'retry', failure: { code: 'not-understood' } }],
    ['a truncated response', responseOf('{"data":[{"id":1'), { kind: 'retry', failure: { code: 'connection-lost' } }],
    [
      'a bad key',
      responseOf({ message: 'Unauthenticated.' }, { status: 401 }),
      { kind: 'signed-out', failure: { code: 'unauthorized' } }
    ],
    [
      'no permission',
      responseOf({ message: 'x', status: 403 }, { status: 403 }),
      { kind: 'rejected', failure: { code: 'forbidden' } }
    ],
    [
      'an access block',
      responseOf('<html>Blocked</html>', { status: 403 }),
      { kind: 'stopped', failure: { code: 'blocked' } }
    ],
    [
      'a rate limit',
      responseOf({ message: 'Too Many Attempts.' }, { status: 429, headers: { 'retry-after': '7' } }),
      { kind: 'rate-limited', retryAfterMs: 7_000 }
    ],
    ['a rate limit without details', responseOf('', { status: 429 }), { kind: 'rate-limited', retryAfterMs: 60_000 }],
    [
      'maintenance',
      responseOf('<html>', { status: 503, headers: { 'retry-after': '9' } }),
      { kind: 'retry', failure: { code: 'service-error', retryAfterMs: 9_000 } }
    ],
    [
      'a failure inside a 200',
      responseOf({ success: false, status: 500 }),
      { kind: 'retry', failure: { code: 'service-error', status: 500 } }
    ],
    ['no network', failureOf('offline', { wasSent: false }), { kind: 'retry', countsAttempt: false }],
    [
      'a redirect',
      failureOf('redirected', { location: 'https://new.example/api' }),
      { kind: 'stopped', failure: { code: 'redirected', location: 'https://new.example/api' } }
    ],
    [
      'a redirect to its sign-in page',
      failureOf('redirected', { location: 'https://example.org/login' }),
      { kind: 'signed-out', failure: { code: 'unauthorized' } }
    ],
    [
      "a redirect to a portal's sign-in page",
      failureOf('redirected', { location: 'https://portal.example/login' }),
      { kind: 'stopped', failure: { code: 'redirected' } }
    ]
  ])('%s', async (_name, response, expected) => {
    const { client } = clientOf(response)
    expect((await listImages(client, { perPage: 10 })).outcome).toMatchObject(expected)
  })

  it('learns the kind of paging, and that the list contains results', async () => {
    const { client } = clientOf(
      responseOf({ data: [{ id: 1, results: [] }], meta: { next_cursor: 'abc' } }),
      responseOf({ data: [row(1)], meta: { current_page: 1 } })
    )
    await listImages(client, { perPage: 10 })
    expect(client.dialect.all()).toEqual({
      'list.place': 'data',
      'page.selection': 'cursor',
      'results.carrier': 'list'
    })
    await listImages(client, { perPage: 10 })
    expect(client.dialect.get('page.selection')).toBe('page')
  })
})

describe('the favorite filter', () => {
  it('is sent as 1 and learned from rows that show it', async () => {
    const { client, asked } = clientOf(listOf(row(1, 1), row(2, 1)))
    const { favoriteFilter } = await listImages(client, { perPage: 10, favorite: true })
    expect(asked.map(favoriteAsked)).toEqual(['1'])
    expect(favoriteFilter).toBe('taken')
    expect(client.dialect.known('filter.boolean')).toBe('digits')
  })

  it('is sent as true once if 1 has no effect, and is remembered', async () => {
    const { client, asked } = clientOf((request) =>
      favoriteAsked(request) === 'true' ? listOf(row(1, 1)) : listOf(row(1, 1), row(2, 0))
    )
    const first = await listImages(client, { perPage: 10, favorite: true })
    expect(first).toMatchObject({
      favoriteFilter: 'taken',
      facts: { requests: 2 },
      outcome: { value: { records: [{ id: '1' }] } }
    })
    await listImages(client, { perPage: 10, favorite: true })
    expect(asked.map(favoriteAsked)).toEqual(['1', 'true', 'true'])
  })

  it('is sent as false once if 0 is refused', async () => {
    const { client, asked } = clientOf((request) =>
      favoriteAsked(request) === 'false'
        ? listOf(row(2, 0))
        : responseOf({ message: { favorite: ['Invalid.'] } }, { status: 422 })
    )
    const { outcome } = await listImages(client, { perPage: 10, favorite: false })
    expect(outcome.kind).toBe('applied')
    expect(asked.map(favoriteAsked)).toEqual(['0', 'false'])
    expect(client.dialect.known('filter.boolean')).toBe('words')
  })

  it('is applied here if the service ignores both encodings, which are tried only once', async () => {
    const { client, asked } = clientOf(listOf(row(1, 1), row(2, 0), row(3)))
    for (let round = 0; round < 2; round += 1) {
      const { outcome, favoriteFilter } = await listImages(client, { perPage: 10, favorite: true })
      expect(favoriteFilter).toBe('ignored')
      expect(outcome).toMatchObject({ value: { records: [{ id: '1' }, { id: '3' }] } })
    }
    expect(asked).toHaveLength(3)
    expect(client.dialect.known('filter.boolean')).toBe('ignored')
  })

  it('learns nothing from an empty page or from a failure', async () => {
    const { client, asked } = clientOf(listOf(), responseOf('', { status: 500 }))
    await listImages(client, { perPage: 10, favorite: true })
    const { outcome } = await listImages(client, { perPage: 10, favorite: true })
    expect(outcome.kind).toBe('retry')
    expect(asked).toHaveLength(2)
    expect(client.dialect.known('filter.boolean')).toBeNull()
  })
})

describe('showImage', () => {
  it('reads the record of every dialect', async () => {
    for (const body of [
      { data: row(5) },
      row(5),
      { success: true, data: { image: row(5) } },
      { data: { name: 'n5' } }
    ]) {
      const { client, asked } = clientOf(responseOf(body))
      expect((await showImage(client, { id: '5' })).outcome).toMatchObject({
        kind: 'applied',
        value: { id: '5', fields: { name: 'n5' } }
      })
      expect(asked[0]).toMatchObject({ method: 'GET', url: 'https://example.org/api/v1/images/5', form: null })
    }
  })

  it('is gone only if the service itself reports it', async () => {
    const json = clientOf(responseOf({ message: 'Resource not found.', status: 404 }, { status: 404 }))
    expect((await showImage(json.client, { id: '5' })).outcome).toMatchObject({
      kind: 'gone',
      failure: { code: 'not-found' }
    })
    const html = clientOf(responseOf('<html>404</html>', { status: 404 }))
    expect((await showImage(html.client, { id: '5' })).outcome).toMatchObject({
      kind: 'stopped',
      failure: { code: 'wrong-address' }
    })
  })

  it('does not accept another record as the response', async () => {
    const { client } = clientOf(responseOf({ data: row(6) }))
    expect((await showImage(client, { id: '5' })).outcome.kind).toBe('stopped')
  })

  it('learns that only a single record contains results', async () => {
    const { client } = clientOf(responseOf({ data: { ...row(5), results: ['a'] } }))
    await showImage(client, { id: '5' })
    expect(client.dialect.get('results.carrier')).toBe('show')
    client.dialect.learn('results.carrier', 'list')
    await showImage(client, { id: '5' })
    expect(client.dialect.get('results.carrier')).toBe('list')
  })

  it.each(['', '.', '..'])('refuses the id %j before anything is sent', async (id) => {
    const { client, asked } = clientOf(responseOf({}))
    for (const operation of [showImage, deleteImage]) {
      const { outcome, facts } = await operation(client, { id })
      expect(outcome).toEqual({ kind: 'rejected', failure: { code: 'arguments-invalid' } })
      expect(facts.requests).toBe(0)
    }
    expect(asked).toEqual([])
  })
})

describe('storeImage', () => {
  const form = { name: 'Fox', description: 'A fox', resolution: '512x512', style: 'anime' } as const

  it('shows no JSON without a readable message', async () => {
    const { outcome } = await storeImage(clientOf(responseOf({ code: 7, at: [1, 2] }, { status: 400 })).client, form)
    expect(outcome).toEqual({ kind: 'rejected', failure: { code: 'refused', status: 400, host: 'example.org' } })
  })

  it('is sent once, alone and with the long timeout', async () => {
    const { client, asked } = clientOf(responseOf({ data: row(9), status: 200 }, { status: 201 }))
    expect((await storeImage(client, form)).outcome).toMatchObject({ kind: 'applied', value: { id: '9' } })
    expect(asked).toEqual([
      {
        slot: 'images',
        method: 'POST',
        url: 'https://example.org/api/v1/images',
        form: 'name=Fox&description=A+fox&resolution=512x512&style=anime',
        timeoutMs: 180_000,
        once: true,
        redirects: 'refuse'
      }
    ])
  })

  it.each<[string, SendResponse, object]>([
    [
      'a record that is still being generated',
      responseOf({ success: true, data: { ...row(9), status: 'processing' } }, { status: 202 }),
      { kind: 'applied' }
    ],
    ['202 without a record', responseOf({ status: 'processing' }, { status: 202 }), { kind: 'unknown' }],
    ['an empty 201', responseOf('', { status: 201 }), { kind: 'unknown' }],
    ['an HTML page', responseOf('<html>'), { kind: 'unknown', failure: { code: 'not-json' } }],
    [
      'a gateway timeout',
      responseOf('<html>', { status: 524 }),
      { kind: 'unknown', failure: { code: 'service-error', status: 524 } }
    ],
    ['a timeout', failureOf('timed-out'), { kind: 'unknown', failure: { code: 'timed-out' } }],
    ['a refused connection', failureOf('connection-refused', { wasSent: false }), { kind: 'retry' }],
    [
      'an exhausted quota',
      responseOf({ message: { name: ['No images left.'] }, status: 422 }, { status: 422 }),
      { kind: 'rejected', failure: { code: 'refused-fields', fields: { name: ['No images left.'] } } }
    ],
    [
      'fields at the root of a 400',
      responseOf({ name: ['Too long.'] }, { status: 400 }),
      { kind: 'rejected', failure: { code: 'refused-fields', status: 400, fields: { name: ['Too long.'] } } }
    ],
    [
      'a failure inside a 200',
      responseOf({ success: false, status: 422, errors: [{ field: 'name', message: 'x' }] }),
      { kind: 'rejected', failure: { code: 'refused-fields', status: 422 } }
    ],
    ['404', responseOf({ message: 'x' }, { status: 404 }), { kind: 'rejected', failure: { code: 'wrong-address' } }],
    [
      'a redirect, perhaps to the created record',
      failureOf('redirected', { location: 'https://example.org/images/9' }),
      { kind: 'unknown' }
    ]
  ])('%s', async (_name, response, expected) => {
    const { client, asked } = clientOf(response)
    expect((await storeImage(client, form)).outcome).toMatchObject(expected)
    expect(asked).toHaveLength(1)
  })
})

describe('deleteImage', () => {
  it.each<[string, SendResponse, object]>([
    ['standard', responseOf({ id: 5, object: 'image', deleted: true, status: 200 }), { kind: 'applied', value: null }],
    ['204', responseOf('', { status: 204 }), { kind: 'applied', value: null }],
    ['the deleted record', responseOf({ data: row(5) }), { kind: 'applied', value: null }],
    ['a bare acknowledgement', responseOf({ success: true, message: 'Done' }), { kind: 'applied', value: null }],
    ['already gone', responseOf({ message: 'x' }, { status: 404 }), { kind: 'applied', value: null }],
    ['deleted: false', responseOf({ id: 5, deleted: false }), { kind: 'rejected', failure: { code: 'not-taken' } }],
    ['success: false', responseOf({ success: false }), { kind: 'rejected', failure: { code: 'refused' } }],
    ['status: 500', responseOf({ status: 500 }), { kind: 'unknown' }],
    ['another id', responseOf({ id: 6, deleted: true }), { kind: 'unknown' }],
    ['something else', responseOf({ hello: 'world' }), { kind: 'unknown' }],
    ['an HTML page', responseOf('<html>'), { kind: 'unknown' }],
    ['404 of a web server', responseOf('<html>', { status: 404 }), { kind: 'stopped' }],
    ['500 on a delete that worked', responseOf('', { status: 500 }), { kind: 'unknown' }]
  ])('%s', async (_name, response, expected) => {
    const { client, asked } = clientOf(response)
    expect((await deleteImage(client, { id: '5' })).outcome).toMatchObject(expected)
    expect(asked[0]).toMatchObject({
      method: 'DELETE',
      url: 'https://example.org/api/v1/images/5',
      form: null,
      once: false
    })
  })
})
