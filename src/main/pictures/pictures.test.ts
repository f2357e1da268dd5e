/** Downloads from a real loopback host through the real decoder into a real folder. */
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { forkTestDecoder } from '../../../test/helpers/decoder-process.ts'
import { startLoopback } from '../../../test/helpers/loopback-server.ts'
import { createNodeNet } from '../../../test/helpers/node-net.ts'
import { succeed } from '../../shared/failure.ts'
import type { PictureProblem } from '../../shared/picture-info.ts'
import { createDownloadPicture } from './download-picture.ts'
import type { PictureStep } from './picture-address.ts'
import { createPictureCache, pictureKey } from './picture-cache.ts'
import { createPicturePool } from './picture-pool.ts'
import { createPictures, type GetPicture, type PictureOwner, type PictureParts, type Pictures } from './pictures.ts'
import { createThumbnailer, type Thumbnailer } from './thumbnailer.ts'

const state: { folder: string; thumbnailer: Thumbnailer; time: number } = {
  folder: '',
  thumbnailer: createThumbnailer({
    fork: forkTestDecoder,
    lanes: 1,
    limitMs: 60_000,
    idleMs: 60_000,
    onDeath: () => undefined
  }),
  time: 1_000_000
}
beforeEach(async () => {
  state.folder = await mkdtemp(join(tmpdir(), 'proofsheet-pictures-'))
})
afterEach(async () => {
  await rm(state.folder, { recursive: true, force: true })
})

// All tests share one decoder, which takes a second to start.
afterAll(() => state.thumbnailer.close())

const cacheOf = (quotaBytes = 1e9) => createPictureCache({ folder: state.folder, quotaBytes, now: () => state.time })

const bytesFrom =
  (get: GetPicture): ((...args: Parameters<GetPicture>) => Promise<Uint8Array | null>) =>
  async (request) =>
    (await get(request))?.bytes ?? null

const picturesFrom = (...from: Parameters<typeof wholePicturesFrom>) => bytesFrom(wholePicturesFrom(...from))

function wholePicturesFrom(...from: Parameters<typeof partsFrom>) {
  return createPictures(partsFrom(...from)).get
}

/** Resolves the loopback host, which is the service's host and therefore always allowed. */
const RESOLVES = { resolveHost: async () => ['127.0.0.1'], resolveProxy: async () => 'DIRECT' }

function partsFrom(origin: string, path = '/a.png', targets: string[] = []): PictureParts {
  return {
    owner: () => ({ connection: 'c1', base: origin, allowedHosts: [] }),
    findSource: async ({ record }) => succeed({ url: `${origin}${path}?${record}`, stamp: 's1' }),
    cache: cacheOf(),
    download: createDownloadPicture({
      ...createNodeNet(),
      ...RESOLVES,
      learnRedirect: async () => targets.shift() ?? null
    }),
    pool: createPicturePool({ running: 4, waiting: 10, now: () => 0 }),
    thumbnailer: state.thumbnailer,
    refreshRecord: async () => null,
    now: () => state.time
  }
}

const png = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#16a34a' } })
  .png()
  .toBuffer()
const requestFor = (record: number, step: PictureStep = 192, stamp = 's1') => ({ record, stamp, step })

test('a picture is fetched once, without a key, and cached', async () => {
  await using host = await startLoopback((_request, response) => response.end(png))
  const get = picturesFrom(host.origin)
  const [one, two] = await Promise.all([get(requestFor(1)), get(requestFor(1))])
  expect(await sharp(one ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 192 })
  expect(two).toEqual(one)
  expect(await get(requestFor(1))).toEqual(one)
  expect(host.arrived).toHaveLength(1)
  expect(host.arrived[0]?.headers.authorization).toBeUndefined()
  expect(await picturesFrom('http://127.0.0.1:1')(requestFor(1))).toEqual(one)
})

test('both grid sizes come from one decoding', async () => {
  await using host = await startLoopback((_request, response) => response.end(png))
  await picturesFrom(host.origin)(requestFor(1, 192))
  const offline = wholePicturesFrom('http://127.0.0.1:1')
  const large = await offline(requestFor(1, 384))
  expect(large?.isStandIn).toBe(false)
  expect(await sharp(large?.bytes).metadata()).toMatchObject({ width: 384 })
})

test('a smaller size is made from a larger cached one; offline a smaller one is the stand-in', async () => {
  await using host = await startLoopback((_request, response) => response.end(png))
  const get = picturesFrom(host.origin)
  await get(requestFor(1, 768))
  expect(await sharp((await get(requestFor(1, 192))) ?? undefined).metadata()).toMatchObject({ width: 192 })
  expect(host.arrived).toHaveLength(1)
  const offline = picturesFrom('http://127.0.0.1:1')
  expect(await sharp((await offline(requestFor(1, 1536))) ?? undefined).metadata()).toMatchObject({ width: 600 })
  const whole = wholePicturesFrom('http://127.0.0.1:1')
  expect([(await whole(requestFor(1, 1536)))?.isStandIn, (await whole(requestFor(1, 384)))?.isStandIn]).toEqual([
    true,
    false
  ])
})

test.each([
  ['HTML', (): Buffer => Buffer.from('<!doctype html>')],
  ['nothing', (): Buffer => Buffer.alloc(0)],
  ['a cut file', (): Buffer => png.subarray(0, png.length - 40)]
])('%s is not a picture, and its source is not requested again for a while', async (_name, body) => {
  await using host = await startLoopback((_request, response) => response.end(body()))
  const get = picturesFrom(host.origin)
  expect(await get(requestFor(1))).toBeNull()
  expect(await get(requestFor(1))).toBeNull()
  expect(host.arrived).toHaveLength(1)
  state.time += 11 * 60_000
  expect(await get(requestFor(1))).toBeNull()
  expect(host.arrived).toHaveLength(2)
  expect(await readdir(state.folder)).toEqual([])
})

test('only the pictures of one connection are removed', async () => {
  await using host = await startLoopback((_request, response) => response.end(png))
  const cache = cacheOf()
  const mine = await picturesFrom(host.origin)(requestFor(1))
  const other = pictureKey('c2', 1, 's1')
  const writing = cache.write(other, 192, mine ?? new Uint8Array())
  await cache.forget('c1')
  await writing
  expect(await cache.read(pictureKey('c1', 1, 's1'), 192)).toBeNull()
  expect(await cache.read(other, 192)).toEqual(mine)
  await cache.forget('c2')
  const left = await readdir(state.folder, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
})

test('a picture that arrives after its library was closed is not cached', async () => {
  const shown: { owner: PictureOwner | null } = { owner: null }
  await using host = await startLoopback((_request, response) => {
    shown.owner = null
    response.end(png)
  })
  shown.owner = { connection: 'c1', base: host.origin, allowedHosts: [] }
  const { get } = createPictures({ ...partsFrom(host.origin), owner: () => shown.owner })
  expect(await get(requestFor(1))).not.toBeNull()
  expect(await readdir(state.folder)).toEqual([])
})

test('responses that are not pictures do not block their host', async () => {
  const statuses = [500, 404, 429, 403, 500, 404, 429, 403]
  await using host = await startLoopback((_request, response) => {
    response.statusCode = statuses.shift() ?? 200
    response.end(response.statusCode === 200 ? png : Buffer.alloc(500_000))
  })
  const get = picturesFrom(host.origin)
  for (let record = 1; record <= 8; record += 1) expect(await get(requestFor(record))).toBeNull()
  expect(await get(requestFor(9))).not.toBeNull()
})

test('a host error is retried sooner than a missing file', async () => {
  const results = [503, 404, 200]
  await using host = await startLoopback((_request, response) => {
    response.statusCode = results.shift() ?? 200
    response.end(png)
  })
  const get = picturesFrom(host.origin)
  expect(await get(requestFor(1))).toBeNull()
  state.time += 16_000
  expect(await get(requestFor(1))).toBeNull()
  state.time += 16_000
  expect(await get(requestFor(1))).toBeNull()
  expect(host.arrived).toHaveLength(2)
  state.time += 11 * 60_000
  expect(await get(requestFor(1))).not.toBeNull()
})

test('a redirect is followed only to an allowed address', async () => {
  await using host = await startLoopback((request, response) => {
    if (request.url === '/real') response.end(png)
    else response.writeHead(302, { location: '/real' }).end()
  })
  expect(await picturesFrom(host.origin, '/a.png', [`${host.origin}/real`])(requestFor(1))).not.toBeNull()
  expect(await picturesFrom(host.origin, '/a.png', ['file:///etc/passwd'])(requestFor(2))).toBeNull()
})

test('a picture at a private host is refused by name, and fetched as soon as that host is allowed', async () => {
  await using host = await startLoopback((_request, response) => response.end(png))
  const service = { base: 'https://1.1.1.1', allowedHosts: [] as string[] }
  const pictures = createPictures({ ...partsFrom(host.origin), owner: () => ({ connection: 'c1', ...service }) })
  expect(await pictures.get(requestFor(1))).toBeNull()
  expect(await problemOf(pictures, 1)).toEqual({ code: 'private-host', host: '127.0.0.1' })
  expect(await problemOf(pictures, 2)).toBeNull()
  expect(host.arrived).toEqual([])
  service.allowedHosts.push('127.0.0.1')
  expect(await problemOf(pictures, 1)).toBeNull()
  expect(await pictures.get(requestFor(1))).not.toBeNull()
})

const problemOf = async (pictures: Pictures, record: number): Promise<PictureProblem | null> =>
  (await pictures.getInfo({ record, stamp: 's1' })).problem

const responseOf = (status: number, body: Uint8Array = png) => ({ status, body })
const HUGE = await sharp({ create: { width: 65_000, height: 1_000, channels: 3, background: '#16a34a' } })
  .png()
  .toBuffer()

test.each([
  ['the host has no such file', responseOf(404), { code: 'not-found', host: '127.0.0.1' }],
  ['the host denies access', responseOf(403), { code: 'refused', host: '127.0.0.1' }],
  ['the host has an error', responseOf(503), { code: 'host-error', host: '127.0.0.1' }],
  ['the file is not a picture', responseOf(200, Buffer.from('<!doctype html>')), { code: 'not-a-picture' }],
  ['the file is cut', responseOf(200, png.subarray(0, png.length - 40)), { code: 'not-a-picture' }],
  ['the file has too many bytes', responseOf(200, Buffer.alloc(26 * 1024 * 1024)), { code: 'too-large' }],
  ['the picture has too many pixels', responseOf(200, HUGE), { code: 'too-large' }]
])('reports why there is no picture: %s', async (_why, { status, body }, problem) => {
  await using host = await startLoopback((_request, response) => response.writeHead(status).end(body))
  const pictures = createPictures(partsFrom(host.origin))
  expect(await pictures.get(requestFor(1))).toBeNull()
  expect(await problemOf(pictures, 1)).toEqual(problem)
})

test('reports an unreachable host and an invalid address', async () => {
  const unreachable = createPictures(partsFrom('http://127.0.0.1:1'))
  expect(await unreachable.get(requestFor(1))).toBeNull()
  expect(await problemOf(unreachable, 1)).toEqual({ code: 'unreachable', host: '127.0.0.1' })
  const file = createPictures({
    ...partsFrom('http://127.0.0.1:1'),
    findSource: async () => succeed({ url: 'file:///etc/passwd', stamp: 's1' })
  })
  expect(await file.get(requestFor(1))).toBeNull()
  expect(await problemOf(file, 1)).toEqual({ code: 'bad-address' })
})

test('a failed picture is requested immediately when the user retries', async () => {
  const statuses = [404, 200]
  await using host = await startLoopback((_request, response) => response.writeHead(statuses.shift() ?? 200).end(png))
  const pictures = createPictures(partsFrom(host.origin))
  expect([await pictures.get(requestFor(1)), await pictures.get(requestFor(1))]).toEqual([null, null])
  pictures.retry({ record: 1, stamp: 's1' })
  expect(await problemOf(pictures, 1)).toBeNull()
  expect(await pictures.get(requestFor(1))).not.toBeNull()
  expect(host.arrived).toHaveLength(2)
})

test('a picture whose decoder was too slow is decoded again when the user retries', async () => {
  await using host = await startLoopback((_request, response) => response.end(png))
  const made = ['too-slow', 'too-slow', [png]] as const
  const results = made.values()
  const thumbnailer = { ...state.thumbnailer, make: async () => results.next().value ?? null }
  const pictures = createPictures({ ...partsFrom(host.origin), thumbnailer })
  expect(await pictures.get(requestFor(1))).toBeNull()
  expect(await problemOf(pictures, 1)).toEqual({ code: 'too-slow' })
  pictures.retry({ record: 1, stamp: 's1' })
  expect(await pictures.get(requestFor(1))).toBeNull()
  state.time += 15_000
  expect(await pictures.get(requestFor(1))).not.toBeNull()
})

test('the size of a source is known from any cached copy', async () => {
  const wide = await sharp({ create: { width: 20_000, height: 100, channels: 3, background: '#16a34a' } })
    .png()
    .toBuffer()
  await using host = await startLoopback((_request, response) => response.end(wide))
  const pictures = createPictures(partsFrom(host.origin))
  const sizeOf = async (record: number) => (await pictures.getInfo({ record, stamp: 's1' })).size
  expect(await sizeOf(1)).toBeNull()
  const whole = await pictures.get(requestFor(1, 4096))
  expect(await sharp(whole?.bytes).metadata()).toMatchObject({ width: 4096 })
  expect(await sizeOf(1)).toEqual({ width: 20_000, height: 100 })
  // Record 1 has the 4096 px copy, record 2 only the grid's copy.
  await pictures.get(requestFor(1, 192))
  await pictures.get(requestFor(2, 192))
  expect([await sizeOf(1), await sizeOf(2)]).toEqual(Array(2).fill({ width: 20_000, height: 100 }))
  expect(host.arrived).toHaveLength(2)
})

test('an expired address is refreshed once and the new one is used', async () => {
  await using host = await startLoopback((request, response) => {
    response.statusCode = request.url === '/fresh.png' ? 200 : 403
    response.end(png)
  })
  const service = { path: '/old.png', refreshes: 0, hasFresh: true }
  const { get } = createPictures({
    owner: () => ({ connection: 'c1', base: host.origin, allowedHosts: [] }),
    findSource: async () => succeed({ url: `${host.origin}${service.path}`, stamp: 's1' }),
    cache: cacheOf(),
    download: createDownloadPicture({ ...createNodeNet(), ...RESOLVES, learnRedirect: async () => null }),
    pool: createPicturePool({ running: 4, waiting: 10, now: () => 0 }),
    thumbnailer: state.thumbnailer,
    refreshRecord: async () => {
      service.refreshes += 1
      if (service.hasFresh) service.path = '/fresh.png'
    },
    now: () => state.time
  })
  expect(await get(requestFor(1))).not.toBeNull()
  expect(service.refreshes).toBe(1)
  Object.assign(service, { path: '/old.png', hasFresh: false })
  for (let record = 2; record < 40; record += 1) expect(await get(requestFor(record))).toBeNull()
  expect(service.refreshes).toBe(20)
  expect(await get(requestFor(2))).toBeNull()
  expect(service.refreshes).toBe(20)
})

test('an old stamp is served only from the cache', async () => {
  await using host = await startLoopback((_request, response) => response.end(png))
  expect(await picturesFrom(host.origin)(requestFor(1, 192, 'older'))).toBeNull()
  expect(host.arrived).toEqual([])
})

test('a torn file is fetched again', async () => {
  await using host = await startLoopback((_request, response) => response.end(png))
  const get = picturesFrom(host.origin)
  await get(requestFor(1))
  const key = pictureKey('c1', 1, 's1')
  for (const step of [192, 384]) await writeFile(join(state.folder, key.slice(0, 2), `${key}-${step}.webp`), 'RIFF')
  expect(await get(requestFor(1))).not.toBeNull()
  expect(host.arrived).toHaveLength(2)
})

test('the least recently used are removed first when the quota is full', async () => {
  const cache = cacheOf(10_000)
  const small = await sharp(png).resize(64).webp().toBuffer()
  const each = Math.floor(10_000 / small.length)
  const keys = Array.from({ length: each }, (_, index) => pictureKey('c1', index, 's'))
  for (const [index, key] of keys.entries()) {
    await cache.write(key, 192, small)
    const file = join(state.folder, key.slice(0, 2), `${key}-192.webp`)
    await utimes(file, index, index)
  }
  state.time += 60_000
  const [oldest = '', second = ''] = keys
  // This read makes it the most recently used.
  await cache.read(oldest, 192)
  await cache.write(pictureKey('c1', 999, 's'), 192, small)
  expect(await cache.read(oldest, 192)).not.toBeNull()
  expect(await cache.read(second, 192)).toBeNull()
  expect(await cache.read(pictureKey('c1', 999, 's'), 192)).not.toBeNull()
})

test('a screen larger than the quota is not fetched repeatedly', async () => {
  await using host = await startLoopback((_request, response) => response.end(png))
  const get = bytesFrom(createPictures({ ...partsFrom(host.origin), cache: cacheOf(100) }).get)
  for (let round = 0; round < 3; round += 1)
    for (let record = 1; record <= 8; record += 1) await get(requestFor(record))
  expect(host.arrived).toHaveLength(8)
  state.time += 60_000
  await get(requestFor(9))
  const kept = await readdir(state.folder, { recursive: true })
  expect(kept.filter((name) => name.endsWith('.webp'))).toHaveLength(2)
})
