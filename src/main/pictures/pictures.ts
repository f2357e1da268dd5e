/** A picture for the window: from the disk, else from its source, shrunk on the way. Works offline with what it has. */
import type { RecordNumber } from '../../shared/image.ts'
import type { Result } from '../../shared/failure.ts'
import type { PictureSource } from '../engine/protocol.ts'
import type { Download, DownloadPicture } from './download-picture.ts'
import { PICTURE_STEPS, type PictureRequest, type PictureStep } from './picture-address.ts'
import { pictureKey, type PictureCache } from './picture-cache.ts'
import type { PicturePool } from './picture-pool.ts'
import type { Thumbnailer } from './thumbnailer.ts'

/** The connection whose records are shown: its id and the images group's base address. */
export interface PictureOwner {
  readonly connection: string
  readonly base: string
}

export interface PictureParts {
  readonly owner: () => PictureOwner | null
  readonly findSource: (args: { record: RecordNumber }) => Promise<Result<PictureSource | null>>
  readonly cache: PictureCache
  readonly download: DownloadPicture
  readonly pool: PicturePool
  readonly thumbnailer: Thumbnailer
  /** ms since epoch. */
  readonly now: () => number
}

/** WebP bytes, or null: the window shows the prompt then. */
export type GetPicture = (request: PictureRequest) => Promise<Uint8Array<ArrayBuffer> | null>

/** A source that gave nothing is left alone this long: scrolling over it must not knock each time. */
const REST_MS: Readonly<Record<'lasting' | 'passing', number>> = { lasting: 10 * 60_000, passing: 15_000 }
const MAX_RESTING = 20_000

/** Everybody who asks for one picture at one step waits for the same work. */
export function createPictures(parts: PictureParts): GetPicture {
  const underWay = new Map<string, Promise<Uint8Array | null>>()
  const resting = createRestList(parts.now)

  const fetchSource = async (wanted: Wanted): Promise<Uint8Array | null> => {
    if (resting.has(wanted.key)) return null
    const download = await parts.pool(() => downloadSource(parts, wanted))
    // null: dropped because newer wishes came; the source did nothing wrong.
    if (download === null) return null
    if (download.kind === 'found') return download.bytes
    resting.add(wanted.key, REST_MS[download.how])
    return null
  }

  const make = async (wanted: Wanted): Promise<Uint8Array | null> => {
    const { key, step } = wanted
    const bytes = (await readLarger(parts.cache, wanted)) ?? (await fetchSource(wanted))
    if (bytes === null) return readSmaller(parts.cache, wanted)
    const small = await parts.thumbnailer.make(bytes, step)
    if (small === null) resting.add(key, REST_MS.lasting)
    else await parts.cache.write(key, step, small)
    return small
  }

  return async (request) => {
    const owner = parts.owner()
    if (owner === null) return null
    const wanted = { ...request, base: owner.base, key: pictureKey(owner.connection, request.record, request.stamp) }
    const cached = await parts.cache.read(wanted.key, wanted.step)
    if (cached !== null) return cached
    const name = `${wanted.key}-${wanted.step}`
    const shared = underWay.get(name) ?? make(wanted).finally(() => underWay.delete(name))
    underWay.set(name, shared)
    const bytes = await shared
    return bytes === null ? null : new Uint8Array(bytes)
  }
}

interface Wanted extends PictureRequest {
  readonly key: string
  readonly base: string
}

/** A stamp that is no longer the record's is a picture that is gone; the row will bring the new one. */
async function downloadSource({ findSource, download }: PictureParts, wanted: Wanted): Promise<Download> {
  const source = await findSource({ record: wanted.record })
  if (!source.ok) return { kind: 'missing', how: 'passing' }
  const isCurrent = source.value?.stamp === wanted.stamp
  return isCurrent ? download(source.value.url, wanted.base) : { kind: 'missing', how: 'passing' }
}

const readLarger = (cache: PictureCache, wanted: Wanted): Promise<Uint8Array | null> =>
  readFirst(
    cache,
    wanted.key,
    PICTURE_STEPS.filter((step) => step > wanted.step)
  )

/** Better a soft picture than none: offline, a smaller one that was kept is shown. */
const readSmaller = (cache: PictureCache, wanted: Wanted): Promise<Uint8Array | null> =>
  readFirst(cache, wanted.key, PICTURE_STEPS.filter((step) => step < wanted.step).toReversed())

async function readFirst(cache: PictureCache, key: string, steps: readonly PictureStep[]): Promise<Uint8Array | null> {
  for (const step of steps) {
    const bytes = await cache.read(key, step)
    if (bytes !== null) return bytes
  }
  return null
}

/** Keys that rest until a time; forgotten all at once when there are too many, which costs a few requests at worst. */
function createRestList(now: () => number) {
  const until = new Map<string, number>()
  return {
    has: (key: string): boolean => (until.get(key) ?? 0) > now(),
    add: (key: string, ms: number): void => {
      if (until.size >= MAX_RESTING) until.clear()
      until.set(key, now() + ms)
    }
  }
}
