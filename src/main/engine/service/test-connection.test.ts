import { describe, expect, it } from 'vitest'
import { responseOf, failureOf } from '../../../../test/helpers/scripted-send.ts'
import { TEST_LAYERS, type ConnectionTest, type GroupTest } from '../../../shared/connection.ts'
import type { FailureCode } from '../../../shared/failure.ts'
import type { SendResponse, SendRequest } from '../../../shared/send.ts'
import { testConnection } from './test-connection.ts'

const LIST = responseOf({ data: [], meta: { current_page: 1 } })
const HTML = '<html>Welcome</html>'
const SIGN: Record<string, string> = { passed: '+', failed: 'x', skipped: '-', pending: '.' }
const marks = (test: GroupTest) => TEST_LAYERS.map((layer) => SIGN[test.marks[layer]]).join('')

interface Run {
  readonly images?: string
  readonly projects?: string
  readonly response: (request: SendRequest) => SendResponse | Promise<SendResponse>
}

async function run({ images = 'https://example.org', projects = 'https://example.org', response }: Run) {
  const asked: SendRequest[] = []
  const seen: ConnectionTest[] = []
  const test = await testConnection({
    send: async (request) => {
      asked.push(request)
      return response(request)
    },
    now: () => 0,
    images,
    projects,
    onProgress: (progress) => seen.push(progress)
  })
  return { test, asked, seen }
}

const at = (request: SendRequest, response: SendResponse): SendResponse =>
  response.kind === 'response' ? { ...response, url: request.url } : response

describe('testConnection', () => {
  it('sends the smallest read of each group with the draft keys, following redirects', async () => {
    const { test, asked, seen } = await run({
      response: (request) => at(request, LIST),
      projects: 'http://localhost:8090/api/v1'
    })
    expect(asked.map(({ slot, url, method, redirects }) => [slot, method, url, redirects])).toEqual([
      ['draft-images', 'GET', 'https://example.org/api/v1/images?per_page=10', 'follow'],
      ['draft-projects', 'GET', 'http://localhost:8090/api/v1/projects?per_page=10', 'follow']
    ])
    expect(marks(test.images)).toBe('+++++')
    expect(marks(test.projects)).toBe('+-+++')
    expect(test.images).toMatchObject({ group: 'images', failure: null, movedTo: null })
    expect(seen.map((progress) => `${marks(progress.images)} ${marks(progress.projects)}`)[0]).toBe('..... .....')
    expect(seen.at(-1)).toEqual(test)
  })

  it('shows a group as soon as it is done, and a failure of one does not affect the other', async () => {
    let release: (response: SendResponse) => void = () => undefined
    const later = new Promise<SendResponse>((resolve) => (release = resolve))
    const { seen, test } = await run({
      response: (request) => {
        if (request.slot === 'draft-images') return later
        queueMicrotask(() => queueMicrotask(() => release(failureOf('host-not-found', { wasSent: false }))))
        return at(request, LIST)
      }
    })
    expect(seen.map((progress) => `${marks(progress.images)} ${marks(progress.projects)}`)).toEqual([
      '..... .....',
      '..... +++++',
      'x---- +++++'
    ])
    expect(test.images.failure).toEqual({ code: 'host-not-found', host: 'example.org' })
  })

  it.each<[FailureCode, boolean, string]>([
    ['host-not-found', false, 'x----'],
    ['offline', false, 'x----'],
    ['host-unreachable', false, 'x----'],
    ['proxy-failed', false, 'x----'],
    ['connection-refused', false, '+-x--'],
    ['timed-out', false, '+-x--'],
    ['timed-out', true, '++x--'],
    ['connection-lost', true, '++x--'],
    ['tls-untrusted', false, '+x---'],
    ['tls-expired', false, '+x---'],
    ['tls-wrong-name', false, '+x---'],
    ['tls-failed', false, '+x---'],
    ['redirected', true, '++x--'],
    ['key-missing', false, '---x-']
  ])('%s (sent: %s) is %s', async (code, wasSent, expected) => {
    const { test } = await run({ response: () => failureOf(code, { wasSent }) })
    expect(marks(test.images)).toBe(expected)
    expect(test.images.failure?.code).toBe(code)
  })

  it.each<[string, SendResponse, string, FailureCode | undefined]>([
    ['401', responseOf({ message: 'x' }, { status: 401 }), '+++x-', 'unauthorized'],
    ['403 JSON', responseOf({ message: 'x' }, { status: 403 }), '+++x-', 'forbidden'],
    ['403 HTML', responseOf(HTML, { status: 403 }), '+++x-', 'blocked'],
    ['404 JSON', responseOf({ message: 'x' }, { status: 404 }), '++++x', 'wrong-address'],
    ['404 HTML', responseOf(HTML, { status: 404 }), '+++-x', 'wrong-address'],
    ['an HTML page', responseOf(HTML), '+++-x', 'not-json'],
    ['JSON of another kind', responseOf({ hello: 1 }), '++++x', 'not-understood'],
    ['a record instead of a list', responseOf({ data: { id: 1, name: 'x' } }), '++++x', 'not-understood'],
    ['nothing', responseOf('', { status: 204 }), '+++-x', 'not-understood'],
    ['429', responseOf({ message: 'x' }, { status: 429, headers: { 'retry-after': '5' } }), '++++x', 'rate-limited'],
    ['500', responseOf(HTML, { status: 500 }), '+++-x', 'service-error'],
    ['401 inside a 200', responseOf({ success: false, status: 401 }), '+++x-', 'unauthorized'],
    ['a bare array', responseOf([]), '+++++', undefined]
  ])('%s', async (_name, response, expected, code) => {
    const { test } = await run({ response: (request) => at(request, response) })
    expect(marks(test.images)).toBe(expected)
    expect(marks(test.projects)).toBe(expected)
    expect(test.images.failure?.code).toBe(code)
  })

  it('reports the address found behind redirects', async () => {
    const { test } = await run({
      images: 'http://example.org/old',
      response: (request) => {
        const moved =
          request.slot === 'draft-images' ? 'https://example.org/new/api/v1/images?per_page=10' : request.url
        return responseOf({ data: [] }, { url: moved })
      }
    })
    expect(test.images).toMatchObject({ movedTo: 'https://example.org/new', failure: null })
    expect(marks(test.images)).toBe('+++++')
    expect(test.projects.movedTo).toBeNull()
  })

  it('treats a redirect to the sign-in page as a refused key, not as a new address', async () => {
    const { test } = await run({ response: () => responseOf(HTML, { url: 'https://example.org/login' }) })
    expect(marks(test.images)).toBe('+++x-')
    expect(test.images).toMatchObject({ movedTo: null, failure: { code: 'unauthorized' } })
  })

  it('shows the target of a redirect to another host, and does not follow it', async () => {
    const { test } = await run({
      response: () => failureOf('redirected', { location: 'https://other.example/api/v1/images' })
    })
    expect(test.images).toMatchObject({
      movedTo: null,
      failure: { code: 'redirected', location: 'https://other.example/api/v1/images' }
    })
  })

  it('sends nothing to an invalid address', async () => {
    const { test, asked } = await run({ images: 'https://user:pass@example.org', projects: '', response: () => LIST })
    expect(asked).toEqual([])
    expect([marks(test.images), marks(test.projects)]).toEqual(['x----', 'x----'])
    expect([test.images.failure?.code, test.projects.failure?.code]).toEqual([
      'address-has-password',
      'address-invalid'
    ])
  })
})
