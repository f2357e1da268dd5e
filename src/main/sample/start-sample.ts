/** Joins what the sample library is made of, and lets it stand in for the network where it is asked. */
import createPainter from '../../reference-service/artist/paint-worker.ts?nodeWorker'
import type { Send } from '../../shared/send.ts'
import type { DownloadPicture } from '../pictures/download-picture.ts'
import { createSamplePictures } from './sample-pictures.ts'
import { createSampleService, type SampleServiceParts } from './sample-service.ts'

export interface Sample {
  readonly start: ReturnType<typeof createSampleService>['start']
  readonly remove: () => Promise<void>
  /** Requests of the sample are answered here, all others go on. */
  readonly wrapSend: (send: Send) => Send
  readonly wrapDownload: (download: DownloadPicture) => DownloadPicture
  readonly close: () => Promise<void>
}

export function startSample(parts: SampleServiceParts): Sample {
  const service = createSampleService(parts)
  const pictures = createSamplePictures(() => createPainter({}))
  return {
    start: () => service.start(),
    remove: async () => {
      await Promise.all([service.remove(), pictures.close()])
    },
    wrapSend: (send) => (request) => (service.isFor(request) ? service.send(request) : send(request)),
    wrapDownload: (download) => (address, base) =>
      service.isRunning() && base === parts.address ? pictures.paint(address) : download(address, base),
    close: () => pictures.close()
  }
}
