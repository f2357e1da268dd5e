/**
 * Applies decisions of the user to changes that are pending or need attention, with one statement for any number of
 * them.
 */
import type { EngineRepairAction } from '../../../shared/change.ts'
import { endEntries, forgetHeldEntries, moveItems } from './batches.ts'
import { CHANGED, logChange } from './change-log.ts'
import { inIntentTransaction, type ReadDb, type WriteDb } from './database.ts'
import { LISTED, requireLookup, overwriteTheirs, retryEntries } from './entries.ts'
import { mergeRecords } from './merge-records.ts'
import { removeRecords } from './removals.ts'
import { withNamesShown } from './search.ts'
import { takeBack, type TakenBack } from './take-back.ts'

export interface Repair {
  /** Entries that the repair action applies to, by repair-actions.ts; none of them is in flight. */
  readonly entries: readonly number[]
  /** The record that was created, for `adopt`. */
  readonly choice: number | null
  /** ms since epoch, and `nextSequence` now. */
  readonly now: number
  readonly sequence: number
}

type Repaired = Omit<TakenBack, 'count'>

type Step = (db: WriteDb, repair: Repair) => Omit<Repaired, 'changed'>

const NO_CHANGE = { added: 0, removed: 0 }

const listOf = ({ entries }: Repair): { entries: string } => ({ entries: JSON.stringify(entries) })

const recordsOf = (db: WriteDb, repair: Repair): number[] =>
  db.column<number>(`SELECT DISTINCT record FROM outbox o WHERE ${LISTED}`, listOf(repair))

function waitAgain(db: WriteDb, repair: Repair): void {
  const select = `SELECT o.batch, o.record FROM outbox o WHERE ${LISTED}`
  moveItems(db, { select, params: listOf(repair), to: 'waiting', now: repair.now })
}

const endAsDone = (db: WriteDb, repair: Repair): void =>
  endEntries(db, { which: LISTED, params: listOf(repair), to: 'done', now: repair.now })

const OF_LISTED = `record IN (SELECT record FROM outbox o WHERE ${LISTED} AND kind = 'create')`

/** Cancels pending deletions of creates that are sent again, because a deletion would keep them from being sent. */
function cancelDeletions(db: WriteDb, repair: Repair): number {
  const which = `o.kind = 'delete' AND o.${OF_LISTED}`
  return takeBack(db, { which, params: listOf(repair), now: repair.now }).added
}

/** Makes entries pending again; a create that was refused or never found counts as one more order of the user. */
const retry: Step = (db, repair) => {
  const added = cancelDeletions(db, repair)
  waitAgain(db, repair)
  db.run(
    `UPDATE creates SET orders = orders + 1, lookups = 0, looked_up_at = NULL, choices = NULL WHERE ${OF_LISTED}
    AND record IN (SELECT record FROM outbox WHERE is_refused = 1)`,
    listOf(repair)
  )
  retryEntries(db, LISTED, listOf(repair))
  return { added, removed: 0 }
}

/** Replaces the name on the service, because the user decided between the two. */
const keepMine: Step = (db, repair) => {
  overwriteTheirs(db, LISTED, listOf(repair))
  return retry(db, repair)
}

const discard: Step = (db, repair) => takeBack(db, { which: LISTED, params: listOf(repair), now: repair.now })

/** Cancels all changes of the records, and removes them or keeps them as copies. */
const endRecords =
  (isKept: boolean): Step =>
  (db, repair) => {
    const { now, sequence } = repair
    const records = recordsOf(db, repair)
    const which = 'o.record IN (SELECT value FROM json_each(:records))'
    takeBack(db, { which, params: { records: JSON.stringify(records) }, now })
    removeRecords(db, { records, now, sequence, isKept })
    return { added: 0, removed: isKept ? 0 : records.length }
  }

/** Looks the entries up again, from the first lookup on. */
const keepWaiting: Step = (db, repair) => {
  waitAgain(db, repair)
  db.run(`UPDATE creates SET lookups = 0, looked_up_at = NULL, choices = NULL WHERE ${OF_LISTED}`, listOf(repair))
  requireLookup(db, LISTED, listOf(repair))
  return NO_CHANGE
}

/** Links the chosen image to the first entry, because a create makes one record. */
const adopt: Step = (db, repair) => {
  const { choice, now } = repair
  const [into] = recordsOf(db, repair)
  if (choice === null || into === undefined) return NO_CHANGE
  endAsDone(db, repair)
  mergeRecords(db, { from: choice, into, now })
  return { added: 0, removed: 1 }
}

/** Schedules the saved values to be written back; the batch that is paused for the entry no longer offers it. */
const writeBack: Step = (db, repair) => {
  db.run(
    "UPDATE saved SET state = 'writing-back' WHERE entry IN (SELECT value FROM json_each(:entries))",
    listOf(repair)
  )
  forgetHeldEntries(db, repair.entries)
  return retry(db, repair)
}

/** Accepts the other changes of the update, which counts as done. */
const acceptAsIs: Step = (db, repair) => {
  forgetHeldEntries(db, repair.entries)
  db.run('DELETE FROM saved WHERE entry IN (SELECT value FROM json_each(:entries))', listOf(repair))
  endAsDone(db, repair)
  return NO_CHANGE
}

const STEPS: Readonly<Record<EngineRepairAction, Step>> = {
  retry,
  'send-again': retry,
  discard,
  'keep-theirs': discard,
  'keep-mine': keepMine,
  'remove-copy': endRecords(false),
  'keep-copy': endRecords(true),
  'keep-waiting': keepWaiting,
  adopt,
  'write-back': writeBack,
  'leave-so': acceptAsIs
}

const KINDS = CHANGED.overlay | CHANGED.fields | CHANGED.order | CHANGED.projects

/** Returns whether a record can be the created image: it has an id, and no other create is linked to it. */
export function isAdoptable(db: ReadDb, record: number | null): record is number {
  // Stryker disable next-line ConditionalExpression: no record has the number null: the statement finds none
  if (record === null) return false
  const sql = `SELECT 1 FROM images JOIN records USING (record) WHERE record = :record AND service_id IS NOT NULL
    AND record NOT IN (SELECT record FROM creates) AND record NOT IN (SELECT record FROM gone)`
  return db.value<number>(sql, { record }) !== undefined
}

/** Applies one repair action to entries. Durable on return, completely or not at all. Throws what the driver throws. */
export function repairEntries(db: WriteDb, repairAction: EngineRepairAction, repair: Repair): Repaired {
  return inIntentTransaction(db, () => {
    const records = recordsOf(db, repair)
    const listed = { which: LISTED, params: listOf(repair) }
    const { added, removed } = withNamesShown(db, listed, () => STEPS[repairAction](db, repair))
    const alsoGone = repair.choice === null ? [] : [repair.choice]
    const changed = Uint32Array.from([...records, ...alsoGone])
    logChange(db, { kinds: changed.length === 0 ? 0 : KINDS, records: changed })
    return { changed, added, removed }
  })
}
