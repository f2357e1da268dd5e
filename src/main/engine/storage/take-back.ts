/** Cancels unsent entries: updates their items and removes them from the outbox. */
import type { BatchId } from '../../../shared/batch.ts'
import type { EntryKind } from '../domain/entry.ts'
import { moveItems } from './batches.ts'
import { CHANGED, logChange } from './change-log.ts'
import { inIntentTransaction, type WriteDb } from './database.ts'
import { dropEntries, IS_IN_FLIGHT, IS_UNSENT, wantSentAgain } from './entries.ts'
import { dropUnsentImages } from './put-creates.ts'
import { refreshSearch } from './search.ts'

export interface Taking {
  /** SQL over an entry `o` that selects the entries, and its parameters. */
  readonly which: string
  readonly params: Readonly<Record<string, string | number>>
  /** ms since epoch. */
  readonly now: number
}

export interface TakenBack {
  /** Records whose display changed. */
  readonly changed: Uint32Array
  readonly count: number
  /** Numbers of records that are displayed again, and that are no longer displayed. */
  readonly added: number
  readonly removed: number
}

/** Canceled entries of one kind. */
interface Taken {
  readonly kind: EntryKind
  readonly count: number
  /** JSON array of numbers. */
  readonly records: string
}

/** SQL: a pending favorite that the rename in flight carries, so that it gets its response. */
const IS_CARRIED = `(o.kind = 'favorite' AND EXISTS (
  SELECT 1 FROM outbox x WHERE x.record = o.record AND x.kind = 'name' AND ${IS_IN_FLIGHT('x')}))`

function kindsOf(taken: readonly Taken[]): number {
  if (taken.length === 0) return 0
  if (taken.every(({ kind }) => kind === 'favorite')) return CHANGED.overlay
  return CHANGED.overlay | CHANGED.fields | CHANGED.order | CHANGED.projects
}

/**
 * Cancels the newest desired value of the entries selected by `which`, unless it is in flight. Images whose create is
 * canceled leave the library. Durable on return. Throws what the driver throws.
 */
export function takeBack(db: WriteDb, { which, params, now }: Taking): TakenBack {
  return inIntentTransaction(db, () => {
    const where = `${IS_UNSENT('o')} AND NOT ${IS_CARRIED} AND ${which}`
    const taken = db.all<Taken>(
      `SELECT kind, count(*) AS count, json_group_array(record) AS records FROM outbox o WHERE ${where} GROUP BY kind`,
      params
    )
    const recordsOf = (only?: EntryKind): readonly number[] =>
      taken
        .filter(({ kind }) => only === undefined || kind === only)
        // Numbers by construction of the statement.
        .flatMap(({ records }) => JSON.parse(records) as number[])
    moveItems(db, { select: `SELECT o.batch, o.record FROM outbox o WHERE ${where}`, params, to: 'canceled', now })
    // An entry with an attempt falls back to the value in flight, so `where` no longer selects it and it is not
    // dropped.
    wantSentAgain(db, where, params)
    dropEntries(db, where, params)
    for (const record of recordsOf('name')) refreshSearch(db, record)
    const unborn = recordsOf('create')
    dropUnsentImages(db, { records: unborn, now })
    const changed = Uint32Array.from(new Set(recordsOf()))
    logChange(db, { kinds: kindsOf(taken), records: changed })
    const count = taken.reduce((sum, { count: entries }) => sum + entries, 0)
    return { changed, count, added: recordsOf('delete').length, removed: unborn.length }
  })
}

/**
 * SQL: entries that restore results which an update lost. Stopping the batch keeps them, because that loss was not
 * requested.
 */
const IS_NEXT_ENCODING = "o.entry IN (SELECT entry FROM saved WHERE state = 'next-encoding')"

/** Selects the pending entries of a batch; `withRejected`: also those that need attention. */
export function unsentOf(batch: BatchId, withRejected: boolean): Pick<Taking, 'which' | 'params'> {
  return {
    which: `o.batch = :batch${withRejected ? '' : ` AND o.is_refused = 0 AND NOT ${IS_NEXT_ENCODING}`}`,
    params: { batch }
  }
}
