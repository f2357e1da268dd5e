/** Chooses the texts of batches: what was asked, how far it is, and how it ends. */
import type { BatchReceipt, BatchVerb } from '../shared/batch.ts'
import type { FieldChange } from '../shared/failure.ts'
import { REFUSALS_ALIKE } from '../shared/limits.ts'
import { copy } from './language.ts'
import { shownName } from './names.ts'
import { clockText, momentText, waitText } from './time.ts'

/** Name of a batch that an earlier run of the program began. */
export function pickedUpName(startedAt: number, now: number): string {
  return copy.batches.resuming(clockText(startedAt, now))
}

export function startedAtText(startedAt: number, now: number): string {
  return copy.batches.started(momentText(startedAt, now))
}

/** "Adding 894 to Favorites", the title of the job card. `subject`: the name of its record, when there is one only. */
export function jobTitle({ verb, subject }: Pick<BatchReceipt, 'verb' | 'subject'>, total: number): string {
  return copy.batches.running[verb](total, shownName(subject))
}

/** "Add 894 images to Favorites": what was asked for, in lists of batches. */
export function batchAsked({
  verb,
  subject,
  size,
  undoes
}: Pick<BatchReceipt, 'verb' | 'subject' | 'size' | 'undoes'>): string {
  const asked = copy.batches.asked[verb](size, shownName(subject))
  return undoes === null ? asked : copy.batches.fromBatch(asked, undoes)
}

/** How many of a batch there was anything to do for. */
export function receiptTotal({ size, unchanged }: Pick<BatchReceipt, 'size' | 'unchanged'>): number {
  return size - unchanged
}

/** "894 images are now favorites" with a check, for a few seconds. */
export function finishedText({ verb, done, subject }: Pick<BatchReceipt, 'verb' | 'done' | 'subject'>): string {
  return copy.batches.finished[verb](done, shownName(subject))
}

/** Why nothing of a batch goes out; null while it may go. */
export function batchPauseText({ pause, waiting }: Pick<BatchReceipt, 'pause' | 'waiting'>): string | null {
  if (pause === null) return null
  const { batches, firstUpdates, banners } = copy
  if (pause.why === 'user') return batches.youPaused
  if (pause.why === 'not-shown') return batches.onHold(firstUpdates.notShown)
  if (pause.why === 'new-results') return batches.onHold(banners.newResults(pause.count))
  if (pause.why === 'refusals') return batches.onHold(batches.rejectedInARow(REFUSALS_ALIKE))
  return `${batches.onHold(firstUpdates.changedMore)} ${harmText(waiting, pause.failure.changes ?? [])}`.trim()
}

/** "Sending in 8 seconds. You can still undo." `ms` until then. */
export function rateLimitedForText(ms: number): string {
  return copy.batches.sendsIn(waitText(ms))
}

/** What a stop would do, with the numbers it is about. */
interface StopNumbers {
  readonly verb: BatchVerb
  readonly done: number
  readonly waiting: number
}

/** "212 are done and stay in Favorites. 682 won’t be sent and won’t be in Favorites." */
export function stopBody({ verb, done, waiting }: StopNumbers): string {
  const kind = verb === 'favorite' ? 'adding' : verb === 'unfavorite' ? 'removing' : 'other'
  const rest = copy.stopping.notSent[kind](waiting)
  return done === 0 ? rest : `${copy.stopping.done[kind](done)} ${rest}`
}

/** "682 changes canceled. 3 items changed in the meantime and were skipped." */
export function stoppedText(restored: number, skipped: number): string {
  const stopped = copy.stopping.stopped(restored)
  return skipped === 0 ? stopped : `${stopped} ${copy.counted.leftAlone(skipped)}`
}

// What one of the first updates on a connection changed besides.

/** Names as the screens call them; others as the service does. */
function fieldName(field: string): string {
  const { create, facets, fullView, inspector } = copy
  const labels: Readonly<Record<string, string>> = {
    name: create.name,
    description: create.prompt,
    style: facets.style.label,
    medium: facets.medium.label,
    filter: facets.filter.label,
    resolution: facets.resolution.label,
    favorite: fullView.favorite,
    results: inspector.results,
    result: inspector.resultFile,
    createdAt: inspector.created
  }
  return Object.hasOwn(labels, field) ? (labels[field] ?? field) : field
}

const MOST = 4
const valueOf = (value: string | null): string =>
  value === null ? copy.firstUpdates.empty : copy.names.isolated(value)

/** "Name: “Quay” → empty. Style: “anime” → empty. 2 more fields changed." */
export function changesText(changes: readonly FieldChange[]): string {
  const { change, moreChanged } = copy.firstUpdates
  const shown = changes
    .slice(0, MOST)
    .map(({ field, before, after }) => change(fieldName(field), valueOf(before), valueOf(after)))
  const left = changes.length - shown.length
  return (left > 0 ? [...shown, moreChanged(left)] : shown).join(' ')
}

/** What goes on does to each of the others: "Sending the remaining 9,999 may also change these fields: Name, Style." */
export function harmText(left: number, changes: readonly FieldChange[]): string {
  const fields = changes.map(({ field }) => fieldName(field)).join(', ')
  return left === 0 || fields === '' ? '' : copy.firstUpdates.wouldChange(left, fields)
}
