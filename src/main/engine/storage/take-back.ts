/** Takes back what was not sent: its items say so, and nothing of it is left in the outbox. */
import type { BatchId } from '../../../shared/batch.ts'
import type { EntryKind } from '../domain/entry.ts'
import { moveItems } from './batches.ts'
import { CHANGED, logChange } from './change-log.ts'
import { inIntentTransaction, type WriteDb } from './database.ts'
import { dropEntries, IS_IN_FLIGHT, IS_UNSENT, wantSentAgain } from './entries.ts'
import { dropUnsentImages } from './put-creates.ts'
import { refreshSearch } from './search.ts'

export interface Taking {
  /** SQL over an entry `o`, and its parameters: which entries. */
  readonly which: string
  readonly params: Readonly<Record<string, string | number>>
  /** ms since epoch. */
  readonly now: number
}

export interface TakenBack {
  /** Records that look different now. */
  readonly changed: Uint32Array
  readonly count: number
  /** Records that came back on the screen, and that left it. */
  readonly added: number
  readonly removed: number
}

/** Entries of one kind that are taken back. */
interface Taken {
  readonly kind: EntryKind
  readonly count: number
  readonly inFlight: number
  /** JSON array of numbers. */
  readonly records: string
}

/** A rename under way carries a favorite that waits beside it: that one gets its answer. */
const IS_CARRIED = `(o.kind = 'favorite' AND EXISTS (
  SELECT 1 FROM outbox x WHERE x.record = o.record AND x.kind = 'name' AND ${IS_IN_FLIGHT('x')}))`

function kindsOf(taken: readonly Taken[]): number {
  if (taken.length === 0) return 0
  if (taken.every(({ kind }) => kind === 'favorite')) return CHANGED.overlay
  return CHANGED.overlay | CHANGED.fields | CHANGED.order | CHANGED.projects
}

/**
 * Takes back the newest want of the entries named by `which`, where it is not on the wire. Images that were to be
 * created leave the library with it. On disk when it returns. Throws what the driver throws.
 */
export function takeBack(db: WriteDb, { which, params, now }: Taking): TakenBack {
  return inIntentTransaction(db, () => {
    const where = `${IS_UNSENT('o')} AND NOT ${IS_CARRIED} AND ${which}`
    const taken = db.all<Taken>(
      `SELECT kind, count(*) AS count, sum(${IS_IN_FLIGHT('o')}) AS inFlight, json_group_array(record) AS records
       FROM outbox o WHERE ${where} GROUP BY kind`,
      params
    )
    const recordsOf = (only?: EntryKind): readonly number[] =>
      taken
        .filter(({ kind }) => only === undefined || kind === only)
        // Numbers by construction of the statement.
        .flatMap(({ records }) => JSON.parse(records) as number[])
    moveItems(db, { select: `SELECT o.batch, o.record FROM outbox o WHERE ${where}`, params, to: 'taken-back', now })
    // What was sent is wanted again, and so is none of those that are dropped.
    if (taken.some(({ inFlight }) => inFlight > 0)) wantSentAgain(db, where, params)
    dropEntries(db, where, params)
    for (const record of recordsOf('name')) refreshSearch(db, record)
    const unborn = recordsOf('create')
    dropUnsentImages(db, { records: unborn, now })
    const changed = Uint32Array.from(new Set(recordsOf()))
    logChange(db, { kinds: kindsOf(taken), records: changed })
    const count = taken.reduce((sum, one) => sum + one.count, 0)
    return { changed, count, added: recordsOf('delete').length, removed: unborn.length }
  })
}

/** Results that an attempt has lost go back although their batch is stopped: nobody asked for that loss. */
const IS_TRYING = "o.entry IN (SELECT entry FROM saved WHERE state = 'trying')"

/** What waits of a batch; `withRejected`: also what needs the person. */
export function unsentOf(batch: BatchId, withRejected: boolean): Pick<Taking, 'which' | 'params'> {
  return {
    which: `o.batch = :batch${withRejected ? '' : ` AND o.is_refused = 0 AND NOT ${IS_TRYING}`}`,
    params: { batch }
  }
}
