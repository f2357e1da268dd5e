/** Chooses what is said of a failure, wherever it is met, with the next step; and of a library that cannot be used. */
import type { LibraryRebuilt, LibraryFailure } from '../shared/connection.ts'
import type { Failure, FailureCode } from '../shared/failure.ts'
import type { Group } from '../shared/sync-status.ts'
import { changesText } from './batches.ts'
import type { FailureFacts, FailureSentence, FailureSubject } from './en/failures.ts'
import { copy } from './language.ts'
import { waitText } from './time.ts'

/** The results that were sent along were rejected, not what was asked for. */
export const isAboutResults = ({ fields }: Failure): boolean => fields !== undefined && 'results' in fields

/** What the service said in its own words, in quotation marks; '' for nothing. */
export function saidText({ fields, detail }: Failure): string {
  const said = Object.values(fields ?? {})
    .flat()
    .join(' ')
  const text = said || (detail ?? '')
  return text === '' ? '' : copy.names.quoted(text)
}

/** What a sentence about a failure may name. */
export function factsOf(failure: Failure, subject: FailureSubject): FailureFacts {
  return {
    ...failure,
    subject,
    host: failure.host ?? copy.failures.theService,
    isHostKnown: failure.host !== undefined,
    isAboutResults: isAboutResults(failure),
    said: saidText(failure),
    wait: failure.retryAfterMs ? waitText(failure.retryAfterMs) : null,
    changed: changesText(failure.changes ?? [])
  }
}

/** The sentence for a failure, about one group or about the library as a whole. */
export function failureSentence(failure: Failure, subject: FailureSubject): FailureSentence {
  return copy.failures.sentences[failure.code](factsOf(failure, subject))
}

/** Codes that mean something else of a whole list than of one record. */
const LIST_REFUSALS: ReadonlySet<FailureCode> = new Set(['refused-fields', 'refused', 'not-taken', 'method-refused'])

/** The sentence for a group whose list could not be read: it is about no record and no change. */
export function listSentence(failure: Failure, group: Group): FailureSentence {
  if (failure.code === 'not-found') return failureSentence({ ...failure, code: 'wrong-address' }, group)
  if (failure.code === 'no-key-of-owner') return copy.failures.otherAccount
  if (!LIST_REFUSALS.has(failure.code)) return failureSentence(failure, group)
  return copy.failures.listRejected(group, saidText(failure))
}

/** What is said when a test of the connection fails. */
export function testSentence(failure: Failure, group: Group): FailureSentence {
  const sentence = listSentence(failure, group)
  return { ...sentence, body: copy.failures.testing[failure.code] ?? sentence.body }
}

/** A headline that begins a line of text; a question keeps its own mark. */
export function asSentence(headline: string): string {
  return headline.endsWith('?') ? headline : `${headline}.`
}

/** Headline and body as one line of text, for the place under a field. */
export function failureText(failure: Failure, subject: FailureSubject): string {
  const { headline, body } = failureSentence(failure, subject)
  return `${asSentence(headline)} ${body}`
}

/** What the service said to all changes of a batch; its own words where it gave some. */
export function refusalsBody(failure: Failure): string {
  const isQuoted = failure.code === 'refused' || failure.code === 'refused-fields'
  return isQuoted ? saidText(failure) || copy.failures.noReason : failureText(failure, 'images')
}

/** What a button can do; `none` where time, or the place where it is said, does the rest. */
type FailureStep =
  | 'edit-address'
  | 'use-address'
  | 'enter-key'
  | 'unlock'
  | 'try-now'
  | 'open-page'
  | 'repair'
  | 'rebuild'
  | 'none'

/** The one next step of each failure. */
const STEPS: Readonly<Record<FailureCode, FailureStep>> = {
  'address-invalid': 'edit-address',
  'address-has-password': 'edit-address',
  'address-insecure': 'edit-address',
  'key-missing': 'enter-key',
  'key-malformed': 'enter-key',
  'arguments-invalid': 'none',
  offline: 'try-now',
  'host-not-found': 'edit-address',
  'connection-refused': 'try-now',
  'host-unreachable': 'try-now',
  'tls-untrusted': 'try-now',
  'tls-expired': 'try-now',
  'tls-wrong-name': 'edit-address',
  'tls-failed': 'try-now',
  'proxy-failed': 'try-now',
  'timed-out': 'try-now',
  'connection-lost': 'try-now',
  'response-too-large': 'edit-address',
  unauthorized: 'enter-key',
  forbidden: 'enter-key',
  blocked: 'open-page',
  'not-found': 'repair',
  'wrong-address': 'edit-address',
  'method-refused': 'repair',
  redirected: 'use-address',
  'refused-fields': 'repair',
  refused: 'repair',
  'rate-limited': 'none',
  'service-error': 'try-now',
  'not-json': 'open-page',
  'not-understood': 'try-now',
  'not-taken': 'repair',
  'changed-more': 'repair',
  'name-changed': 'repair',
  'create-not-found': 'repair',
  'create-ambiguous': 'repair',
  'project-still-there': 'repair',
  'project-others-gone': 'repair',
  'no-key-of-owner': 'enter-key',
  'owner-unclear': 'enter-key',
  'keychain-unavailable': 'enter-key',
  'keychain-locked': 'unlock',
  'keychain-denied': 'unlock',
  'keychain-timed-out': 'unlock',
  'no-connection': 'enter-key',
  'library-locked': 'try-now',
  'library-damaged': 'rebuild',
  'library-newer': 'none',
  'disk-full': 'try-now',
  'disk-read-only': 'try-now',
  'unknown-view': 'none',
  'unknown-selection': 'none',
  'unknown-batch': 'none',
  'unknown-record': 'none',
  canceled: 'none',
  internal: 'try-now'
}

export const failureStep = (code: FailureCode): FailureStep => STEPS[code]

interface FailurePart {
  readonly label: string
  readonly text: string
}

/** The parts that help to find the cause: only those that are known, in the order of reading, the code last. */
export function failureParts(failure: Failure): readonly FailurePart[] {
  const { status, host, location, detail, fields, missing, code } = failure
  const { details, expected } = copy.failures
  const fieldParts = Object.entries(fields ?? {}).map(([field, texts]) => ({ label: field, text: texts.join(' ') }))
  const parts = [
    { label: details.status, text: status === undefined ? '' : String(status) },
    { label: details.server, text: host ?? '' },
    { label: details.redirectsTo, text: location ?? '' },
    ...fieldParts,
    { label: details.message, text: detail ?? '' },
    { label: details.expected, text: missing === undefined ? '' : expected[missing] },
    { label: details.note, text: code === 'unauthorized' ? details.headerHint : '' },
    { label: details.code, text: code }
  ]
  return parts.filter(({ text }) => text !== '')
}

/** The same as lines of text, to be handed on. */
export function failureReport(failure: Failure): string {
  return failureParts(failure)
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n')
}

// A library that cannot be used, and what a rebuild found.

/** Headline and body for a library that cannot be used; `details` come a moment after the failure. */
export function libraryFailureSentence(failure: Failure, details: LibraryFailure | null): FailureSentence {
  const { restarting, restartingBody, diskFullBody, canRebuild, unsent } = copy.libraryFailure
  if (failure.code === 'internal') return { headline: restarting, body: restartingBody }
  const sentence = failureSentence(failure, 'library')
  if (failure.code === 'disk-full') return { ...sentence, body: diskFullBody }
  if (failure.code !== 'library-damaged') return sentence
  return { ...sentence, body: details === null ? canRebuild : `${canRebuild} ${unsent(details.unsent)}` }
}

export type RecoveryAction = 'rebuild' | 'try-again' | 'show-file'

const RETRY: readonly RecoveryAction[] = ['try-again']
const actions: Readonly<Partial<Record<FailureCode, readonly RecoveryAction[]>>> = {
  'library-damaged': ['rebuild', 'show-file'],
  // It is another app's turn: this one must not touch the file.
  'library-newer': [],
  'disk-full': ['try-again', 'show-file'],
  'disk-read-only': ['try-again', 'show-file']
}

/** The next step first. */
export const recoveryActions = (code: FailureCode): readonly RecoveryAction[] => actions[code] ?? RETRY

/** What a rebuild kept, and of how many. */
export function rebuiltSentence({ kept, lost, setAside }: LibraryRebuilt): FailureSentence {
  const { someLost, rebuilt, recovered, ...texts } = copy.libraryFailure
  const where = texts.setAside(setAside)
  return lost.length > 0
    ? { headline: someLost(lost.length), body: `${recovered(kept, kept + lost.length)} ${where}` }
    : { headline: rebuilt, body: `${texts.kept(kept)} ${where}` }
}

/** Several changes may be about records of one name: each name once, with how often it comes. */
export function countNames(names: readonly string[]): { readonly name: string; readonly count: number }[] {
  return [...Map.groupBy(names, (name) => name)].map(([name, all]) => ({ name, count: all.length }))
}
