/** Connects cache, download and decoder of pictures. */
import type { Connections } from './connection/connections.ts'
import { forkDecoder } from './desktop/decoder-process.ts'
import type { Engine } from './engine/client.ts'
import type { DownloadPicture } from './pictures/download-picture.ts'
import decoderPath from './pictures/decoder.ts?modulePath'
import { createPictureCache, type PictureCache } from './pictures/picture-cache.ts'
import type { Log } from './log.ts'
import { createPicturePool } from './pictures/picture-pool.ts'
import { createPictures, type PictureOwner, type Pictures } from './pictures/pictures.ts'
import { createThumbnailer } from './pictures/thumbnailer.ts'
import type { PreferencesStore } from './kept-files.ts'

const QUOTA_BYTES = 2 * 1024 ** 3
const DOWNLOADS = { running: 4, waiting: 500, now: () => performance.now() }
const DECODERS = { lanes: 2, limitMs: 20_000, idleMs: 60_000 }

export interface PicturesPlan {
  readonly cache: PictureCache
  readonly download: DownloadPicture
  readonly log: Log
  readonly connections: Pick<Connections, 'summary'>
  readonly preferences: Pick<PreferencesStore, 'get'>
  readonly engine: Pick<Engine, 'ask'>
}

/** Opens the picture cache of a profile. */
export function openPictureCache(folder: string): PictureCache {
  return createPictureCache({ folder, quotaBytes: QUOTA_BYTES, now: Date.now })
}

export function startPictures(plan: PicturesPlan): Pictures & { close(): void } {
  const thumbnailer = createThumbnailer({
    ...DECODERS,
    onDeath: (reason) => plan.log('warn', 'picture-decoder-died', { reason }),
    fork: () => forkDecoder(decoderPath)
  })
  const pictures = createPictures({
    owner: () => ownerOf(plan),
    findSource: (args) => plan.engine.ask('getPictureSource', args),
    refreshRecord: (args) => plan.engine.ask('refreshImage', args),
    cache: plan.cache,
    download: plan.download,
    pool: createPicturePool(DOWNLOADS),
    thumbnailer,
    now: Date.now
  })
  return { ...pictures, close: () => thumbnailer.close() }
}

function ownerOf({ connections, preferences }: PicturesPlan): PictureOwner | null {
  const summary = connections.summary()
  if (summary === null) return null
  return { connection: summary.id, base: summary.images.address, allowedHosts: preferences.get().pictureHosts }
}
