import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { bodyOf, listOf } from '../../test/helpers/call-service.ts'
import { startReferenceService, type RunningService, type ServerOptions } from './server.ts'

const open: RunningService[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()))
})

async function start(options: ServerOptions = {}): Promise<RunningService> {
  const service = await startReferenceService({ images: 30, projects: 5, perMinute: 0, ...options })
  open.push(service)
  return service
}

function call(service: RunningService, path: string, init: RequestInit = {}): Promise<Response> {
  const key = path.includes('projects') ? service.settings.projectsKey : service.settings.imagesKey
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${key}`,
    ...(init.headers as Record<string, string>)
  } // tests pass plain objects
  return fetch(service.url + path, { redirect: 'manual', ...init, headers })
}

const text = async (response: Response): Promise<{ body: string }> => ({ body: await response.text() })
const form = (fields: Record<string, string>): RequestInit => ({ method: 'PUT', body: new URLSearchParams(fields) })

test('serves both groups at one local address', async () => {
  const service = await start()
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect([service.imagesUrl, service.projectsUrl]).toEqual([service.url, service.url])
  const images = await call(service, '/api/v1/images?per_page=10')
  expect(images.headers.get('content-type')).toBe('application/json')
  const body = listOf(await text(images))
  expect(body.data).toHaveLength(10)
  expect(body.data[0]?.url).toMatch(new RegExp(`^${service.url}/uploads/`))
  expect(listOf(await text(await call(service, '/api/v1/projects'))).meta.total).toBe(5)
})

test('forms, multipart and JSON bodies over the network', async () => {
  const service = await start()
  expect((await call(service, '/api/v1/images/3', form({ favorite: '1', 'results[]': 'a' }))).status).toBe(200)
  expect(service.truth.images.get(3)).toMatchObject({ favorite: true, results: ['a'] })
  const multipart = new FormData()
  multipart.set('favorite', '0')
  expect((await call(service, '/api/v1/images/3', { method: 'PUT', body: multipart })).status).toBe(200)
  const headers = { 'content-type': 'application/json' }
  expect((await call(service, '/api/v1/images/3', { method: 'PUT', body: '{"favorite":0}', headers })).status).toBe(200)
  expect(service.truth.images.get(3)?.favorite).toBe(true)
})

test('201, 302, 401, 404, 405, 422 and 429 over the network', async () => {
  const service = await start({ perMinute: 4 })
  const body = new URLSearchParams({ name: 'New', description: 'New', resolution: '256x256' })
  expect((await call(service, '/api/v1/images', { method: 'POST', body })).status).toBe(201)
  const wrong = { authorization: 'Bearer wrong-key' }
  expect((await call(service, '/api/v1/images', { headers: wrong })).status).toBe(401)
  const page = await call(service, '/api/v1/images', { headers: { ...wrong, accept: 'text/html' } })
  expect([page.status, page.headers.get('location')]).toEqual([302, `${service.url}/login`])
  expect((await call(service, '/api/v1/images/3', form({ favorite: 'true' }))).status).toBe(422)
  const refused = await call(service, '/api/v1/projects')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
  expect((await call(service, '/api/v1/images', { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD, POST')
  expect((await call(service, '/nowhere')).status).toBe(404)
  expect(service.counters).toMatchObject({ requests: 7, refused: 1, unauthorized: 2 })
})

test('a slow create does not delay other requests', async () => {
  const service = await start({ storeDelayMs: 400 })
  const body = new URLSearchParams({ name: 'New', description: 'New', resolution: '256x256' })
  const order: string[] = []
  const storing = call(service, '/api/v1/images', { method: 'POST', body }).then(() => order.push('store'))
  await call(service, '/api/v1/images/1').then(() => order.push('show'))
  await storing
  expect(order).toEqual(['show', 'store'])
})

test('connections are dropped before or after the work', async () => {
  const service = await start()
  service.change({ faults: ({ number }) => (number === 1 ? { kind: 'drop-before' } : { kind: 'drop-after' }) })
  await expect(call(service, '/api/v1/images/3', form({ favorite: '1' }))).rejects.toThrow('fetch failed')
  const before = service.truth.images.get(3)?.updatedAt
  await expect(call(service, '/api/v1/images/3', form({ name: 'Lost answer' }))).rejects.toThrow('fetch failed')
  expect(service.truth.images.get(3)?.name).toBe('Lost answer')
  expect(service.counters.dropped).toBe(2)
  expect(before).toBeDefined()
})

describe('stop and restart', () => {
  test('close destroys open connections; restart keeps the port and the state', async () => {
    const service = await start()
    service.change({ responseDelayMs: 60_000 })
    const pending = call(service, '/api/v1/images/3', form({ favorite: '1' }))
    while (service.log.length === 0) await new Promise(setImmediate)
    await service.close()
    await expect(pending).rejects.toThrow('fetch failed')
    await expect(call(service, '/api/v1/images')).rejects.toThrow('fetch failed')
    await service.restart()
    await service.restart()
    service.change({ responseDelayMs: 0 })
    expect(bodyOf(await text(await call(service, '/api/v1/images/3'))).data.favorite).toBe(1)
    expect(service.log).toHaveLength(2)
  })

  test('a port in use is reported with its code', async () => {
    const service = await start()
    const port = Number(new URL(service.url).port)
    await expect(startReferenceService({ images: 1, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

test('unusual requests get a response and are not fatal', async () => {
  const service = await start()
  const raw = (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(service.url)
      request({ hostname, port, path, headers: { accept: 'application/json' } }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
        .on('error', reject)
        .end()
    })
  expect(await raw('/api/v1/images/%zz')).toBe(400)
  expect(await raw('/uploads/users/images/..%2f..%2fetc%2fpasswd')).toBe(404)
  expect(await raw(`/api/v1/images/${'9'.repeat(3000)}`)).toBe(401)
  expect((await call(service, '/api/v1/images')).status).toBe(200)
})

test('a cut response declares more than it sends', async () => {
  const service = await startReferenceService({ images: 5, perMinute: 0, faults: () => ({ kind: 'cut' }) })
  const headers = { accept: 'application/json', authorization: `Bearer ${service.settings.imagesKey}` }
  const response = await fetch(`${service.url}/api/v1/images/3`, { headers })
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
  await service.close()
})
