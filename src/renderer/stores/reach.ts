/** What the stores say of the service now: pictures, and what `shared/said.ts` chooses from the facts of this moment. */
import { saidOf, sendTime } from '../../shared/said.ts'
import type { Said, SendTime } from '../../shared/said.ts'
import type { Group } from '../../shared/sync-status.ts'
import { useConnection } from './connection-store.ts'
import { useSync } from './sync-store.ts'

/** While these are said, a picture that is not here may be had. */
const IN_REACH: ReadonlySet<Said> = new Set<Said>([
  'idle',
  'reading',
  'sending',
  'checking',
  'up-to-date',
  'held',
  'stopped'
])

/** A picture that is not here may be had now, for as long as the caller is on screen. */
export const useCanFetch = (): boolean => IN_REACH.has(useSaid('images'))

/** When a change of a group goes out, for what is said once. */
export function currentSendTime(group: Group): SendTime {
  return sendTime({ status: useSync.getState().status, connection: useConnection.getState().connection }, group)
}

/** What is to be said of a group, for as long as the caller is on screen. */
export function useSaid(group: Group): Said {
  const connection = useConnection((state) => state.connection)
  return useSync(({ status }) => saidOf({ status, connection }, group))
}

/** When a change of a group goes out, for as long as the caller is on screen. */
export function useSendTime(group: Group): SendTime {
  const connection = useConnection((state) => state.connection)
  return useSync(({ status }) => sendTime({ status, connection }, group))
}
