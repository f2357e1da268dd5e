/** Chooses the texts of Activity: what is pending, what needs attention, and what is done. */
import type { BatchPause, BatchItemRow, ItemValue, ItemStatus } from '../shared/batch.ts'
import { type ChangeRow, isDeletion } from '../shared/change.ts'
import type { SendTime } from '../shared/said.ts'
import type { GroupStatus } from '../shared/sync-status.ts'
import { failureSentence } from './failures.ts'
import { copy } from './language.ts'
import { quotedTitle } from './names.ts'
import { sentText } from './record-changes.ts'
import { clockText, momentText } from './time.ts'

/** Whether the library is known to be whole, in one sentence. */
export function completenessText({ completeAsOf, incomplete }: GroupStatus, now: number): string {
  if (incomplete !== null) return copy.activity.mayBeIncomplete(copy.banners.incompleteWhy(incomplete))
  return completeAsOf === null ? copy.activity.notFullyLoaded : copy.activity.completeAsOf(clockText(completeAsOf, now))
}

/** "today at 10:42 · batch 14": where a change comes from. */
export function originText({ requestedAt, batch }: Pick<ChangeRow, 'requestedAt' | 'batch'>, now: number): string {
  return copy.activity.origin(momentText(requestedAt, now), batch)
}

/** The last answer to a change, or why it is not on its way. `now` in ms since epoch. */
export function responseText(row: ChangeRow, time: SendTime, now: number): string {
  const { activity, batches } = copy
  const outcome = batches.outcomeNames[row.status]
  if (row.status === 'sending' || row.status === 'checking') {
    if (time !== 'when-reached') return outcome
    return row.status === 'sending' ? batches.outcomeNames.waiting : activity.notConfirmed
  }
  if (row.status === 'waiting' && row.pause !== null) return batchStopText(row.pause)
  if (row.status === 'waiting' && row.graceEndsAt !== null && row.graceEndsAt > now)
    return activity.sendsAt(row.graceEndsAt)
  return row.failure === null ? outcome : failureSentence(row.failure, row.group).headline
}

/** A batch that you paused, or one that a rule put on hold. */
export function batchStopText(why: BatchPause['why']): string {
  return why === 'user' ? copy.activity.batchPaused : copy.activity.batchOnHold
}

/** What became of an item beyond its word: why it failed, or what went along. `now` in ms since epoch. */
export function itemResponse({ failure, sent }: Pick<BatchItemRow, 'failure' | 'sent'>, now: number): string {
  return failure === null ? sentText(sent, now) : failureSentence(failure, 'library').headline
}

/** A value in words: of a favorite, a name, or of a record that is made or goes. */
export function valueText(value: ItemValue): string {
  if (value === null) return copy.activity.noValue
  if (typeof value === 'boolean') return value ? copy.activity.favorite : copy.activity.notFavorite
  return quotedTitle(value)
}

/** "Favorite: off → on": what was asked, in the words of its kind. */
export function changeText({ kind, before, after }: Pick<ChangeRow, 'kind' | 'before' | 'after'>): string {
  if (kind === 'create') return copy.activity.newImage
  if (isDeletion(kind)) return copy.activity.toBeDeleted
  if (kind === 'favorite') return copy.changes.favorite(before === true, after === true)
  return `${valueText(before)} → ${valueText(after)}`
}

/** "Needs attention 13": a filter over the items of a batch; `null` for all of them. */
export function outcomeFilterLabel(status: ItemStatus | null, count: number): string {
  return copy.counted.withCount(status === null ? copy.activity.allItems : copy.batches.outcomeNames[status], count)
}
