/** Whether the service can be asked now, as far as its last answers tell. */
import type { Group, GroupState, SyncStatus } from '../../shared/sync-status.ts'

const OUT_OF_REACH: ReadonlySet<GroupState> = new Set(['offline', 'not-answering'])
/** It answers, and yet what is asked of it waits. */
const STANDING_STILL: ReadonlySet<GroupState> = new Set(['held', 'signed-out', 'no-access', 'stopped'])
const NO_PICTURES: ReadonlySet<GroupState> = new Set([...OUT_OF_REACH, 'signed-out', 'no-access'])

/** What is sent to the images now would wait for their service to be reached. false before main has told a state. */
export function isOutOfReach(status: SyncStatus | null): boolean {
  return status !== null && OUT_OF_REACH.has(status.images.state)
}

/** A picture that is not here may be had now. false before main has told a state. */
export function canFetch(status: SyncStatus | null): boolean {
  return status !== null && !NO_PICTURES.has(status.images.state)
}

/** When a change of this group goes out: `later` for whatever holds it up while the service can be reached. */
export function sendTime(status: SyncStatus | null, group: Group): 'now' | 'later' | 'when-reached' {
  if (status === null) return 'later'
  const { state } = status[group]
  if (OUT_OF_REACH.has(state)) return 'when-reached'
  return status.isPaused || STANDING_STILL.has(state) ? 'later' : 'now'
}
