/** Creates sessions that can be replaced together, because old ones may keep failing after a network process crash. */

import type { NetSession } from './send.ts'

interface RenewableSession<S extends NetSession> extends NetSession {
  /** Current session. */
  readonly current: () => S
}

interface RenewableSessions<S extends NetSession> {
  readonly get: (name: string) => RenewableSession<S>
  /** Replaces the session of every name; requests in flight fail. */
  readonly renew: () => void
}

/** `open` returns the session of a partition, always the same for one name. */
export function createRenewableSessions<S extends NetSession>(open: (partition: string) => S): RenewableSessions<S> {
  const state = { generation: 0 }
  const get = (name: string): RenewableSession<S> => {
    const current = (): S => open(state.generation === 0 ? name : `${name}-${state.generation}`)
    return {
      current,
      fetch: (url, init) => current().fetch(url, init),
      closeAllConnections: () => current().closeAllConnections()
    }
  }
  return { get, renew: () => void (state.generation += 1) }
}
