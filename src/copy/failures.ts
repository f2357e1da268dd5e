/** What is said for each expected failure, wherever it is met, and the next step. */
import type { Failure, FailureCode } from '../shared/failure.ts'
import type { Group } from '../shared/sync-status.ts'
import { failureRows, type FailureStep } from './failure-rows.ts'
import { type FailureSentence, type FailureSubject, saidText, service } from './failure-words.ts'

/** The sentence for a failure, about one group or about the library as a whole. */
export function failureSentence(failure: Failure, subject: FailureSubject): FailureSentence {
  return failureRows[failure.code].say(failure, subject)
}

/** Codes that mean something else of a whole list than of one record. */
const LIST_REFUSALS: ReadonlySet<FailureCode> = new Set(['refused-fields', 'refused', 'not-taken', 'method-refused'])

/** Said of a whole group: none of the records here is among those that the key reads. */
const OTHER_ACCOUNT: FailureSentence = {
  headline: 'This key seems to belong to another account',
  body: 'It can’t see any item in this library. Pending changes were made with another key and are never sent with this one. Enter that key, or discard them.'
}

/** The sentence for a group whose list could not be read: it is about no record and no change. */
export function listSentence(failure: Failure, group: Group): FailureSentence {
  if (failure.code === 'not-found') return failureSentence({ ...failure, code: 'wrong-address' }, group)
  if (failure.code === 'no-key-of-owner') return OTHER_ACCOUNT
  if (!LIST_REFUSALS.has(failure.code)) return failureSentence(failure, group)
  const said = saidText(failure)
  return {
    headline: `${service[group]} rejected the list request`,
    body: `${said ? `It said ${said}. ` : ''}Your library is unchanged, and your changes stay pending.`
  }
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

export const failureStep = (code: FailureCode): FailureStep => failureRows[code].step

/** Of the steps that are called the same wherever they are offered. */
export const stepLabel: Readonly<Record<'edit-address' | 'use-address', string>> = {
  'edit-address': 'Edit address',
  'use-address': 'Use that address'
}

// What stands behind a sentence: the parts of a failure that help somebody who looks for its cause.

export const failureDetailsCopy = {
  open: 'Details',
  label: 'Error details',
  copy: 'Copy details',
  copied: 'Details copied'
} as const

interface FailurePart {
  readonly label: string
  readonly text: string
}

/** Only the parts that are known, in the order of reading; the last one is the name of the trouble itself. */
export function failureParts(failure: Failure): readonly FailurePart[] {
  const { status, host, location, detail, fields, code } = failure
  const fieldParts = Object.entries(fields ?? {}).map(([field, texts]) => ({ label: field, text: texts.join(' ') }))
  const parts = [
    { label: 'Answer', text: status === undefined ? '' : String(status) },
    { label: 'From', text: host ?? '' },
    { label: 'Leads to', text: location ?? '' },
    ...fieldParts,
    { label: 'It said', text: detail ?? '' },
    { label: 'Kind', text: code }
  ]
  return parts.filter(({ text }) => text !== '')
}

/** The same as lines of text, to be handed on. */
export function failureReport(failure: Failure): string {
  return failureParts(failure)
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n')
}
