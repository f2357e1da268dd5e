import { expect, test, vi } from 'vitest'

// Only the registration of the scheme uses Electron, which these tests do not cover.
vi.mock('electron', () => ({ protocol: {} }))
const { servePicture } = await import('./window-session.ts')

const found = async () => ({ bytes: Uint8Array.of(1, 2, 3), isStandIn: false })
const standIn = async () => ({ bytes: Uint8Array.of(1), isStandIn: true })
const missing = async () => null

test('a picture is cached permanently, a missing one is not cached', async () => {
  const response = await servePicture(new Request('app://img/1/abc?size=192'), found)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(Uint8Array.of(1, 2, 3))

  const none = await servePicture(new Request('app://img/1/abc?size=192'), missing)
  expect([none.status, none.headers.get('cache-control')]).toEqual([404, 'no-store'])
})

test('a smaller stand-in is not cached', async () => {
  const response = await servePicture(new Request('app://img/1/abc?size=192'), standIn)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
})

test.each([
  ['an odd address', new Request('app://img/1/abc')],
  ['another method', new Request('app://img/1/abc?size=9', { method: 'POST', body: '' })]
])('%s has no picture', async (_name, request) => {
  expect((await servePicture(request, found)).status).toBe(404)
})
