/**
 * Derives the displayed state of both groups. Every status text (footer of the sidebar, status bar, banners, batches,
 * images being created) is a text for one of these states, so that no two contradict each other.
 */
import type { ConnectionSummary, KeyState } from './connection.ts'
import { GROUPS } from './sync-status.ts'
import type { Group, GroupState, GroupStatus, SyncStatus } from './sync-status.ts'

/** Displayed state; `unreachable` means that the computer has a network but cannot reach this host. */
export type Said =
  | GroupState
  | 'connecting'
  | 'unreachable'
  | 'key-absent'
  | 'key-locked'
  | 'key-denied'
  | 'key-silent'
  | 'key-unreadable'
  | 'other-account'
  | 'owner-unclear'

export interface Facts {
  /** `null` before main has reported a state. */
  readonly status: SyncStatus | null
  readonly connection: ConnectionSummary | null
}

const KEYS: Readonly<Partial<Record<KeyState, Said>>> = {
  absent: 'key-absent',
  locked: 'key-locked',
  denied: 'key-denied',
  'timed-out': 'key-silent',
  unavailable: 'key-unreadable'
}

/** Returns the displayed state of a group; `connecting` before main has reported a state. */
export function saidOf({ status, connection }: Facts, group: Group): Said {
  if (status === null) return 'connecting'
  const own = ownState(status[group], connection?.[group].key)
  const other = group === 'images' ? 'projects' : 'images'
  return sharedState(own, { status, connection, group, other })
}

function ownState({ state, failure, respondedAt }: GroupStatus, key: KeyState | undefined): Said {
  const keyless = key && KEYS[key]
  if (keyless !== undefined) return keyless
  // A missing key is expected while the keychain is being read at each start.
  if (failure?.code === 'key-missing') return 'connecting'
  if (state === 'no-access' && failure?.code === 'no-key-of-owner') return 'other-account'
  if (state === 'no-access' && failure?.code === 'owner-unclear') return 'owner-unclear'
  return state === 'idle' && respondedAt === null ? 'connecting' : state
}

/** States that a missing network can explain. */
const MAY_BE_OFFLINE: ReadonlySet<Said> = new Set<Said>([
  'idle',
  'connecting',
  'reading',
  'sending',
  'checking',
  'up-to-date',
  'rate-limited',
  'not-responding'
])

interface Pair extends Facts {
  readonly status: SyncStatus
  readonly group: Group
  readonly other: Group
}

/** Applies an offline state to both groups, because it concerns the whole computer. */
function sharedState(own: Said, { status, connection, group, other }: Pair): Said {
  const isShared = isOfBoth(status, connection, own === 'offline' ? group : other)
  if (own === 'offline') return isShared || !MAY_BE_OFFLINE.has(status[other].state) ? 'offline' : 'unreachable'
  return status[other].state === 'offline' && isShared && MAY_BE_OFFLINE.has(own) ? 'offline' : own
}

/** Whether the cause affects both groups: there is no network, or both are on one host. */
function isOfBoth(status: SyncStatus, connection: ConnectionSummary | null, group: Group): boolean {
  const code = status[group].failure?.code ?? 'offline'
  const [images, projects] = GROUPS.map((each) => URL.parse(connection?.[each].address ?? '')?.host)
  return code === 'offline' || images === projects
}

const OUT_OF_REACH: ReadonlySet<Said> = new Set<Said>(['offline', 'unreachable', 'not-responding'])
const MOVING: ReadonlySet<Said> = new Set<Said>(['idle', 'connecting', 'reading', 'sending', 'checking', 'up-to-date'])

/** When a change of a group is sent; `later` if something delays it while the service is reachable. */
export type SendTime = 'now' | 'later' | 'when-reached'

export function sendTime(facts: Facts, group: Group): SendTime {
  const said = saidOf(facts, group)
  if (facts.status?.isPaused === true) return 'later'
  if (OUT_OF_REACH.has(said)) return 'when-reached'
  return facts.status !== null && MOVING.has(said) ? 'now' : 'later'
}
