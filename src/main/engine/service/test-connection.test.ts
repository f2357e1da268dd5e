import { describe, expect, it } from 'vitest'
import { answerOf, failureOf } from '../../../../test/helpers/scripted-send.ts'
import { TEST_LAYERS, type ConnectionTest, type GroupTest } from '../../../shared/connection.ts'
import type { FailureCode } from '../../../shared/failure.ts'
import type { SendAnswer, SendRequest } from '../../../shared/send.ts'
import { testConnection } from './test-connection.ts'

const LIST = answerOf({ data: [], meta: { current_page: 1 } })
const HTML = '<html>Welcome</html>'
const SIGN: Record<string, string> = { passed: '+', failed: 'x', skipped: '-', pending: '.' }
const marks = (test: GroupTest) => TEST_LAYERS.map((layer) => SIGN[test.marks[layer]]).join('')

interface Run {
  readonly images?: string
  readonly projects?: string
  readonly answer: (request: SendRequest) => SendAnswer | Promise<SendAnswer>
}

async function run({ images = 'https://example.org', projects = 'https://example.org', answer }: Run) {
  const asked: SendRequest[] = []
  const seen: ConnectionTest[] = []
  const test = await testConnection({
    send: async (request) => {
      asked.push(request)
      return answer(request)
    },
    now: () => 0,
    images,
    projects,
    onProgress: (progress) => seen.push(progress)
  })
  return { test, asked, seen }
}

const at = (request: SendRequest, answer: SendAnswer): SendAnswer =>
  answer.kind === 'answer' ? { ...answer, url: request.url } : answer

describe('testConnection', () => {
  it('sends the smallest read of each group with the draft keys, following redirects', async () => {
    const { test, asked, seen } = await run({
      answer: (request) => at(request, LIST),
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
    let release: (answer: SendAnswer) => void = () => undefined
    const later = new Promise<SendAnswer>((resolve) => (release = resolve))
    const { seen, test } = await run({
      answer: (request) => {
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
    const { test } = await run({ answer: () => failureOf(code, { wasSent }) })
    expect(marks(test.images)).toBe(expected)
    expect(test.images.failure?.code).toBe(code)
  })

  it.each<[string, SendAnswer, string, FailureCode | undefined]>([
    ['401', answerOf({ message: 'x' }, { status: 401 }), '+++x-', 'unauthorized'],
    ['403 JSON', answerOf({ message: 'x' }, { status: 403 }), '+++x-', 'forbidden'],
    ['403 HTML', answerOf(HTML, { status: 403 }), '+++x-', 'blocked'],
    ['404 JSON', answerOf({ message: 'x' }, { status: 404 }), '++++x', 'wrong-address'],
    ['404 HTML', answerOf(HTML, { status: 404 }), '+++-x', 'wrong-address'],
    ['an HTML page', answerOf(HTML), '+++-x', 'not-json'],
    ['JSON of another kind', answerOf({ hello: 1 }), '++++x', 'not-understood'],
    ['a record instead of a list', answerOf({ data: { id: 1, name: 'x' } }), '++++x', 'not-understood'],
    ['nothing', answerOf('', { status: 204 }), '+++-x', 'not-understood'],
    ['429', answerOf({ message: 'x' }, { status: 429, headers: { 'retry-after': '5' } }), '++++x', 'rate-limited'],
    ['500', answerOf(HTML, { status: 500 }), '+++-x', 'service-error'],
    ['401 inside a 200', answerOf({ success: false, status: 401 }), '+++x-', 'unauthorized'],
    ['a bare array', answerOf([]), '+++++', undefined]
  ])('%s', async (_name, answer, expected, code) => {
    const { test } = await run({ answer: (request) => at(request, answer) })
    expect(marks(test.images)).toBe(expected)
    expect(marks(test.projects)).toBe(expected)
    expect(test.images.failure?.code).toBe(code)
  })

  it('reports the address found behind redirects', async () => {
    const { test } = await run({
      images: 'http://example.org/old',
      answer: (request) => {
        const moved =
          request.slot === 'draft-images' ? 'https://example.org/new/api/v1/images?per_page=10' : request.url
        return answerOf({ data: [] }, { url: moved })
      }
    })
    expect(test.images).toMatchObject({ movedTo: 'https://example.org/new', failure: null })
    expect(marks(test.images)).toBe('+++++')
    expect(test.projects.movedTo).toBeNull()
  })

  it('treats a redirect to the sign-in page as a refused key, not as a new address', async () => {
    const { test } = await run({ answer: () => answerOf(HTML, { url: 'https://example.org/login' }) })
    expect(marks(test.images)).toBe('+++x-')
    expect(test.images).toMatchObject({ movedTo: null, failure: { code: 'unauthorized' } })
  })

  it('shows the target of a redirect to another host, and does not follow it', async () => {
    const { test } = await run({
      answer: () => failureOf('redirected', { location: 'https://other.example/api/v1/images' })
    })
    expect(test.images).toMatchObject({
      movedTo: null,
      failure: { code: 'redirected', location: 'https://other.example/api/v1/images' }
    })
  })

  it('sends nothing to an invalid address', async () => {
    const { test, asked } = await run({ images: 'https://user:pass@example.org', projects: '', answer: () => LIST })
    expect(asked).toEqual([])
    expect([marks(test.images), marks(test.projects)]).toEqual(['x----', 'x----'])
    expect([test.images.failure?.code, test.projects.failure?.code]).toEqual([
      'address-has-password',
      'address-invalid'
    ])
  })
})
