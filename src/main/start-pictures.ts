/** Joins what brings a picture to the window: cache, download, decoder. */
import { forkDecoder } from './desktop/decoder-process.ts'
import type { DownloadPicture } from './pictures/download-picture.ts'
import { createPictureCache, type PictureCache } from './pictures/picture-cache.ts'
import { createPicturePool } from './pictures/picture-pool.ts'
import { createPictures, type GetPicture, type PictureParts } from './pictures/pictures.ts'
import { createThumbnailer } from './pictures/thumbnailer.ts'

const QUOTA_BYTES = 2 * 1024 ** 3
const DOWNLOADS = { running: 4, waiting: 500, now: () => performance.now() }
const DECODERS = { lanes: 2, limitMs: 20_000, idleMs: 60_000 }

export interface PicturesPlan {
  readonly cache: PictureCache
  /** Path of the decoder's bundle. */
  readonly decoder: string
  readonly download: DownloadPicture
  /** A decoder died, of this reason. */
  readonly onDecoderDeath: (reason: string) => void
  readonly owner: PictureParts['owner']
  readonly findSource: PictureParts['findSource']
  readonly refreshRecord: PictureParts['refreshRecord']
}

/** The one of a profile. */
export function openPictureCache(folder: string): PictureCache {
  return createPictureCache({ folder, quotaBytes: QUOTA_BYTES, now: Date.now })
}

export function startPictures(plan: PicturesPlan): { readonly get: GetPicture; close(): void } {
  const thumbnailer = createThumbnailer({
    ...DECODERS,
    onDeath: plan.onDecoderDeath,
    fork: () => forkDecoder(plan.decoder)
  })
  const get = createPictures({
    owner: plan.owner,
    findSource: plan.findSource,
    refreshRecord: plan.refreshRecord,
    cache: plan.cache,
    download: plan.download,
    pool: createPicturePool(DOWNLOADS),
    thumbnailer,
    now: Date.now
  })
  return { get, close: () => thumbnailer.close() }
}
