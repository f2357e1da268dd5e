/** Creates the sample's service and routes its requests and downloads to it instead of the network. */
import type { Send } from '../../shared/send.ts'
import type { DownloadPicture } from '../pictures/download-picture.ts'
import { readSamplePicture } from './sample-pictures.ts'
import { createSampleService, type SampleServiceParts } from './sample-service.ts'

export interface SampleParts extends SampleServiceParts {
  /** Folder of the picture files. */
  readonly pictures: string
}

export interface Sample extends Pick<ReturnType<typeof createSampleService>, 'start' | 'remove'> {
  /** Routes requests of the sample to its service and passes all others on. */
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
