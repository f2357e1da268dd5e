/** Which banner is shown below the toolbar, if any: one at a time, by importance. Pure. */
import type { ConnectionSummary } from '../../shared/connection.ts'
import type { Failure } from '../../shared/failure.ts'
import { type Facts, type Said, saidOf } from '../../shared/said.ts'
import { type Group, GROUPS, type GroupStatus, type SyncStatus } from '../../shared/sync-status.ts'
import type { FailureSentence } from '../../copy/en/failures.ts'
import { failureSentence, failureStep, listSentence } from '../../copy/failures.ts'
import { formatTime } from '../../copy/format.ts'
import { copy } from '../../copy/language.ts'
import { proposedAddress } from './connection-input.ts'
import {
  type BannerAction,
  type BannerChoice,
  changedMoreBanner,
  deletionsBanner,
  incompleteBanner,
  newResultsBanner,
  notShownBanner,
  refusalsBanner,
  reminderBanner,
  removalsBanner
} from './outbox-banners.ts'

interface BannerMoment {
  /** ms since epoch. */
  readonly now: number
  /** Ids of banners that the user dismissed. */
  readonly dismissed: ReadonlySet<string>
}

/**
 * Returns the one banner to show. Order: changes that are sent in seconds, problems and questions that need the user,
 * problems that pass, information.
 */
export function chooseBanner(
  status: SyncStatus,
  connection: ConnectionSummary | null,
  { now, dismissed }: BannerMoment
): BannerChoice | null {
  const facts = { status, connection }
  const choices = [
    ...GROUPS.map((group) => deletionsBanner(facts, group, now)),
    ...GROUPS.flatMap((group) => [keyBanner(facts, group), lastingBanner(facts, group)]),
    newResultsBanner(status),
    refusalsBanner(status),
    changedMoreBanner(status),
    notShownBanner(status),
    ...GROUPS.map((group) => removalsBanner(status, group)),
    passingBanner(facts, now),
    reminderBanner(status, now),
    ...GROUPS.map((group) => incompleteBanner(status, group))
  ]
  return choices.find((choice) => choice !== null && !dismissed.has(choice.id)) ?? null
}

// Banners for the connection to the service: keys, refusals of a whole group, the network. Pure.

/** Shortest pause requested by the service that gets a banner, in ms; from here on its text changes by the minute. */
const LONG_DELAY_MS = 90_000

type KeyBanner = Pick<BannerChoice, 'headline' | 'body' | 'icon'> & {
  /** Reads the keychain again; `null` if that would not help. The keychain is never read again automatically. */
  readonly unlock: string | null
}

const keyBanners = (): Readonly<Partial<Record<Said, KeyBanner>>> => ({
  'key-absent': { headline: copy.banners.keyAbsent, body: copy.banners.keyAbsentBody, icon: 'key', unlock: null },
  'key-locked': {
    headline: copy.banners.keyLocked,
    body: copy.banners.keyLockedBody,
    icon: 'lock',
    unlock: copy.keychain.unlock
  },
  'key-denied': {
    headline: copy.keychain.denied,
    body: copy.keychain.deniedBody,
    icon: 'lock',
    unlock: copy.keychain.askAgain
  },
  'key-silent': {
    headline: copy.keychain.silent,
    body: copy.keychain.silentBody,
    icon: 'lock',
    unlock: copy.keychain.askAgain
  },
  'key-unreadable': {
    headline: copy.banners.keyUnreadable,
    body: copy.banners.keyUnreadableBody,
    icon: 'key',
    unlock: null
  }
})

/** Facts once main has reported a state. */
type KnownFacts = Facts & { readonly status: SyncStatus }

/** Returns the banner of a key that is missing, locked or refused. */
function keyBanner(facts: KnownFacts, group: Group): BannerChoice | null {
  const said = saidOf(facts, group)
  const known = keyBanners()[said]
  if (known) {
    const { unlock, ...words } = known
    const enterKey = { kind: 'enter-key', label: copy.banners.enterKey, group } as const
    const actions: BannerAction[] = unlock === null ? [enterKey] : [{ kind: 'try-now', label: unlock }, enterKey]
    return { ...words, id: `${said}-${group}`, tone: 'warning', actions }
  }
  return said === 'signed-out' ? signedOutBanner(facts.status[group], group) : null
}

/** Details are omitted if they consist of a code alone, because the sentence says the same. */
const detailsOf = (failure: Failure | null): Pick<BannerChoice, 'failure'> =>
  failure === null || (failure.status === undefined && failure.detail === undefined) ? {} : { failure }

function signedOutBanner({ failure }: GroupStatus, group: Group): BannerChoice {
  const { headline, body } = failureSentence({ code: 'unauthorized' }, group)
  const scope = group === 'images' ? copy.banners.changesSafe : copy.banners.projectsOnly
  return {
    id: `signed-out-${group}`,
    tone: 'danger',
    icon: 'key',
    headline,
    body: `${body} ${scope}`,
    actions: [{ kind: 'enter-key', label: copy.banners.enterNewKey, group }],
    ...detailsOf(failure)
  }
}

const LASTING: ReadonlySet<Said> = new Set<Said>(['no-access', 'other-account', 'owner-unclear', 'stopped'])

/**
 * Returns the banner of a group that cannot continue automatically: the key has no access, or the service cannot be
 * used.
 */
function lastingBanner(facts: KnownFacts, group: Group): BannerChoice | null {
  if (!LASTING.has(saidOf(facts, group))) return null
  const { status } = facts
  const { state, failure } = status[group]
  const isNoAccess = state === 'no-access'
  const shown = failure ?? { code: isNoAccess ? 'forbidden' : 'service-error' }
  const { headline, body } = groupSentence(shown, group, status.waiting)
  const more = group === 'projects' ? ` ${copy.banners.projectsOnly}` : ''
  return {
    id: `${state}-${group}-${shown.code}`,
    tone: 'warning',
    icon: isNoAccess ? 'lock' : 'triangle',
    headline,
    body: body + more,
    actions: actionsFor(shown, group),
    ...detailsOf(failure)
  }
}

/** Returns the banner text of a whole group; a full disk stops its reading, which is no change of the user’s. */
function groupSentence(failure: Failure, group: Group, waiting: number): FailureSentence {
  const sentence = listSentence(failure, group)
  return failure.code === 'disk-full' ? { ...sentence, body: copy.banners.diskFullBody(waiting) } : sentence
}

const tryNow = () => ({ kind: 'try-now', label: copy.banners.tryNow }) as const

/** The owner of the key is unknown, so the user chooses: same owner, other owner, or another key. */
const ownerAnswers = (group: Group): readonly BannerAction[] => [
  { kind: 'answer-owner', label: copy.banners.sameAccount, group, isSame: true },
  { kind: 'answer-owner', label: copy.banners.otherAccount, group, isSame: false },
  { kind: 'enter-key', label: copy.banners.tryAnotherKey, group }
]

/** Returns the next step first, then a retry if that is a different action. */
function actionsFor(failure: Failure, group: Group): readonly BannerAction[] {
  const editAddress = (proposed: string | null, step: 'edit-address' | 'use-address'): BannerAction => ({
    kind: 'edit-address',
    label: copy.failures.steps[step],
    group,
    proposed
  })
  if (failure.code === 'owner-unclear') return ownerAnswers(group)
  switch (failureStep(failure.code)) {
    case 'enter-key':
      return [{ kind: 'enter-key', label: copy.banners.tryAnotherKey, group }]
    case 'open-page':
      return [
        { kind: 'open-page', label: copy.banners.openInBrowser, group },
        editAddress(null, 'edit-address'),
        tryNow()
      ]
    case 'edit-address':
      return [editAddress(null, 'edit-address'), tryNow()]
    case 'use-address': {
      const proposed = proposedAddress(failure.location, group)
      return [editAddress(proposed, proposed === null ? 'edit-address' : 'use-address'), tryNow()]
    }
    default:
      return [tryNow()]
  }
}

/** Returns the banner of a passing problem: of images, or of projects while images have none. */
function passingBanner(facts: KnownFacts, now: number): BannerChoice | null {
  if (facts.status.isPaused) return null
  for (const group of GROUPS) {
    const choice = passingOf(facts, group, now)
    if (choice !== null) return choice
  }
  return null
}

function passingOf(facts: KnownFacts, group: Group, now: number): BannerChoice | null {
  const { status } = facts
  const at = status[group]
  const said = saidOf(facts, group)
  const words = passingText(said, at, { group, now })
  if (words === null) return null
  const { waiting } = status
  const pendingText = group === 'images' && waiting > 0 ? ` ${copy.banners.changesPending(waiting)}` : ''
  const scope = group === 'projects' ? ` ${copy.banners.projectsOnly}` : ''
  return {
    icon: 'cloud-off',
    tone: said === 'offline' ? 'plain' : 'warning',
    ...words,
    body: words.body + scope + pendingText,
    id: group === 'images' ? said : `${group}-${said}`,
    actions: actionsFor(at.failure ?? { code: 'offline' }, group),
    isPassing: true,
    ...detailsOf(at.failure)
  }
}

type BannerText = FailureSentence & Partial<Pick<BannerChoice, 'tone' | 'icon'>>

function passingText(said: Said, at: GroupStatus, { group, now }: { group: Group; now: number }): BannerText | null {
  if (said === 'offline' || said === 'unreachable') return offlineText(at, group)
  if (said === 'not-responding') return silentText(at, group, now)
  // Both groups share one host, so one banner is enough.
  if (said === 'rate-limited' && group === 'images' && (at.retryAt ?? 0) - now >= LONG_DELAY_MS)
    return rateLimitedText(at, now)
  return null
}

/** Without a network there is one text; a failing name lookup, certificate or proxy has its own. */
function offlineText({ failure }: GroupStatus, group: Group): FailureSentence {
  if (failure === null || failure.code === 'offline')
    return { headline: copy.banners.offline, body: copy.banners.offlineBody }
  const { headline, body } = failureSentence(failure, group)
  return { headline, body: `${body} ${copy.banners.offlineBody}` }
}

/** A web page in place of the library is reported immediately, because only the user can resolve it. */
function silentText({ retryAt, failure }: GroupStatus, group: Group, now: number): FailureSentence {
  const shown = failure ?? { code: 'service-error' }
  const { headline, body } = failureSentence(shown, group)
  if (failureStep(shown.code) !== 'try-now') return { headline, body }
  const isScheduled = retryAt !== null && retryAt > now
  return { headline, body: isScheduled ? copy.banners.tryingAgainAt(formatTime(retryAt)) : body }
}

function rateLimitedText({ retryAt }: GroupStatus, now: number): BannerText {
  const failure = { code: 'rate-limited', retryAfterMs: (retryAt ?? now) - now } as const
  return { tone: 'plain', icon: 'clock', ...failureSentence(failure, 'images') }
}
