/** Chooses the texts of one record: what of it is pending or needs attention, and what became of it so far. */
import type { RecordEvent, SentAlong } from '../shared/batch.ts'
import { type ChangeRow, isDeletion } from '../shared/change.ts'
import type { RecordStage } from '../shared/image.ts'
import type { SendTime } from '../shared/said.ts'
import { copy } from './language.ts'
import { inOneRow } from './names.ts'
import { clockText, momentText } from './time.ts'

/** In place of a tile's second line. Nothing is made or looked up while the service cannot be reached. */
export function stageText(stage: RecordStage, time: SendTime): string {
  const isSent = stage === 'create-sending' || stage === 'create-checking'
  return isSent && time === 'when-reached' ? copy.create.notConfirmed : copy.create.stages[stage]
}

/** "Add to Favorites · pending", "Deletes at 10:42". `now` in ms. */
export function changeText(
  change: ChangeRow,
  { stage, time, now }: { readonly stage: RecordStage | null; readonly time: SendTime; readonly now: number }
): string {
  const { kind, after, status, graceEndsAt } = change
  if (kind === 'create' && stage !== null && stage !== 'delete-waiting') {
    const isLookedUp = stage === 'create-checking' && time !== 'when-reached'
    return isLookedUp ? copy.changes.lookedUp : stageText(stage, time)
  }
  if (kind === 'delete' && status === 'waiting' && time === 'now' && graceEndsAt !== null && graceEndsAt > now)
    return copy.changes.deletesAt(graceEndsAt)
  if (isDeletion(kind) && status === 'waiting') return copy.changes.deletionPending
  const subject = copy.changes.subjects[kind](after !== false, String(after ?? ''))
  return copy.changes.withState(subject, stateText(status, time))
}

/** While the service cannot be reached nothing is on its way, and nothing is looked up. */
function stateText(status: ChangeRow['status'], time: SendTime): string {
  const { states, notConfirmed } = copy.changes
  if (time === 'when-reached' && status === 'sending') return states.waiting
  return time === 'when-reached' && status === 'checking' ? notConfirmed : states[status]
}

/** "Batch 14 · today at 10:42 · 2 attempts". */
export function changeOrigin({ batch, requestedAt, tries, pause }: ChangeRow, now: number): string {
  const parts = [copy.batches.name(batch), momentText(requestedAt, now)]
  if (tries > 0) parts.push(copy.activity.attempts(tries))
  if (pause !== null) parts.push(pause === 'user' ? copy.changes.batchPaused : copy.changes.batchOnHold)
  return inOneRow(parts)
}

/** Label of "discard" where the change is the whole record, or its end; null = the usual one. */
export function discardLabel(kind: ChangeRow['kind']): string | null {
  if (kind === 'create') return copy.changes.discardImage
  return kind === 'delete' ? copy.changes.keepImage : null
}

/** "Favorite: off → on", "Renamed from “Harbour 3”". */
export function eventText({ field, before, after, origin }: RecordEvent): string {
  const { changes } = copy
  if (field === 'favorite') return changes.favorite(before === true, after === true)
  if (field === 'results') return changes.resultsChanged
  if (field === 'name') return before ? changes.renamedFrom(String(before)) : changes.named(String(after ?? ''))
  if (after !== null && after !== false) return changes.created
  return origin === 'here' ? changes.deleted : changes.gone
}

/** "today at 10:42 · pending", "24 Nov 2026, 18:20 · changed elsewhere". */
export function eventPlace({ at, status }: Pick<RecordEvent, 'at' | 'status'>, now: number): string {
  return inOneRow([momentText(at, now), status === null ? copy.changes.elsewhere : copy.changes.outcomes[status]])
}

/** What an update carried besides the requested change; '' for what carried none. `now` in ms since epoch. */
export function sentText(sent: SentAlong | null, now: number): string {
  if (sent === null) return ''
  const { sentAlong, sentCopy, showsOther } = copy.changes
  const how = sent.copyOf === null ? sentAlong[sent.results] : sentCopy(clockText(sent.copyOf, now))
  return sent.showsOther ? showsOther(how) : how
}
