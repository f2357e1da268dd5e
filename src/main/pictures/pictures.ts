/** A picture for the window: from the disk, else from its source, shrunk on the way. Works offline with what it has. */
import type { RecordNumber } from '../../shared/image.ts'
import type { Result } from '../../shared/failure.ts'
import { createSparing } from '../../shared/sparing.ts'
import type { PictureSource } from '../engine/protocol.ts'
import type { PictureOrigin } from './check-host.ts'
import type { Download, DownloadPicture } from './download-picture.ts'
import { FULL_STEP, PICTURE_STEPS, TILE_STEPS, type PictureRequest, type PictureStep } from './picture-address.ts'
import { pictureKey, type PictureCache } from './picture-cache.ts'
import type { PicturePool } from './picture-pool.ts'
import type { Thumbnailer } from './thumbnailer.ts'

/** The connection whose records are shown: its id, and where its pictures may come from. */
export interface PictureOwner extends PictureOrigin {
  readonly connection: string
}

export interface PictureParts {
  readonly owner: () => PictureOwner | null
  readonly findSource: (args: { record: RecordNumber }) => Promise<Result<PictureSource | null>>
  readonly cache: PictureCache
  readonly download: DownloadPicture
  readonly pool: PicturePool
  readonly thumbnailer: Thumbnailer
  /** Asks the service for a record, whose picture may have moved; its answer is in the library when it settles. */
  readonly refreshRecord: (args: { record: RecordNumber }) => Promise<unknown>
  /** ms since epoch. */
  readonly now: () => number
}

export interface Picture {
  /** WebP. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Smaller than asked for, since nothing else is at hand: worth asking again another time. */
  readonly isStandIn: boolean
}

/** null: the window shows the prompt then. */
export type GetPicture = (request: PictureRequest) => Promise<Picture | null>

/** The private host that keeps a picture from being fetched; `null` if it is missing for another reason. */
type GetPictureRefusal = (picture: Omit<PictureRequest, 'step'>) => string | null

export interface Pictures {
  readonly get: GetPicture
  readonly getRefusal: GetPictureRefusal
}

/** A source that gave nothing is left alone this long: scrolling over it must not knock each time. */
const REST_MS = { lasting: 10 * 60_000, passing: 15_000, expired: 10 * 60_000 } as const
/** A night old, all addresses may have expired at once: the next full read brings the others. */
const REFRESHES = { most: 20, inMs: 10 * 60_000 }
const MAX_RESTING = 20_000

/** Everybody who asks for one picture at one step waits for the same work. */
export function createPictures(parts: PictureParts): Pictures {
  const underWay = new Map<string, Promise<Picture | null>>()
  const resting = createRestList(parts.now)
  const fetchSource = createFetchSource(parts, resting)

  const make = async (wanted: Wanted): Promise<Picture | null> => {
    const { key, step } = wanted
    const kept = await readLarger(parts.cache, wanted)
    const bytes = kept ?? (await fetchSource(wanted))
    if (bytes === null) return pictureOf(await readSmaller(parts.cache, wanted), true)
    // Decoding costs most, so the other size of the grid is made too, for a larger tile or a denser screen.
    const steps = kept === null && TILE_STEPS.includes(step) ? TILE_STEPS : [step]
    const made = await parts.thumbnailer.make({ bytes, sizes: steps, isMoving: step === FULL_STEP })
    if (made === null) resting.add(key, REST_MS.lasting)
    else if (isStillShown(parts, wanted))
      await Promise.all(made.map((one, index) => parts.cache.write(key, steps[index] ?? step, one)))
    return pictureOf(made?.[steps.indexOf(step)] ?? null, false)
  }

  const get: GetPicture = async (request) => {
    const owner = parts.owner()
    if (owner === null) return null
    const wanted = { ...request, ...owner, key: keyOf(owner, request) }
    const cached = await parts.cache.read(wanted.key, wanted.step)
    if (cached !== null) return pictureOf(cached, false)
    const name = `${wanted.key}-${wanted.step}`
    const shared = underWay.get(name) ?? make(wanted).finally(() => underWay.delete(name))
    underWay.set(name, shared)
    return shared
  }

  const getRefusal: GetPictureRefusal = (picture) => {
    const owner = parts.owner()
    return owner === null ? null : resting.refusedHost({ ...owner, key: keyOf(owner, picture) })
  }

  return { get, getRefusal }
}

const keyOf = ({ connection }: PictureOwner, { record, stamp }: Omit<PictureRequest, 'step'>): string =>
  pictureKey(connection, record, stamp)

const pictureOf = (bytes: Uint8Array | null, isStandIn: boolean): Picture | null =>
  bytes === null ? null : { bytes: new Uint8Array(bytes), isStandIn }

interface Wanted extends PictureRequest, PictureOwner {
  readonly key: string
}

/** A library that was left meanwhile may be gone, and its pictures with it. */
const isStillShown = ({ owner }: PictureParts, { connection }: Wanted): boolean => owner()?.connection === connection

/** Downloads a picture, unless its source rests because it gave none. */
function createFetchSource(parts: PictureParts, resting: RestList): (wanted: Wanted) => Promise<Uint8Array | null> {
  const mayRefresh = createSparing({ ...REFRESHES, now: parts.now })
  return async (wanted) => {
    if (resting.has(wanted)) return null
    const first = await parts.pool(() => downloadSource(parts, wanted))
    const download = first !== null && isExpired(first) && mayRefresh() ? await downloadAnew(parts, wanted) : first
    // null: dropped because newer wishes came; the source did nothing wrong.
    if (download === null) return null
    if (download.kind === 'found') return download.bytes
    if (download.kind === 'refused') resting.add(wanted.key, REST_MS.lasting, download.host)
    else resting.add(wanted.key, REST_MS[download.how])
    return null
  }
}

/** A stamp that is no longer the record's is a picture that is gone; the row will bring the new one. */
async function downloadSource({ findSource, download }: PictureParts, wanted: Wanted): Promise<Download> {
  const source = await findSource({ record: wanted.record })
  if (!source.ok) return { kind: 'missing', how: 'passing' }
  const isCurrent = source.value?.stamp === wanted.stamp
  return isCurrent ? download(source.value.url, wanted) : { kind: 'missing', how: 'passing' }
}

const isExpired = (download: Download): boolean => download.kind === 'missing' && download.how === 'expired'

/** The service may give the record a fresh address. With another stamp it is another picture, which the row will bring. */
async function downloadAnew(parts: PictureParts, wanted: Wanted): Promise<Download | null> {
  const before = await parts.findSource({ record: wanted.record })
  await parts.refreshRecord({ record: wanted.record })
  const after = await parts.findSource({ record: wanted.record })
  if (!before.ok || !after.ok || before.value?.url === after.value?.url) return { kind: 'missing', how: 'expired' }
  return parts.pool(() => downloadSource(parts, wanted))
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

type RestList = ReturnType<typeof createRestList>
type Resting = Pick<Wanted, 'key' | 'allowedHosts'>

/** Keys that rest until a time; forgotten all at once when there are too many, which costs a few requests at worst. */
function createRestList(now: () => number) {
  const rests = new Map<string, { readonly until: number; readonly host: string | null }>()
  const restOf = ({ key, allowedHosts }: Resting) => {
    const rest = rests.get(key)
    if (rest === undefined || rest.until <= now()) return null
    // A host that was allowed since then ends the rest.
    return rest.host !== null && allowedHosts.includes(rest.host) ? null : rest
  }
  return {
    has: (picture: Resting): boolean => restOf(picture) !== null,
    refusedHost: (picture: Resting): string | null => restOf(picture)?.host ?? null,
    /** `host`: the one that is refused. */
    add: (key: string, ms: number, host: string | null = null): void => {
      if (rests.size >= MAX_RESTING) rests.clear()
      rests.set(key, { until: now() + ms, host })
    }
  }
}
