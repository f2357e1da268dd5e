/** Which bar lies under the toolbar, if any: a state that lasts and that the person should know of. Pure. */
import type { ConnectionSummary, KeyState } from '../../shared/connection.ts'
import { GROUPS } from '../../shared/sync-status.ts'
import type { Group, GroupStatus, SyncStatus } from '../../shared/sync-status.ts'
import { failureSentence } from '../copy/failures.ts'
import { bannerCopy, changesWaiting, tryingAgainAt } from '../copy/frame.ts'
import { isWithoutKey } from '../copy/status.ts'
import { formatTime } from '../format.ts'
import type { IconName } from '../ui/icon-shapes.tsx'

export type BannerAction = 'try-now' | 'enter-key'

export interface BannerChoice {
  /** Stays equal while it is the same bar, so that a change of numbers neither flashes nor announces it again. */
  readonly id: string
  readonly tone: 'plain' | 'warning' | 'danger'
  readonly icon: IconName
  readonly headline: string
  readonly body: string
  readonly action: { readonly kind: BannerAction; readonly label: string; readonly group: Group }
  /** Passing troubles are shown only after they have lasted. */
  readonly isPassing: boolean
}

/** A pause that the service asked for is worth a bar only when it is this long, in ms; its words then change by the minute. */
const LONG_HOLD_MS = 90_000

/** The one bar to show; what the person can mend comes first. `now` in ms since epoch. */
export function chooseBanner(
  status: SyncStatus,
  connection: ConnectionSummary | null,
  now: number
): BannerChoice | null {
  for (const group of GROUPS) {
    const choice = keyBanner(status, connection, group) ?? lastingBanner(status, group)
    if (choice) return choice
  }
  return passingBanner(status, now)
}

type KeyBanner = Pick<BannerChoice, 'headline' | 'body' | 'icon'> & { readonly label: string }

const keyBanners: Readonly<Partial<Record<KeyState, KeyBanner>>> = {
  absent: {
    headline: bannerCopy.keyAbsent,
    body: bannerCopy.keyAbsentBody,
    icon: 'key',
    label: bannerCopy.enterKey
  },
  locked: { headline: bannerCopy.keyLocked, body: bannerCopy.keyLockedBody, icon: 'lock', label: bannerCopy.tryAgain },
  unavailable: {
    headline: bannerCopy.keyUnreadable,
    body: bannerCopy.keyUnreadableBody,
    icon: 'key',
    label: bannerCopy.enterKey
  }
}

function keyBanner(status: SyncStatus, connection: ConnectionSummary | null, group: Group): BannerChoice | null {
  const state = connection?.[group].key
  const known = state === undefined ? undefined : keyBanners[state]
  if (known) {
    const { label, ...words } = known
    const kind = state === 'locked' ? 'try-now' : 'enter-key'
    return { ...words, id: `key-${group}-${state}`, tone: 'warning', action: { kind, label, group }, isPassing: false }
  }
  return status[group].state === 'signed-out' && !isWithoutKey(status[group]) ? signedOutBanner(group) : null
}

function signedOutBanner(group: Group): BannerChoice {
  const { headline, body } = failureSentence({ code: 'unauthorized' }, group)
  return {
    id: `signed-out-${group}`,
    tone: 'danger',
    icon: 'key',
    headline,
    body: `${body} ${group === 'images' ? bannerCopy.changesSafe : bannerCopy.projectsOnly}`,
    action: { kind: 'enter-key', label: bannerCopy.enterNewKey, group },
    isPassing: false
  }
}

function lastingBanner(status: SyncStatus, group: Group): BannerChoice | null {
  const { state, failure } = status[group]
  if (state !== 'no-access' && state !== 'stopped') return null
  const isNoAccess = state === 'no-access'
  const { headline, body } = failureSentence(failure ?? { code: isNoAccess ? 'forbidden' : 'service-trouble' }, group)
  const action: BannerChoice['action'] = isNoAccess
    ? { kind: 'enter-key', label: bannerCopy.tryAnotherKey, group }
    : { kind: 'try-now', label: bannerCopy.tryNow, group }
  const more = group === 'projects' ? ` ${bannerCopy.projectsOnly}` : ''
  return {
    id: `${state}-${group}`,
    tone: 'warning',
    icon: isNoAccess ? 'lock' : 'triangle',
    headline,
    body: body + more,
    action,
    isPassing: false
  }
}

const TRY_NOW = { kind: 'try-now', label: bannerCopy.tryNow, group: 'images' } as const

function passingBanner({ images, waiting, isPaused }: SyncStatus, now: number): BannerChoice | null {
  if (isPaused) return null
  const waits = waiting > 0 ? ` ${changesWaiting(waiting)}.` : ''
  const base = { icon: 'cloud-off', action: TRY_NOW, isPassing: true, id: images.state } as const
  if (images.state === 'offline')
    return { ...base, tone: 'plain', headline: bannerCopy.offline, body: bannerCopy.offlineBody + waits }
  if (images.state === 'not-answering')
    return { ...base, tone: 'warning', headline: bannerCopy.notAnswering, body: retryText(images, now) + waits }
  if (images.state === 'held' && (images.heldUntil ?? 0) - now >= LONG_HOLD_MS)
    return { ...base, ...heldWords(images, now) }
  return null
}

function retryText({ heldUntil, failure }: GroupStatus, now: number): string {
  if (heldUntil !== null && heldUntil > now) return tryingAgainAt(formatTime(heldUntil))
  return failureSentence(failure ?? { code: 'service-trouble' }, 'images').body
}

function heldWords({ heldUntil }: GroupStatus, now: number): Pick<BannerChoice, 'tone' | 'icon' | 'headline' | 'body'> {
  const failure = { code: 'rate-limited', retryAfterMs: (heldUntil ?? now) - now } as const
  return { tone: 'plain', icon: 'clock', ...failureSentence(failure, 'images') }
}
