/** Creates the sessions that access the network, each in memory and for one purpose. */
import { net, session } from 'electron'
import type { KeySlots } from './http/key-slots.ts'
import { createLearnRedirect } from './http/learn-redirect.ts'
import { createRenewableSessions } from './http/renewable-sessions.ts'
import { createSender, type Sender } from './http/send.ts'
import { createDownloadPicture, type DownloadPicture } from './pictures/download-picture.ts'

export interface Network {
  readonly sender: Sender
  readonly downloadPicture: DownloadPicture
  /** Replaces all sessions after Chromium's network process crashed. */
  readonly renew: () => void
}

/** Sessions for two creates and the deletion of a project, which may be in flight at the same time. */
const ONCE_SESSIONS = ['api-once-1', 'api-once-2', 'api-once-3']

/** Needs Electron to be ready. Session names lack `persist:`, so no session writes to disk. */
export function createNetwork(keys: KeySlots): Network {
  const sessions = createRenewableSessions((partition) => session.fromPartition(partition))
  const api = sessions.get('api')
  const pictures = sessions.get('pictures')
  const request = net.request.bind(net)
  return {
    sender: createSender({
      api,
      apiOnce: ONCE_SESSIONS.map(sessions.get),
      learnRedirect: createLearnRedirect({ request, session: api.current }),
      keys
    }),
    downloadPicture: createDownloadPicture({
      fetch: (url, init) => pictures.fetch(url, init),
      learnRedirect: createLearnRedirect({ request, session: pictures.current }),
      resolveHost: async (name) => {
        const { endpoints } = await pictures.current().resolveHost(name)
        return endpoints.map(({ address }) => address)
      },
      resolveProxy: (url) => pictures.current().resolveProxy(url)
    }),
    renew: sessions.renew
  }
}
