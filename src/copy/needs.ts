/** Words about what needs the person: one sentence for each reason, and the names of what can be done about it. */
import { type ChangeKind, type ChangeRow, groupOf, type NeedGroup, type Remedy } from '../shared/change.ts'
import type { Group } from '../shared/sync-status.ts'
import { formatCount, plural } from './format.ts'
import { valueText } from './activity.ts'
import { countChanges, countRecords } from './counted.ts'
import { failureRows, newImages } from './failure-rows.ts'
import { type FailureSentence, isAboutResults, saidText } from './failure-words.ts'
import { failureSentence } from './failures.ts'
import { firstUpdateCopy } from './first-updates.ts'

const PERHAPS_DONE = 'Sent, but never confirmed. Retry, or discard and check what the service shows.'

/** What a group of changes needs, with its number: one sentence for all of them, and one answer as an example. */
export function needSentence(need: NeedGroup): FailureSentence {
  const sentence = sharedSentence(need)
  const said = need.failure.status === undefined ? '' : saidText(need.failure)
  // Skip HTML error pages.
  if (said === '' || said.startsWith('“<') || sentence.body.includes(said)) return sentence
  return { ...sentence, body: `${sentence.body} The service said${need.count > 1 ? ', for example,' : ''} ${said}.` }
}

function sharedSentence({ reason, failure, count }: NeedGroup): FailureSentence {
  const subject = groupOf(reason.kind)
  // What was read two minutes later says more.
  if (failure.mayHaveArrived && reason.code !== 'not-taken') {
    const { headline } = failureSentence(failure, subject)
    return { headline: `${headline} (${countChanges(count)})`, body: PERHAPS_DONE }
  }
  const { headline, body } = failureSentence(failure, subject)
  const needs =
    reason.code === 'refused-fields' && !isAboutResults(failure) ? undefined : failureRows[reason.code].needs
  if (needs) return { body, ...needs(count, failure) }
  if (reason.code === 'refused-fields' && reason.kind === 'create')
    return { headline: `The service rejected ${newImages(count)}`, body }
  return { headline: `${headline} (${countChanges(count)})`, body }
}

interface RemedyWords {
  readonly remedy: Remedy
  readonly count: number
  /** The change it is about, when it is one. */
  readonly row: ChangeRow | null
}

type RemedyLabel = (words: Omit<RemedyWords, 'remedy'>) => string

const counted =
  (one: string, many: (count: string) => string): RemedyLabel =>
  ({ count, row }) =>
    row === null && count > 1 ? many(formatCount(count)) : one

const keepLabel = (label: string, count: number): string => (count === 1 ? label : `${label} for ${formatCount(count)}`)
const theirs = (row: ChangeRow | null): string => valueText(row?.failure?.theirs ?? null)

const remedyLabels: Readonly<Record<Remedy, RemedyLabel>> = {
  retry: counted('Retry', (count) => `Retry ${count}`),
  discard: counted('Discard this change', (count) => `Discard ${count}…`),
  'keep-mine': ({ count, row }) =>
    row === null ? keepLabel('Use my name', count) : `Use my name: ${valueText(row.after)}`,
  'keep-theirs': ({ count, row }) =>
    row === null ? keepLabel('Use the service’s name', count) : `Use the service’s name: ${theirs(row)}`,
  'remove-copy': counted('Remove copy', (count) => `Remove ${count} from this library`),
  'keep-copy': counted('Keep copy', (count) => `Keep ${count} here`),
  'send-again': counted('Send again…', (count) => `Send ${count} again…`),
  'keep-waiting': counted('Keep waiting', (count) => `Keep waiting for ${count}`),
  adopt: () => 'Choose the image…',
  edit: () => 'Edit…',
  'create-again': () => 'Create again…',
  'write-back': counted(firstUpdateCopy.writeBack, (count) => `Restore previous values of ${count}`),
  'leave-so': counted('Keep as is', (count) => `Keep ${count} as they are`)
}

export function remedyLabel({ remedy, ...words }: RemedyWords): string {
  return remedyLabels[remedy](words)
}

export interface Question {
  readonly title: string
  readonly body: string
  readonly go: string
}

/** What is asked before a remedy that costs or loses something; null = nothing to ask. `kind`: of the changes. */
export function remedyQuestion(remedy: Remedy, kind: ChangeKind | 'other', count: number): Question | null {
  if (remedy === 'send-again') return sendAgainQuestion(count)
  if (remedy === 'retry' && kind === 'delete-project')
    return {
      title: 'Delete it again?',
      body: 'The project still exists. Someone may have created it again. The service also deletes everything it keeps under it.',
      go: 'Delete again'
    }
  if (remedy === 'remove-copy' && count > 1) return removalQuestion('images', count)
  if (remedy === 'discard' && (count > 1 || kind === 'create')) return discardQuestion(kind, count)
  return null
}

function sendAgainQuestion(count: number): Question {
  return {
    title: plural(count, { one: 'Send it again?', other: `Send ${formatCount(count)} again?` }),
    body: plural(count, {
      one: 'If the first one did arrive, you get a second image and may be charged twice.',
      other: 'For each one that did arrive, you get a second image and may be charged twice.'
    }),
    go: 'Send again'
  }
}

function discardQuestion(kind: ChangeKind | 'other', count: number): Question {
  const body = kind === 'create' ? 'This deletes what you wrote.' : 'The service keeps what it has now.'
  return {
    title: `Discard ${countChanges(count)}?`,
    body,
    go: plural(count, { one: 'Discard', other: `Discard ${formatCount(count)}` })
  }
}

/** Asked before the copies of several records leave, which the service no longer has, or seems not to have. */
export function removalQuestion(group: Group, count: number): Question {
  const all = group === 'projects' ? `${formatCount(count)} projects` : countRecords(count)
  return {
    title: `Remove ${all} from this library?`,
    body: 'Your copies here are removed for good. Nothing is deleted on the service.',
    go: `Remove ${formatCount(count)}`
  }
}

export const adoptCopy = {
  title: 'Which image is yours?',
  body: 'These match the one you asked for. The others stay unchanged.',
  choose: 'This one',
  gone: 'None of them is still in the library. Sync and try again.'
} as const

export function removeAllLabel(count: number): string {
  return `Remove ${formatCount(count)} from this library`
}
