/** What goes wrong with the requests of a history, as the steps set it: hazards of the service by name, and of the way there. */
import type { FaultSubject, Fault } from '../../../src/reference-service/faults.ts'
import type { WireFault } from '../../../src/reference-service/front/play-wire.ts'
import type { Hazard } from '../../../src/reference-service/hazards/hazard.ts'
import { HAZARDS } from '../../../src/reference-service/hazards/hazards.ts'
import type { FailureCode } from '../../../src/shared/failure.ts'
import type { Chance } from '../history-chance.ts'

/**
 * After these a record may be other than what the person was shown, and nothing in the answer tells: it shows what is
 * not so, or the service keeps something else than was sent.
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
/** Packed bytes are unpacked before the program sees them; these cannot be. */
const UNREADABLE: Readonly<Record<string, FailureCode>> = {
  'gzip-truncated': 'connection-lost',
  'gzip-not': 'connection-lost',
  'gzip-bomb': 'answer-too-large'
}
const NOT_TRUSTED: Readonly<Record<string, FailureCode>> = {
  'tls-unknown-issuer': 'tls-untrusted',
  'tls-expired': 'tls-expired',
  'tls-wrong-name': 'tls-wrong-name',
  'tls-none': 'tls-failed'
}

/** Of pictures the sync asks nothing, and the stack unpacks `gzip` before anything here sees it. */
const PLAYED = HAZARDS.filter(({ level, id }) => level !== 'picture' && id !== 'gzip')
export const TRUE_HAZARDS: readonly Hazard[] = PLAYED.filter(({ id }) => !LIES.has(id))
/** Those that leave open what was done, or make the program wait. */
export const UNCERTAIN_HAZARDS: readonly Hazard[] = TRUE_HAZARDS.filter(
  ({ level, id }) =>
    level === 'wire' || /^(?:status-(?:4[02]8|5)|html|retry-after|broken|gzip|empty|no-content)|-done$/.test(id)
)
/** Those that say no to this one request. */
export const REFUSING_HAZARDS: readonly Hazard[] = TRUE_HAZARDS.filter(({ id }) =>
  /^(?:status-4(?!0[18]|25)\d\d|success-false|deleted-false)$/.test(id)
)
export const LYING_HAZARDS: readonly Hazard[] = PLAYED.filter(({ id }) => LIES.has(id))

/** What a request meets on its way. */
export type WayFault =
  /** Not sent at all. */
  { readonly kind: 'untrusted'; readonly code: FailureCode } | { readonly kind: 'wire'; readonly wire: WireFault }

export class Trouble {
  hazards: readonly Hazard[] = []
  /** How many of the requests meet one. */
  share = 0
  /** Answers come up to so many ms late, so that they overtake each other. */
  jitterMs = 0
  /** How many requests arrive twice. */
  duplicates = 0
  /** It has arrived before: whoever did it then does not refuse it now. */
  isAgain = false
  readonly #chance: Chance
  readonly #onLie: (subject: FaultSubject) => void

  /** `onLie`: what is told of this request from now on need not be so. */
  constructor(chance: Chance, onLie: (subject: FaultSubject) => void) {
    this.#chance = chance
    this.#onLie = onLie
  }

  /** All is well from now on. */
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

  /** null = the request gets through to the service. */
  onTheWay(): WayFault | null {
    const hazard = this.#meets(({ level }) => level === 'wire' || level === 'certificate')
    if (hazard === null) return null
    if (hazard.level === 'wire') return { kind: 'wire', wire: hazard.wire }
    return { kind: 'untrusted', code: NOT_TRUSTED[hazard.id] ?? 'tls-failed' }
  }

  /** As `faults` of the service. */
  atService(subject: FaultSubject): Fault | null {
    const { operation } = subject
    if (operation === null) return null
    const hazard = this.#meets(
      ({ level, operations }) => (level === 'answer' || level === 'bytes') && operations.includes(operation)
    )
    if (hazard?.level !== 'answer' && hazard?.level !== 'bytes') return null
    const fault = hazard.fault(subject)
    const unread = UNREADABLE[hazard.id]
    if (unread !== undefined) return { kind: 'altered', alter: { answer: (one) => marked(one, UNREAD, unread) } }
    if (fault === null || !LIES.has(hazard.id)) return fault
    this.#onLie(subject)
    return toLie(fault)
  }

  #meets(fits: (hazard: Hazard) => boolean): Hazard | null {
    const fitting = this.hazards.filter((hazard) => fits(hazard) && !(this.isAgain && isRefusal(hazard)))
    return fitting.length > 0 && this.#chance.hits(this.share) ? this.#chance.pick(fitting) : null
  }
}

/** Says that nothing was done, which must not be told of what was done before. */
function isRefusal({ id, level }: Hazard): boolean {
  return level === 'certificate' || /^(?:status-4|html-4|redirect|success-false|deleted-false)/.test(id)
}

const UNREAD = 'x-unread'
const LIE = 'x-lie'

type Headers = Readonly<Record<string, string>>

function marked<A extends { readonly headers: Headers }>(answer: A, name: string, value: string): A {
  return { ...answer, headers: { ...answer.headers, [name]: value } }
}

/** Known again by whoever judges what comes back. */
function toLie(fault: Fault): Fault {
  if (fault.kind !== 'altered') return fault
  const { alter } = fault
  return { kind: 'altered', alter: { ...alter, answer: (one) => marked(alter.answer?.(one) ?? one, LIE, '1') } }
}

/** What such an answer tells need not be so. */
export const isLie = (headers: Headers): boolean => LIE in headers

/** Why the stack cannot read an answer that was packed; null when it can. */
export function unreadOf(headers: Headers): FailureCode | null {
  // Written by `marked`, from a code.
  return (headers[UNREAD] as FailureCode | undefined) ?? null
}
