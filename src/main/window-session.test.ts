import { expect, test, vi } from 'vitest'

// Only the scheme's registration uses Electron, and it is not what is tested here.
vi.mock('electron', () => ({ protocol: {} }))
const { servePicture } = await import('./window-session.ts')

const found = async () => ({ bytes: Uint8Array.of(1, 2, 3), isStandIn: false })
const standIn = async () => ({ bytes: Uint8Array.of(1), isStandIn: true })
const missing = async () => null

test('a picture is served for good, a missing one may come any moment', async () => {
  const answer = await servePicture(new Request('app://img/1/abc?size=192'), found)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(Uint8Array.of(1, 2, 3))

  const none = await servePicture(new Request('app://img/1/abc?size=192'), missing)
  expect([none.status, none.headers.get('cache-control')]).toEqual([404, 'no-store'])
})

test('a smaller one that stands in is asked for again', async () => {
  const answer = await servePicture(new Request('app://img/1/abc?size=192'), standIn)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
})

test.each([
  ['an odd address', new Request('app://img/1/abc')],
  ['another method', new Request('app://img/1/abc?size=9', { method: 'POST', body: '' })]
])('%s is no picture', async (_name, request) => {
  expect((await servePicture(request, found)).status).toBe(404)
})
