import { expect, test } from 'vitest'
import { startReferenceService } from './server.ts'

test('pictures are served without a key and are neither rate limited nor logged', async () => {
  const service = await startReferenceService({ images: 40, perMinute: 1 })
  try {
    const record = [...service.truth.images.values()].find(({ result }) => result !== null)
    const address = `${service.url}/uploads/users/images/${record?.result}`
    const got = await fetch(address)
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await got.arrayBuffer()).byteLength).toBeGreaterThan(1000)
    const etag = got.headers.get('etag') ?? ''
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(`${service.url}/uploads/users/images/nothing.webp`)).status).toBe(404)
    expect(service.log).toEqual([])
    expect(service.counters).toMatchObject({ requests: 0, pictures: 4 })
  } finally {
    await service.close()
  }
})
