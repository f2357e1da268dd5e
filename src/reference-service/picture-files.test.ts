import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ARTIST_EDITION } from './artist/edition.ts'
import { PainterPool } from './painter-pool.ts'
import { PictureFiles } from './picture-files.ts'
import { startPainter } from './start-painter.ts'
import { startReferenceService } from './server.ts'

const CROSSING = { style: 'anime', motif: 'crossing', variant: 0, medium: null, filter: null, size: 256 } as const
const NAME = 'anime.crossing.0.none.none.256.jpg'
let directory = ''
let pool = new PainterPool(1, startPainter)

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'proofsheet-pictures-test-'))
  pool = new PainterPool(2, startPainter)
})
afterEach(async () => {
  await pool.close()
  await rm(directory, { recursive: true, force: true })
})

/** Counts what reaches the painters. */
class CountingPool extends PainterPool {
  painted = 0
  override paint(...args: Parameters<PainterPool['paint']>): ReturnType<PainterPool['paint']> {
    this.painted += 1
    return super.paint(...args)
  }
}

test('a picture is painted once for all who ask, and kept on disk for the next run', async () => {
  const counting = new CountingPool(2, startPainter)
  const files = new PictureFiles(directory, counting)
  const asked = await Promise.all([files.get(NAME), files.get(NAME), files.get(NAME)])
  expect(counting.painted).toBe(1)
  expect(new Set(asked.map((file) => file?.bytes)).size).toBe(1)
  expect(await readdir(join(directory, ARTIST_EDITION))).toEqual([NAME])
  const again = await new PictureFiles(directory, counting).get(NAME)
  expect(counting.painted).toBe(1)
  expect(Buffer.compare(again?.bytes ?? Buffer.of(), asked[0]?.bytes ?? Buffer.of(1))).toBe(0)
  await counting.close()
})

test('a folder that cannot be used costs time, and no picture', async () => {
  const place = join(directory, 'a file')
  await writeFile(place, 'in the way')
  const picture = await new PictureFiles(place, pool).get(NAME)
  expect(picture?.bytes.byteLength).toBeGreaterThan(1000)
})

test('names that are none of ours are never looked for on disk', async () => {
  await writeFile(join(directory, 'secret.txt'), 'secret')
  expect(await new PictureFiles(directory, pool).get('../secret.txt')).toBeNull()
})

test('a closed pool rejects what was waiting, and paints again afterwards', async () => {
  const specs = [0, 1, 2, 3].map((variant) => ({ ...CROSSING, variant }))
  const waiting = Promise.allSettled(specs.map((spec) => pool.paint(spec)))
  await pool.close()
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  expect((await pool.paint(CROSSING)).byteLength).toBeGreaterThan(1000)
})

test('served without a key, outside limiter and log, with the size the record promises', async () => {
  const service = await startReferenceService({ images: 40, perMinute: 1, cacheDir: directory })
  try {
    const record = [...service.truth.images.values()].find(
      ({ result, resolution }) => result !== null && resolution === '256x256'
    )
    const address = `${service.url}/uploads/users/images/${record?.result}`
    const got = await fetch(address)
    expect(got.status).toBe(200)
    expect(got.headers.get('content-type')).toMatch(/^image\/(jpeg|png|webp)$/)
    const image = await loadImage(Buffer.from(await got.arrayBuffer()))
    expect([image.width, image.height]).toEqual([256, 256])
    const etag = got.headers.get('etag') ?? ''
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(`${service.url}/uploads/users/images/nothing.jpg`)).status).toBe(404)
    expect(service.log).toEqual([])
    expect(service.counters).toMatchObject({ requests: 0, pictures: 4 })
  } finally {
    await service.close()
  }
})

test('painting holds no answer up', async () => {
  const service = await startReferenceService({ images: 40, perMinute: 0, cacheDir: directory, painters: 1 })
  try {
    const order: string[] = []
    const picture = fetch(`${service.url}/uploads/users/images/3d_render.blocks.0.none.none.512.jpg`).then(() =>
      order.push('picture')
    )
    const headers = { accept: 'application/json', authorization: `Bearer ${service.settings.imagesKey}` }
    for (let n = 0; n < 5; n++) await fetch(`${service.url}/api/v1/images`, { headers })
    order.push('answers')
    await picture
    expect(order).toEqual(['answers', 'picture'])
  } finally {
    await service.close()
  }
})
