import { expect, test } from 'vitest'
import type { ConnectionSummary } from '../shared/connection.ts'
import { fail, succeed } from '../shared/failure.ts'
import { openServicePage } from './service-page.ts'

const at = (address: string, isSample = false): ConnectionSummary => {
  const group = { address, key: 'stored', keySavedAt: 1 } as const
  return { id: 'x', name: 'x', images: group, projects: group, sharesKey: true, isSample }
}

async function open(connection: ConnectionSummary | null) {
  const opened: string[] = []
  const result = await openServicePage(connection, 'images', async (url) => void opened.push(url))
  return { result, opened }
}

test('the parsed address of the group is opened', async () => {
  expect(await open(at('https://h.test/ai'))).toEqual({ result: succeed(null), opened: ['https://h.test/ai'] })
  expect((await open(at('http://127.0.0.1:4000'))).opened).toEqual(['http://127.0.0.1:4000/'])
})

test.each([null, at('file:///etc/passwd'), at('javascript:alert(1)'), at('nonsense'), at('https://h.test', true)])(
  'no other address is opened',
  async (connection) => {
    expect(await open(connection)).toEqual({ result: fail('no-connection'), opened: [] })
  }
)

test('a desktop without a browser is a failure', async () => {
  const opening = openServicePage(at('https://h.test'), 'projects', () => Promise.reject(new Error('xdg-open: no')))
  expect(await opening).toMatchObject({ ok: false, failure: { code: 'internal' } })
})
