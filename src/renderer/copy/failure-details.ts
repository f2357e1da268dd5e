/** What stands behind a sentence: the parts of a failure that help somebody who looks for its cause. */
import type { Failure } from '../../shared/failure.ts'

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
export function failureText(failure: Failure): string {
  return failureParts(failure)
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n')
}
