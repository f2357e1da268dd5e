/** A picture for the window: from the disk, else from its source, shrunk on the way. Works offline with what it has. */
import type { PictureSource, RecordNumber } from '../../shared/image.ts'
import type { Result } from '../../shared/failure.ts'
import type { PictureInfo, PictureProblem } from '../../shared/picture-info.ts'
import { createSparing } from '../../shared/sparing.ts'
import type { PictureOrigin } from './check-host.ts'
import type { Download, DownloadPicture } from './download-picture.ts'
import { FULL_STEP, PICTURE_STEPS, TILE_STEPS, type PictureRequest, type PictureStep } from './picture-address.ts'
import { pictureKey, type PictureCache } from './picture-cache.ts'
import type { PicturePool } from './picture-pool.ts'
import { readSourceSize } from './source-size.ts'
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

interface Picture {
  /** WebP. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Smaller than asked for, since nothing else is at hand: worth asking again another time. */
  readonly isStandIn: boolean
}

/** null: the window shows the prompt then. */
export type GetPicture = (request: PictureRequest) => Promise<Picture | null>

type AnyStep = Omit<PictureRequest, 'step'>

export interface Pictures {
  readonly get: GetPicture
  readonly getInfo: (picture: AnyStep) => Promise<PictureInfo>
  /** Its source is asked again when the picture is next wanted, although it gave none a moment ago. */
  readonly retry: (picture: AnyStep) => void
}

/** A source that gave nothing is left alone this long: scrolling over it must not knock each time. */
const REST_MS = { lasting: 10 * 60_000, passing: 15_000 } as const
const PASSING: ReadonlySet<PictureProblem['code']> = new Set(['host-trouble', 'unreachable', 'too-slow'])
/** The address leads nowhere or lets nobody in any more, and the service may have given the record another. */
const EXPIRED: ReadonlySet<PictureProblem['code']> = new Set(['not-found', 'refused'])
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
    if (made === null || typeof made === 'string') {
      resting.add(key, { code: made ?? 'not-a-picture' })
      return null
    }
    if (isStillShown(parts, wanted))
      await Promise.all(made.map((one, index) => parts.cache.write(key, steps[index] ?? step, one)))
    return pictureOf(made[steps.indexOf(step)] ?? null, false)
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

  return {
    get,
    getInfo: async (picture) => {
      const owner = parts.owner()
      if (owner === null) return { size: null, problem: null }
      const key = keyOf(owner, picture)
      const kept = await readFirst(parts.cache, key, PICTURE_STEPS.toReversed())
      return { size: kept && readSourceSize(kept), problem: resting.problemOf({ ...owner, key }) }
    },
    retry: (picture) => {
      const owner = parts.owner()
      if (owner !== null) resting.end(keyOf(owner, picture))
    }
  }
}

const keyOf = ({ connection }: PictureOwner, { record, stamp }: AnyStep): string =>
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
    if (resting.problemOf(wanted) !== null) return null
    const first = await parts.pool(() => downloadSource(parts, wanted))
    const isAskedAgain = first !== null && isExpired(first) && mayRefresh()
    const download = isAskedAgain ? ((await downloadAnew(parts, wanted)) ?? first) : first
    // null: the source did nothing wrong.
    if (download === null) return null
    if (download.kind === 'found') return download.bytes
    resting.add(wanted.key, download.problem)
    return null
  }
}

/** `null` if the record's picture is another by now, which its row will bring, or if newer wishes took its turn. */
async function downloadSource({ findSource, download }: PictureParts, wanted: Wanted): Promise<Download | null> {
  const source = await findSource({ record: wanted.record })
  const isCurrent = source.ok && source.value?.stamp === wanted.stamp
  return isCurrent && source.value !== null ? download(source.value.url, wanted) : null
}

const isExpired = (download: Download): boolean => download.kind === 'missing' && EXPIRED.has(download.problem.code)

/** The service may give the record a fresh address; `null` if it gave none. */
async function downloadAnew(parts: PictureParts, wanted: Wanted): Promise<Download | null> {
  const before = await parts.findSource({ record: wanted.record })
  await parts.refreshRecord({ record: wanted.record })
  const after = await parts.findSource({ record: wanted.record })
  if (!before.ok || !after.ok || before.value?.url === after.value?.url) return null
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
  const rests = new Map<string, { readonly until: number; readonly problem: PictureProblem }>()
  return {
    /** `null` if it does not rest. */
    problemOf: ({ key, allowedHosts }: Resting): PictureProblem | null => {
      const rest = rests.get(key)
      if (rest === undefined || rest.until <= now()) return null
      const { problem } = rest
      // A host that was allowed since then ends the rest.
      return problem.code === 'private-host' && allowedHosts.includes(problem.host) ? null : problem
    },
    add: (key: string, problem: PictureProblem): void => {
      if (rests.size >= MAX_RESTING) rests.clear()
      rests.set(key, { until: now() + REST_MS[PASSING.has(problem.code) ? 'passing' : 'lasting'], problem })
    },
    end: (key: string): void => void rests.delete(key)
  }
}
