/** Provides pictures for the window from the cache or from their source, resized. Offline it uses what is cached. */
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

/** Connection whose items are shown: its id and the allowed sources of its pictures. */
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
  /**
   * Reads a record from the service, because its picture may have a new address; resolves when the library has the
   * record.
   */
  readonly refreshRecord: (args: { record: RecordNumber }) => Promise<unknown>
  /** ms since epoch. */
  readonly now: () => number
}

interface Picture {
  /** WebP. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Whether this is a smaller cached picture than requested, so that a later request may return a better one. */
  readonly isStandIn: boolean
}

/** Returns a picture; `null` if there is none, and then the window shows the prompt. */
export type GetPicture = (request: PictureRequest) => Promise<Picture | null>

type AnyStep = Omit<PictureRequest, 'step'>

export interface Pictures {
  readonly get: GetPicture
  readonly getInfo: (picture: AnyStep) => Promise<PictureInfo>
  /** Ends the retry delay of a picture, so that the next request downloads it again. */
  readonly retry: (picture: AnyStep) => void
}

/** Delay before a failed source is requested again, so that scrolling does not request it each time. */
const RETRY_DELAY_MS = { lasting: 10 * 60_000, passing: 15_000 } as const
const PASSING: ReadonlySet<PictureProblem['code']> = new Set(['host-error', 'unreachable', 'too-slow'])
/** Problems that an expired address causes; the service may have a new address for the record. */
const EXPIRED: ReadonlySet<PictureProblem['code']> = new Set(['not-found', 'refused'])
/** Limit of refreshed records, because all addresses may expire overnight and the next full read updates the others. */
const REFRESHES = { most: 20, inMs: 10 * 60_000 }
const MAX_FAILURES = 20_000

/** Creates the provider. Concurrent requests for one picture at one step share the same work. */
export function createPictures(parts: PictureParts): Pictures {
  const inFlight = new Map<string, Promise<Picture | null>>()
  const failures = createFailureList(parts.now)
  const fetchSource = createFetchSource(parts, failures)

  const make = async (requested: RequestedPicture): Promise<Picture | null> => {
    const { key, step } = requested
    const cached = await readLarger(parts.cache, requested)
    const bytes = cached ?? (await fetchSource(requested))
    if (bytes === null) return pictureOf(await readSmaller(parts.cache, requested), true)
    // Decoding is the most expensive step, so both grid sizes are made at once.
    const steps = cached === null && TILE_STEPS.includes(step) ? TILE_STEPS : [step]
    const made = await parts.thumbnailer.make({ bytes, sizes: steps, isMoving: step === FULL_STEP })
    if (made === null || typeof made === 'string') {
      failures.add(key, { code: made ?? 'not-a-picture' })
      return null
    }
    if (isStillShown(parts, requested))
      await Promise.all(made.map((one, index) => parts.cache.write(key, steps[index] ?? step, one)))
    return pictureOf(made[steps.indexOf(step)] ?? null, false)
  }

  const get: GetPicture = async (request) => {
    const owner = parts.owner()
    if (owner === null) return null
    const requested = { ...request, ...owner, key: keyOf(owner, request) }
    const cached = await parts.cache.read(requested.key, requested.step)
    if (cached !== null) return pictureOf(cached, false)
    const name = `${requested.key}-${requested.step}`
    const shared = inFlight.get(name) ?? make(requested).finally(() => inFlight.delete(name))
    inFlight.set(name, shared)
    return shared
  }

  return {
    get,
    getInfo: async (picture) => {
      const owner = parts.owner()
      if (owner === null) return { size: null, problem: null }
      const key = keyOf(owner, picture)
      const cached = await readFirst(parts.cache, key, PICTURE_STEPS.toReversed())
      return { size: cached && readSourceSize(cached), problem: failures.problemOf({ ...owner, key }) }
    },
    retry: (picture) => {
      const owner = parts.owner()
      if (owner !== null) failures.end(keyOf(owner, picture))
    }
  }
}

const keyOf = ({ connection }: PictureOwner, { record, stamp }: AnyStep): string =>
  pictureKey(connection, record, stamp)

const pictureOf = (bytes: Uint8Array | null, isStandIn: boolean): Picture | null =>
  bytes === null ? null : { bytes: new Uint8Array(bytes), isStandIn }

interface RequestedPicture extends PictureRequest, PictureOwner {
  readonly key: string
}

/** Whether the connection is still current; a closed library may have been removed with its pictures. */
const isStillShown = ({ owner }: PictureParts, { connection }: RequestedPicture): boolean =>
  owner()?.connection === connection

/** Downloads a picture unless its source failed recently. */
function createFetchSource(
  parts: PictureParts,
  failures: FailureList
): (requested: RequestedPicture) => Promise<Uint8Array | null> {
  const mayRefresh = createSparing({ ...REFRESHES, now: parts.now })
  return async (requested) => {
    if (failures.problemOf(requested) !== null) return null
    const first = await parts.pool(() => downloadSource(parts, requested))
    const isRefreshed = first !== null && isExpired(first) && mayRefresh()
    const download = isRefreshed ? ((await downloadRefreshed(parts, requested)) ?? first) : first
    // `null` is not a failure of the source.
    if (download === null) return null
    if (download.kind === 'found') return download.bytes
    failures.add(requested.key, download.problem)
    return null
  }
}

/** Downloads a picture; `null` if the record has a newer picture, or if the pool dropped the request. */
async function downloadSource(
  { findSource, download }: PictureParts,
  requested: RequestedPicture
): Promise<Download | null> {
  const source = await findSource({ record: requested.record })
  const isCurrent = source.ok && source.value?.stamp === requested.stamp
  return isCurrent && source.value !== null ? download(source.value.url, requested) : null
}

const isExpired = (download: Download): boolean => download.kind === 'missing' && EXPIRED.has(download.problem.code)

/** Refreshes the record and downloads from its new address; `null` if the address is unchanged. */
async function downloadRefreshed(parts: PictureParts, requested: RequestedPicture): Promise<Download | null> {
  const before = await parts.findSource({ record: requested.record })
  await parts.refreshRecord({ record: requested.record })
  const after = await parts.findSource({ record: requested.record })
  if (!before.ok || !after.ok || before.value?.url === after.value?.url) return null
  return parts.pool(() => downloadSource(parts, requested))
}

const readLarger = (cache: PictureCache, requested: RequestedPicture): Promise<Uint8Array | null> =>
  readFirst(
    cache,
    requested.key,
    PICTURE_STEPS.filter((step) => step > requested.step)
  )

/** Reads a smaller cached picture as a stand-in when nothing better is available. */
const readSmaller = (cache: PictureCache, requested: RequestedPicture): Promise<Uint8Array | null> =>
  readFirst(cache, requested.key, PICTURE_STEPS.filter((step) => step < requested.step).toReversed())

async function readFirst(cache: PictureCache, key: string, steps: readonly PictureStep[]): Promise<Uint8Array | null> {
  for (const step of steps) {
    const bytes = await cache.read(key, step)
    if (bytes !== null) return bytes
  }
  return null
}

type FailureList = ReturnType<typeof createFailureList>
type FailureKey = Pick<RequestedPicture, 'key' | 'allowedHosts'>

/** Tracks failed sources until their delay ends. Cleared when full, which costs at most a few extra requests. */
function createFailureList(now: () => number) {
  const failures = new Map<string, { readonly until: number; readonly problem: PictureProblem }>()
  return {
    /** Returns the problem of a recent failure; `null` if there is none. */
    problemOf: ({ key, allowedHosts }: FailureKey): PictureProblem | null => {
      const failure = failures.get(key)
      if (failure === undefined || failure.until <= now()) return null
      const { problem } = failure
      // The delay ends when the user allows the host.
      return problem.code === 'private-host' && allowedHosts.includes(problem.host) ? null : problem
    },
    add: (key: string, problem: PictureProblem): void => {
      if (failures.size >= MAX_FAILURES) failures.clear()
      failures.set(key, { until: now() + RETRY_DELAY_MS[PASSING.has(problem.code) ? 'passing' : 'lasting'], problem })
    },
    end: (key: string): void => void failures.delete(key)
  }
}
