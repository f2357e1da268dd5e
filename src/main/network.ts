/** The sessions that talk to the outside, each in memory, each for one purpose. */
import { net, session } from 'electron'
import type { KeySlots } from './http/key-slots.ts'
import { createLearnRedirect } from './http/learn-redirect.ts'
import { createSender, type Sender } from './http/send.ts'
import { createDownloadPicture, type DownloadPicture } from './pictures/download-picture.ts'

export interface Network {
  readonly sender: Sender
  readonly downloadPicture: DownloadPicture
}

/** Two creates and the deletion of a project may be under way at once, and none waits for another. */
const ONCE_SESSIONS = ['api-once-1', 'api-once-2', 'api-once-3']

/** Needs Electron to be ready. Without `persist:` a session keeps nothing on disk. */
export function createNetwork(keys: KeySlots): Network {
  const api = session.fromPartition('api')
  const pictures = session.fromPartition('pictures')
  const request = net.request.bind(net)
  return {
    sender: createSender({
      api,
      apiOnce: ONCE_SESSIONS.map((name) => session.fromPartition(name)),
      learnRedirect: createLearnRedirect({ request, session: api }),
      keys
    }),
    downloadPicture: createDownloadPicture({
      fetch: (url, init) => pictures.fetch(url, init),
      learnRedirect: createLearnRedirect({ request, session: pictures })
    })
  }
}
