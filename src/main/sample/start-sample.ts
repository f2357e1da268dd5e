/** Joins what the sample library is made of, and lets it stand in for the network where it is asked. */
import type { Send } from '../../shared/send.ts'
import type { DownloadPicture } from '../pictures/download-picture.ts'
import { readSamplePicture } from './sample-pictures.ts'
import { createSampleService, type SampleServiceParts } from './sample-service.ts'

export interface SampleParts extends SampleServiceParts {
  /** Folder of the picture files. */
  readonly pictures: string
}

export interface Sample extends Pick<ReturnType<typeof createSampleService>, 'start' | 'remove'> {
  /** Requests of the sample are answered here, all others go on. */
  readonly wrapSend: (send: Send) => Send
  readonly wrapDownload: (download: DownloadPicture) => DownloadPicture
}

export function startSample({ pictures, ...parts }: SampleParts): Sample {
  const service = createSampleService(parts)
  return {
    start: () => service.start(),
    remove: () => service.remove(),
    wrapSend: (send) => (request) => (service.isFor(request) ? service.send(request) : send(request)),
    wrapDownload: (download) => (address, origin) =>
      service.isRunning() && origin.base === parts.address
        ? readSamplePicture(pictures, address)
        : download(address, origin)
  }
}
