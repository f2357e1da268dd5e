/** The outbox: what the person wants and the service has not confirmed. Read, claimed and settled by push. */
import type { Failure } from '../../../shared/failure.ts'
import type { EntryKind, EntryResult, EntryState, PushEntry } from '../domain/entry.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { CHANGED, logChange } from './change-log.ts'
import { inTransaction, type ReadDb, type SqlParams, type WriteDb } from './database.ts'
import { keepTick } from './meta.ts'
import { trustFavorite } from './mirror-favorite.ts'
import { settleEntry } from './settle-entry.ts'
import { writeImage } from './write-image.ts'

interface EntryRow {
  readonly entry: number
  readonly record: number
  readonly serviceId: string
  readonly kind: EntryKind
  readonly want: 0 | 1
  readonly revision: number
  readonly attempt: number
  readonly batch: number
  readonly state: EntryState
  readonly favorite: 0 | 1 | null
  readonly results: string | null
  readonly result: string | null
  readonly url: string | null
  readonly readAt: number
}

/** Only kinds that this version sends, only records that the service knows, only entries of the owner of the key in use. */
const select = (where: string): string => `SELECT o.entry, o.record, r.service_id AS serviceId, o.kind, o.want,
    o.revision, o.attempt, o.batch, o.state, f.favorite, i.results, i.result, i.url, max(i.read_at, o.read_at) AS readAt
  FROM outbox o CROSS JOIN records r USING (record) CROSS JOIN images i USING (record) CROSS JOIN flags f USING (record)
  WHERE o.kind = 'favorite' AND r.service_id IS NOT NULL AND (o.owner IS NULL OR o.owner = (
    SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'owner:' || r.grp)) AND ${where}`

const toEntry = (row: EntryRow): PushEntry => ({
  entry: row.entry,
  record: row.record,
  serviceId: row.serviceId,
  kind: row.kind,
  want: row.want === 1,
  revision: row.revision,
  attempt: row.attempt,
  batch: row.batch,
  state: row.state,
  mirror: {
    favorite: row.favorite === null ? null : row.favorite === 1,
    results: row.results,
    result: row.result,
    url: row.url,
    readAt: row.readAt
  }
})

const read = (db: ReadDb, sql: string, params: SqlParams): PushEntry[] => db.all<EntryRow>(sql, params).map(toEntry)

const DUE = "o.state IN ('ready', 'postponed') AND o.not_before <= :now"
const HAND = `${select(`o.is_hand = 1 AND ${DUE}`)} ORDER BY o.entry DESC LIMIT :limit`
const BATCH = `${select(`o.is_hand = 0 AND ${DUE}`)} ORDER BY o.entry LIMIT :limit`
const UNKNOWN = `${select(
  "o.claimed_revision IS NOT NULL AND o.state = 'unknown' AND o.not_before <= :now"
)} ORDER BY o.entry LIMIT :limit`
const ONE = select('o.entry = :entry')

/**
 * What may be sent now. `hand`: single clicks, newest first. `batch`: everything else in the order it was asked for.
 * A record with something in flight is in neither.
 */
export function nextEntries(
  db: ReadDb,
  ask: { readonly limit: number; readonly now: number; readonly lane: 'hand' | 'batch' }
): PushEntry[] {
  const { limit, now } = ask
  return read(db, ask.lane === 'hand' ? HAND : BATCH, { limit, now })
}

/** When the next postponed entry may go, ms since epoch; null when none is postponed. */
export function nextDueAt(db: ReadDb): number | null {
  return db.value<number | null>("SELECT min(not_before) FROM outbox WHERE state = 'postponed'") ?? null
}

/** What was sent without an answer that can be trusted: to be read before anything is sent again. */
export function unknownEntries(db: ReadDb, limit: number, now: number = Number.MAX_SAFE_INTEGER): PushEntry[] {
  return read(db, UNKNOWN, { limit, now })
}

/** One entry as it is now; null when it is gone or not ours to send. */
export function findEntry(db: ReadDb, entry: number): PushEntry | null {
  return read(db, ONE, { entry })[0] ?? null
}

/**
 * Marks entries as handed over, before the request is. An entry that got a newer want since it was read, or is not
 * waiting any more, is left alone. Answers the entries claimed.
 */
export function claimEntries(
  db: WriteDb,
  claim: {
    readonly entries: readonly { readonly entry: number; readonly revision: number }[]
    readonly boot: string
    readonly now: number
  }
): number[] {
  const { boot, now } = claim
  const claimOne = ({ entry, revision }: { entry: number; revision: number }): boolean =>
    db.run(
      `UPDATE outbox SET state = 'claimed', attempt = attempt + 1, boot = :boot,
         claimed_revision = revision, claimed_want = want, claimed_batch = batch
       WHERE entry = :entry AND revision = :revision AND state IN ('ready', 'postponed') AND not_before <= :now`,
      { entry, revision, boot, now }
    ) > 0
  return inTransaction(db, () => claim.entries.filter(claimOne).map(({ entry }) => entry))
}

export interface Settled {
  /** Records whose row, star or mark differs now. */
  readonly changed: number[]
  /** Batches whose receipt differs now. */
  readonly batches: number[]
}

/**
 * Writes what became of entries that were sent or looked up, and what the answers showed, in one transaction.
 * An answer to an older revision ends that revision's item and leaves the newer want waiting. A result for an entry
 * that is gone changes nothing. `tick`: `nextTick` now. Throws what the driver throws, with nothing half written.
 */
export function settleEntries(
  db: WriteDb,
  args: {
    readonly results: readonly EntryResult[]
    readonly images: readonly ServiceImage[]
    readonly now: number
    readonly tick: number
  }
): Settled {
  const { now, tick } = args
  return inTransaction(db, () => {
    const times = { askedAt: tick, tick, readAt: now }
    const written = args.images.map((image) => writeImage(db, image, { ...times, take: trustFavorite }))
    const settled = args.results.map((result) => settleEntry(db, result, { now, tick }))
    const shown = settled.flatMap((one) => (one.record === null ? [] : [one.record]))
    const merged = written.filter((one) => one.kinds !== 0).map((one) => one.record)
    const changed = [...new Set([...merged, ...shown])]
    const kinds = written.reduce((all, one) => all | one.kinds, shown.length > 0 ? CHANGED.overlay : 0)
    if (kinds !== 0) keepTick(db)
    logChange(db, { kinds, records: Uint32Array.from(changed) })
    return { changed, batches: [...new Set(settled.flatMap((one) => one.batches))] }
  })
}

/**
 * The rule of the start, for the run `boot` that takes the library over: everything that was handed over is unknown
 * now. Answers how many, to be looked up before anything is sent again.
 */
export function releaseClaims(db: WriteDb, boot: string): { readonly released: number } {
  const failure: Failure = { code: 'connection-lost' }
  const released = inTransaction(db, () =>
    db.run(
      `UPDATE outbox SET state = 'unknown', not_before = 0, last_failure = ?, boot = ?
       WHERE claimed_revision IS NOT NULL AND state = 'claimed'`,
      [JSON.stringify(failure), boot]
    )
  )
  return { released }
}

export interface OutboxCounts {
  /** Everything that waits or is on its way; `sending` and `checking` are among it. */
  readonly waiting: number
  readonly sending: number
  readonly checking: number
  readonly needsYou: number
}

/** What the outbox holds now. */
export function countOutbox(db: ReadDb): OutboxCounts {
  const inFlight = 'SELECT count(*) FROM outbox WHERE claimed_revision IS NOT NULL AND state = ?'
  const all = db.value<number>('SELECT count(*) FROM outbox') ?? 0
  const needsYou = db.value<number>("SELECT count(*) FROM outbox WHERE state = 'rejected'") ?? 0
  return {
    waiting: all - needsYou,
    sending: db.value<number>(inFlight, ['claimed']) ?? 0,
    checking: db.value<number>(inFlight, ['unknown']) ?? 0,
    needsYou
  }
}
