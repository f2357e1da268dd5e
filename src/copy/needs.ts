/** Chooses what is said of changes that need attention: one sentence for each reason, and what can be done about it. */
import { type ChangeKind, type ChangeRow, groupOf, type AttentionGroup, type RepairAction } from '../shared/change.ts'
import type { FailureCode } from '../shared/failure.ts'
import type { Group } from '../shared/sync-status.ts'
import { valueText } from './activity.ts'
import type { FailureSentence } from './en/failures.ts'
import { factsOf, failureSentence, isAboutResults, saidText } from './failures.ts'
import { copy } from './language.ts'

/** What a group of changes needs, with its number: one sentence for all of them, and one answer as an example. */
export function needSentence(need: AttentionGroup): FailureSentence {
  const sentence = sharedSentence(need)
  const said = need.failure.status === undefined ? '' : saidText(need.failure)
  // Skip HTML error pages.
  if (said === '' || need.failure.detail?.startsWith('<') || sentence.body.includes(said)) return sentence
  return { ...sentence, body: copy.needs.serviceSaid(sentence.body, said, need.count) }
}

/** Failures that sync tries again; a change that needs attention for one of them is not. */
const PASSING: ReadonlySet<string> = new Set<FailureCode>([
  'timed-out',
  'connection-lost',
  'rate-limited',
  'service-error'
])

function sharedSentence({ reason, failure, count }: AttentionGroup): FailureSentence {
  const subject = groupOf(reason.kind)
  const { headline, body } = failureSentence(failure, subject)
  const headlineWithCount = copy.needs.withCount(headline, count)
  // What was read two minutes later says more.
  if (failure.isUnconfirmed && reason.code !== 'not-taken')
    return { headline: headlineWithCount, body: copy.needs.perhapsDone }
  const isOwnValue = reason.code === 'refused-fields' && !isAboutResults(failure)
  const needs = isOwnValue ? undefined : copy.failures.needs[reason.code]
  if (needs) return { body, ...needs(count, factsOf(failure, subject)) }
  if (isOwnValue) {
    const { createRejected, changesRejected } = copy.needs
    return { headline: (reason.kind === 'create' ? createRejected : changesRejected)(count), body }
  }
  return { headline: headlineWithCount, body: PASSING.has(reason.code) ? copy.needs.retryOrDiscard(count) : body }
}

interface RepairActionText {
  readonly repairAction: RepairAction
  readonly count: number
  readonly kind: ChangeKind | 'other'
  /** The change it is about, when it is one. */
  readonly row: ChangeRow | null
}

/** The label of a button, with the mark of one that asks something first. */
export function repairActionLabel(text: RepairActionText): string {
  const label = plainLabel(text)
  const isAsking = repairQuestion(text.repairAction, text.kind, text.row === null ? text.count : 1) !== null
  return isAsking ? copy.needs.asking(label) : label
}

function plainLabel({ repairAction, count, row }: RepairActionText): string {
  const { needs } = copy
  if (row !== null && repairAction === 'keep-mine') return needs.keepMineNamed(valueText(row.after))
  if (row !== null && repairAction === 'keep-theirs')
    return needs.keepTheirsNamed(valueText(row.failure?.theirs ?? null))
  return needs.repairActions[repairAction](row === null ? count : 1)
}

export interface Question {
  readonly title: string
  readonly body: string
  readonly go: string
}

/** What is asked before a repair action that costs or loses something; null = nothing to ask. `kind`: of the changes. */
export function repairQuestion(repairAction: RepairAction, kind: ChangeKind | 'other', count: number): Question | null {
  const { questions } = copy
  if (repairAction === 'send-again') return questions.sendAgain(count)
  if (repairAction === 'retry' && kind === 'delete-project') return questions.deleteAgain(count)
  if (repairAction === 'remove-copy' && count > 1) return removalQuestion('images', count)
  if (repairAction === 'discard' && (count > 1 || kind === 'create')) return questions.discard(count, kind === 'create')
  return null
}

/** Asked before the copies of several records leave, which the service no longer has, or seems not to have. */
export function removalQuestion(group: Group, count: number): Question {
  return copy.questions.remove(count, group === 'projects')
}
