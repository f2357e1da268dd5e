/** Sessions by name that can all be replaced: after a death of Chromium's network process an old one may fail for ever. */

import type { NetSession } from './send.ts'

export interface RenewableSession<S extends NetSession> extends NetSession {
  /** The one in use now. */
  readonly current: () => S
}

export interface RenewableSessions<S extends NetSession> {
  readonly get: (name: string) => RenewableSession<S>
  /** From now on every name stands for a new session. Requests under way are left to fail. */
  readonly renew: () => void
}

/** `open`: the session of a partition, always the same for one name. */
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
