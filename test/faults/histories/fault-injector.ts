/** Faults of the requests of a history, as set by its steps: hazards of the service by name, and of the network. */
import type { FaultSubject, Fault } from '../../../src/reference-service/faults.ts'
import type { WireFault } from '../../../src/reference-service/front/play-wire.ts'
import type { Hazard } from '../../../src/reference-service/hazards/hazard.ts'
import { HAZARDS } from '../../../src/reference-service/hazards/hazards.ts'
import type { FailureCode } from '../../../src/shared/failure.ts'
import type { Chance } from '../history-chance.ts'

/**
 * After these hazards a record may differ from what the user was shown, without a sign in the response: the response is
 * wrong, or the service stores something other than it received.
 */
const LIES: ReadonlySet<string> = new Set([
  'name-surrogate',
  'name-nul',
  'name-odd',
  'name-long',
  'name-null',
  'latin-1',
  'latin-1-unlabeled',
  'enum-unknown',
  'reads-lag',
  'results-other',
  'update-unchanged',
  'update-flag-only',
  'name-shortened',
  'name-tidied',
  'status-404',
  'status-404-named',
  'status-410',
  'list-empty',
  'projects-odd',
  'id-missing',
  'other-record'
])
/** Compressed bodies are decoded before the program sees them; these cannot be decoded. */
const UNREADABLE: Readonly<Record<string, FailureCode>> = {
  'gzip-truncated': 'connection-lost',
  'gzip-not': 'connection-lost',
  'gzip-bomb': 'response-too-large'
}
const NOT_TRUSTED: Readonly<Record<string, FailureCode>> = {
  'tls-unknown-issuer': 'tls-untrusted',
  'tls-expired': 'tls-expired',
  'tls-wrong-name': 'tls-wrong-name',
  'tls-none': 'tls-failed'
}

/** Sync requests no pictures, and the network stack decodes `gzip` before this code sees it. */
const PLAYED = HAZARDS.filter(({ level, id }) => level !== 'picture' && id !== 'gzip')
export const TRUE_HAZARDS: readonly Hazard[] = PLAYED.filter(({ id }) => !LIES.has(id))
/** Hazards that leave the result of a request unknown, or delay the program. */
export const UNCERTAIN_HAZARDS: readonly Hazard[] = TRUE_HAZARDS.filter(
  ({ level, id }) =>
    level === 'wire' || /^(?:status-(?:4[02]8|5)|html|retry-after|broken|gzip|empty|no-content)|-done$/.test(id)
)
/** Hazards that refuse a single request. */
export const REFUSING_HAZARDS: readonly Hazard[] = TRUE_HAZARDS.filter(({ id }) =>
  /^(?:status-4(?!0[18]|25)\d\d|success-false|deleted-false)$/.test(id)
)
export const LYING_HAZARDS: readonly Hazard[] = PLAYED.filter(({ id }) => LIES.has(id))

/** A fault on the network path. */
export type WayFault =
  /** The request is never sent. */
  { readonly kind: 'untrusted'; readonly code: FailureCode } | { readonly kind: 'wire'; readonly wire: WireFault }

export class FaultInjector {
  hazards: readonly Hazard[] = []
  /** Share of the requests that meet a hazard. */
  share = 0
  /** Maximum extra delay of responses in ms, so that they overtake each other. */
  jitterMs = 0
  /** Share of the requests that arrive twice. */
  duplicates = 0
  /** The request has arrived before, so it can no longer be refused. */
  isAgain = false
  readonly #chance: Chance
  readonly #onLie: (subject: FaultSubject) => void

  /** `onLie`: called for a request whose response may be wrong. */
  constructor(chance: Chance, onLie: (subject: FaultSubject) => void) {
    this.#chance = chance
    this.#onLie = onLie
  }

  /** Ends all faults. */
  end(): void {
    this.hazards = []
    this.share = 0
    this.jitterMs = 0
    this.duplicates = 0
  }

  lateMs(): number {
    return this.jitterMs === 0 ? 0 : this.#chance.below(this.jitterMs)
  }

  isDoubled(): boolean {
    return this.duplicates > 0 && this.#chance.hits(this.duplicates)
  }

  /** `null` if the request reaches the service. */
  onTheWay(): WayFault | null {
    const hazard = this.#pickHazard(({ level }) => level === 'wire' || level === 'certificate')
    if (hazard === null) return null
    if (hazard.level === 'wire') return { kind: 'wire', wire: hazard.wire }
    return { kind: 'untrusted', code: NOT_TRUSTED[hazard.id] ?? 'tls-failed' }
  }

  /** The `faults` hook of the service. */
  atService(subject: FaultSubject): Fault | null {
    const { operation } = subject
    if (operation === null) return null
    const hazard = this.#pickHazard(
      ({ level, operations }) => (level === 'response' || level === 'bytes') && operations.includes(operation)
    )
    if (hazard?.level !== 'response' && hazard?.level !== 'bytes') return null
    const fault = hazard.fault(subject)
    const unread = UNREADABLE[hazard.id]
    if (unread !== undefined) return { kind: 'altered', alter: { response: (one) => marked(one, UNREAD, unread) } }
    if (fault === null || !LIES.has(hazard.id)) return fault
    this.#onLie(subject)
    return toLie(fault)
  }

  #pickHazard(matches: (hazard: Hazard) => boolean): Hazard | null {
    const fitting = this.hazards.filter((hazard) => matches(hazard) && !(this.isAgain && isRefusal(hazard)))
    return fitting.length > 0 && this.#chance.hits(this.share) ? this.#chance.pick(fitting) : null
  }
}

/** Reports that nothing was done, which would be wrong for a request that was applied before. */
function isRefusal({ id, level }: Hazard): boolean {
  return level === 'certificate' || /^(?:status-4|html-4|redirect|success-false|deleted-false)/.test(id)
}

const UNREAD = 'x-unread'
const LIE = 'x-lie'

type Headers = Readonly<Record<string, string>>

function marked<A extends { readonly headers: Headers }>(response: A, name: string, value: string): A {
  return { ...response, headers: { ...response.headers, [name]: value } }
}

/** Marks the response, so that checks can recognize it. */
function toLie(fault: Fault): Fault {
  if (fault.kind !== 'altered') return fault
  const { alter } = fault
  return { kind: 'altered', alter: { ...alter, response: (one) => marked(alter.response?.(one) ?? one, LIE, '1') } }
}

/** Whether the data of this response may be wrong. */
export const isLie = (headers: Headers): boolean => LIE in headers

/** Why the network stack cannot decode a response; `null` if it can. */
export function unreadOf(headers: Headers): FailureCode | null {
  // `marked` wrote this value from a code.
  return (headers[UNREAD] as FailureCode | undefined) ?? null
}
