/** Verbs on earlier changes: undo, stop, pause, prioritize, and repair of changes that need attention. */
import type { BatchId, Undone } from '../../../shared/batch.ts'
import { fail, succeed } from '../../../shared/failure.ts'
import type { EntryKind } from '../domain/entry.ts'
import { pauseBatch, clearBatchPause, putBatchFirst, kindOfBatch, readReceipt } from '../storage/batches.ts'
import { fittingEntries } from '../storage/change-rows.ts'
import type { WriteDb } from '../storage/database.ts'
import { nextSequence } from '../storage/meta.ts'
import { restoreCopies } from '../storage/put-deletes.ts'
import { keepCandidates, listCandidates, removeRecords } from '../storage/removals.ts'
import { isAdoptable, repairEntries } from '../storage/repair-entries.ts'
import { takeBack, unsentOf, type TakenBack } from '../storage/take-back.ts'
import { trustByDecision } from '../storage/checked-updates.ts'
import { undoValues, type UndoneValues } from '../storage/undo-batch.ts'
import type { ValueKind } from '../storage/value-kinds.ts'
import type { BridgeVerb, Written } from './write-verb.ts'

const isValue = (kind: EntryKind): kind is ValueKind => kind === 'favorite' || kind === 'name'

/** Merges two ascending lists of records; fast enough for a hundred thousand. */
const union = (a: Uint32Array, b: Uint32Array): Uint32Array => Uint32Array.from(new Set([...a, ...b])).toSorted()

/** `values`: the restored values; `null` if there are none. `skipped`: changes left alone besides those. */
interface Ended {
  readonly kind: EntryKind
  readonly taken: TakenBack
  readonly values: UndoneValues | null
  readonly skipped: number
}

function undone(db: WriteDb, { kind, taken, values, skipped }: Ended): Written<Undone> {
  const changed = values === null ? taken.changed : union(taken.changed, values.changed)
  const batch = values === null || values.batch === null ? null : readReceipt(db, values.batch)
  const restored = taken.count + (values?.restored ?? 0)
  return {
    value: { batch, changed, restored, skipped: skipped + (values?.skipped ?? 0) },
    changed,
    added: taken.added,
    removed: taken.removed,
    projectsChanged: kind === 'delete-project' && changed.length > 0
  }
}

const NOTHING: TakenBack = { changed: new Uint32Array(), count: 0, added: 0, removed: 0 }

/** Restores kept copies that a deletion removed beside its images, as long as one of the images can be restored. */
function withCopies(db: WriteDb, taken: TakenBack, at: { batch: BatchId; now: number }): TakenBack {
  if (taken.added === 0) return taken
  const copies = restoreCopies(db, at)
  const { count, added } = taken
  const changed = union(taken.changed, copies)
  return { ...taken, changed, count: count + copies.length, added: added + copies.length }
}

/** Deletions and creates have no earlier value: unsent ones are canceled, sent ones are left alone. */
export const undoBatch: BridgeVerb<'undoBatch'> = (db, { batch }, now) => {
  const kind = kindOfBatch(db, batch)
  if (kind === null) return fail('unknown-batch')
  if (isValue(kind)) {
    return succeed(undone(db, { kind, taken: NOTHING, values: undoValues(db, { kind, batch, now }), skipped: 0 }))
  }
  const taken = withCopies(db, takeBack(db, { ...unsentOf(batch, true), now }), { batch, now })
  const left = readReceipt(db, batch)
  return succeed(undone(db, { kind, taken, values: null, skipped: left.done + left.waiting }))
}

/** Cancels pending changes; with `isUndoing`, sent ones get their earlier value back. */
export const stopBatch: BridgeVerb<'stopBatch'> = (db, { batch, isUndoing }, now) => {
  const kind = kindOfBatch(db, batch)
  if (kind === null) return fail('unknown-batch')
  const taken = takeBack(db, { ...unsentOf(batch, false), now })
  pauseBatch(db, batch, null)
  const values = isUndoing && isValue(kind) ? undoValues(db, { kind, batch, now }) : null
  return succeed(undone(db, { kind, taken, values, skipped: 0 }))
}

/** Resumes a batch. A user who resumes after the first updates of a connection failed verification trusts it. */
function resumeBatch(db: WriteDb, batch: BatchId, now: number): void {
  const { pause } = readReceipt(db, batch)
  if (pause !== null) trustByDecision(db, pause.why)
  clearBatchPause(db, batch, now)
}

export const setBatchPaused: BridgeVerb<'setBatchPaused'> = (db, { batch, isPaused }, now) => {
  if (kindOfBatch(db, batch) === null) return fail('unknown-batch')
  if (isPaused) pauseBatch(db, batch, { why: 'user' })
  else resumeBatch(db, batch, now)
  return succeed({ value: readReceipt(db, batch) })
}

export const sendBatchFirst: BridgeVerb<'sendBatchFirst'> = (db, { batch }, now) => {
  if (kindOfBatch(db, batch) === null) return fail('unknown-batch')
  putBatchFirst(db, batch, now)
  return succeed({ value: readReceipt(db, batch) })
}

/** Leaves changes in another state, and those the action does not fit, alone. */
export const repairChanges: BridgeVerb<'repairChanges'> = (db, { target, repairAction, choice }, now) => {
  const fitting = fittingEntries(db, target, repairAction)
  const entries = repairAction === 'adopt' ? fitting.slice(0, 1) : fitting
  if (repairAction === 'adopt' && !isAdoptable(db, choice)) return fail('unknown-record')
  const { changed, added, removed } = repairEntries(db, repairAction, {
    entries,
    choice,
    now,
    sequence: nextSequence(db)
  })
  const projectsChanged = changed.length > 0
  return succeed({ value: { done: entries.length, changed }, changed, added, removed, projectsChanged })
}

/**
 * Applies the user's decision about missing records: they are removed, or kept until a later pass misses them again.
 */
export const decideRemovals: BridgeVerb<'decideRemovals'> = (db, { group, isRemoving }, now) => {
  const records = listCandidates(db, group, { isAwaitingDecision: true }).map(({ record }) => record)
  if (!isRemoving) {
    keepCandidates(db, group, records)
    return succeed({ value: null })
  }
  removeRecords(db, { records, now, sequence: nextSequence(db) })
  const projectsChanged = group === 'projects'
  return succeed({ value: null, changed: Uint32Array.from(records), removed: records.length, projectsChanged })
}
