/** The outbox: what the person wants and the service has not confirmed. Read, claimed and settled by push. */
import type { Failure } from '../../../shared/failure.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { EntryResult, PushEntry } from '../domain/entry.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { logChange } from './change-log.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'
import { restartHolds } from './holds.ts'
import { keepTick } from './meta.ts'
import { takeFavorite, trustFavorite } from './mirror-favorite.ts'
import { readOwnJson } from './own-json.ts'
import { IS_HELD, IS_OURS, readEntries, MOST_ROWS } from './push-rows.ts'
import { settleEntry, UNTOUCHED, type SettledEntry } from './settle-entry.ts'
import { GOES_BACK, IS_SAVED } from './tried-updates.ts'
import { writeImage } from './write-image.ts'

/** By kind, so that the few of projects are found without a walk through the many of images. */
const OF_GROUP: Readonly<Record<Group, string>> = {
  images: "o.kind <> 'delete-project'",
  projects: "o.kind <> 'favorite' AND o.kind = 'delete-project'"
}

const DUE = "o.state IN ('ready', 'postponed') AND o.not_before <= :now"

/**
 * Per record intents arrive in order, and nothing else is sent for a record that is to be deleted. While one request
 * about a record is under way no other one is. Saved values go back first: they carry the name and the results.
 */
const IS_FREE = `NOT EXISTS (SELECT 1 FROM outbox x WHERE x.record = o.record AND x.kind <> o.kind
  AND (x.claimed_revision IS NOT NULL OR (x.kind = 'delete' AND x.state <> 'rejected')
    OR (o.kind <> 'delete' AND x.state <> 'rejected' AND ${GOES_BACK('x.entry')})))`
/** What is written back is the person's word on a batch that is held. */
const MAY_GO = `${DUE} AND (NOT ${IS_HELD('o.batch')} OR ${IS_SAVED('o.entry')}) AND ${IS_FREE}`

const FIRST = 'SELECT batch FROM batches WHERE first_at IS NOT NULL AND finished_at IS NULL'
const HAND = `o.is_hand = 1 AND ${MAY_GO} ORDER BY o.entry DESC ${MOST_ROWS}`
const OF_BATCH = `o.is_hand = 0 AND o.batch = :batch AND ${MAY_GO} ORDER BY o.entry ${MOST_ROWS}`
const OTHER_BATCHES = `o.is_hand = 0 AND o.batch NOT IN (${FIRST}) AND ${MAY_GO} ORDER BY o.entry ${MOST_ROWS}`
const UNKNOWN = `o.claimed_revision IS NOT NULL AND o.state = 'unknown' AND o.not_before <= :now
  ORDER BY o.entry ${MOST_ROWS}`

interface Ask {
  readonly limit: number
  readonly now: number
  readonly group: Group
}

/** Batch after batch: sorted by their batches, all the entries of a hundred thousand would be read for the first few. */
function nextOfBatches(db: ReadDb, { group, limit, now }: Ask): PushEntry[] {
  const entries: PushEntry[] = []
  const read = (rest: string, batch: object): number =>
    entries.push(...readEntries(db, group, { rest, params: { limit: limit - entries.length, now, ...batch } }))
  for (const batch of db.column<number>(`${FIRST} ORDER BY first_at DESC`)) {
    if (entries.length < limit) read(OF_BATCH, { batch })
  }
  if (entries.length < limit) read(OTHER_BATCHES, {})
  return entries
}

/**
 * What may be sent now, but for creates (creates.ts). `hand`: single clicks, newest first. `batch`: everything else in
 * the order it was asked for, batches that were put first before all others. Nothing of a held batch, nothing about a
 * record with something in flight, no favorite or name of one that is to be deleted.
 */
export function nextEntries(db: ReadDb, ask: Ask & { readonly lane: 'hand' | 'batch' }): PushEntry[] {
  const { limit, now, group } = ask
  return ask.lane === 'hand' ? readEntries(db, group, { rest: HAND, params: { limit, now } }) : nextOfBatches(db, ask)
}

/**
 * An entry that was read a while ago, as it stands now, with what its record holds now; null when it may not be sent
 * any more, for one of the reasons of `nextEntries`.
 */
export function entryToSend(db: ReadDb, ask: { readonly entry: number; readonly now: number; readonly group: Group }) {
  const { entry, now, group } = ask
  return readEntries(db, group, { rest: `o.entry = :entry AND ${MAY_GO}`, params: { entry, now } })[0] ?? null
}

/**
 * When the next entry of a group that waits for a time after `since` may go, ms since epoch; null when none does. What
 * was due by then and did not go waits for something else than time.
 */
export function nextDueAt(db: ReadDb, group: Group, since = 0): number | null {
  const sql = `SELECT min(o.not_before) FROM outbox o CROSS JOIN records r USING (record)
    WHERE o.not_before > 0 AND o.not_before > ? AND o.state IN ('ready', 'postponed') AND ${OF_GROUP[group]}
      AND ${IS_OURS(group)} AND r.service_id IS NOT NULL AND NOT ${IS_HELD('o.batch')}`
  return db.value<number | null>(sql, [since]) ?? null
}

/** When the next unknown entry of a group is to be looked up, creates apart, ms since epoch; null when there is none. */
export function nextLookAt(db: ReadDb, group: Group): number | null {
  const sql = `SELECT min(o.not_before) FROM outbox o WHERE o.claimed_revision IS NOT NULL AND o.state = 'unknown'
    AND ${OF_GROUP[group]} AND o.kind <> 'create' AND ${IS_OURS(group)}`
  return db.value<number | null>(sql) ?? null
}

/** The last answer to an entry; null when there was none. */
export function lastFailure(db: ReadDb, entry: number): Failure | null {
  // Written by settle-entry.ts, from a Failure.
  return readOwnJson<Failure>(
    db.value<string | null>('SELECT last_failure FROM outbox WHERE entry = ?', [entry]) ?? null
  )
}

/** Changes of a batch that met trouble and wait for another try. */
export function countPutOff(db: ReadDb, batch: number): number {
  const sql = "SELECT count(*) FROM outbox WHERE not_before > 0 AND state = 'postponed' AND batch = ?"
  return db.value<number>(sql, [batch]) ?? 0
}

/** What was sent without an answer that can be trusted, but for creates: read before anything is sent again. */
export function unknownEntries(db: ReadDb, { group, limit, now }: Ask): PushEntry[] {
  return readEntries(db, group, { rest: UNKNOWN, params: { limit, now } })
}

/** One entry as it is now; null when it is gone, a create, or not ours to send. */
export function findEntry(db: ReadDb, entry: number): PushEntry | null {
  const find = (group: Group): PushEntry | undefined =>
    readEntries(db, group, { rest: 'o.entry = :entry', params: { entry } })[0]
  return find('images') ?? find('projects') ?? null
}

const CLAIM_ALONG = `UPDATE outbox AS o SET state = 'claimed', attempt = attempt + 1, boot = :boot, tried_at = :now,
    claimed_revision = revision, claimed_want = want, claimed_text = want_text, claimed_batch = batch
  WHERE entry = :entry AND revision = :revision AND ${DUE}`
const CLAIM = `${CLAIM_ALONG} AND ${IS_FREE}`

interface Claimed {
  readonly entry: number
  readonly revision: number
}

/**
 * Marks entries as handed over, before the request is. An entry that got a newer want since it was read, is not
 * waiting any more, or is not the only one about its record is left alone. `along`: a want about the record of the one
 * entry that goes in the same request. Answers the entries claimed.
 */
export function claimEntries(
  db: WriteDb,
  claim: {
    readonly entries: readonly Claimed[]
    readonly along?: Claimed | null
    readonly boot: string
    readonly now: number
  }
): number[] {
  const { boot, now, along = null } = claim
  const run = (sql: string, { entry, revision }: Claimed): boolean => db.run(sql, { entry, revision, boot, now }) > 0
  return inTransaction(db, () => {
    const claimed = claim.entries.filter((one) => run(CLAIM, one))
    const wentAlong = along !== null && claimed.length > 0 && run(CLAIM_ALONG, along) ? [along] : []
    return [...claimed, ...wentAlong].map(({ entry }) => entry)
  })
}

export interface Settled {
  /** Records whose row, star or mark differs now, those that are gone among them. */
  readonly changed: number[]
  /** Records that are gone from the library now. */
  readonly removed: number[]
  /** Batches whose receipt differs now. */
  readonly batches: number[]
}

/** An image that an answer showed. `askedAt`: tick when its request was sent; absent = now. */
export interface ShownImage extends ServiceImage {
  readonly askedAt?: number
}

interface Answers {
  readonly results: readonly EntryResult[]
  readonly images: readonly ShownImage[]
  readonly now: number
  readonly tick: number
}

const isCreated = ({ outcome }: EntryResult): boolean => outcome.kind === 'created'

const STAR_UNDER_WAY = `SELECT 1 FROM records r CROSS JOIN outbox o USING (record) WHERE o.claimed_revision IS NOT NULL
  AND o.kind = 'favorite' AND r.grp = 'images' AND r.id_length = length(:id) AND r.service_id = :id`

/** The answer to a star is believed as it is; one about a name or a deletion tells of its star what any reading tells. */
const takingOf = (db: WriteDb, { id }: ShownImage): typeof takeFavorite =>
  db.value<number>(STAR_UNDER_WAY, { id }) === undefined ? takeFavorite : trustFavorite

/** A created record gets its id before its image is read: otherwise the image would make a record of its own. */
function settleInside(db: WriteDb, { results, images, now, tick }: Answers): SettledEntry[] {
  const times = { tick, readAt: now }
  const created = results.filter(isCreated).map((result) => settleEntry(db, result, { now, tick, named: NONE }))
  const written = images.map((image) => ({
    image,
    ...writeImage(db, image, { ...times, take: takingOf(db, image), askedAt: image.askedAt ?? tick })
  }))
  const named = new Map(written.map(({ record, image }) => [record, image.fields.name]))
  const others = results.filter((result) => !isCreated(result))
  const settled = others.map((result) => settleEntry(db, result, { now, tick, named }))
  const merged = written.map(({ record, kinds }) => ({ ...UNTOUCHED, record: kinds === 0 ? null : record, kinds }))
  return [...created, ...merged, ...settled]
}

const NONE: ReadonlyMap<number, string> = new Map()

/**
 * Writes what became of entries that were sent or looked up, and what the answers showed, in one transaction.
 * An answer to an older revision ends that revision's item and leaves the newer want waiting. A result for an entry
 * that is gone changes nothing. `tick`: `nextTick` now. Throws what the driver throws, with nothing half written.
 */
export function settleEntries(db: WriteDb, args: Answers): Settled {
  return inTransaction(db, () => {
    const all = settleInside(db, args)
    const changed = [...new Set(all.flatMap((one) => (one.record === null ? [] : [one.record])))]
    const kinds = all.reduce((bits, one) => bits | one.kinds, 0)
    if (kinds !== 0) keepTick(db)
    logChange(db, { kinds, records: Uint32Array.from([...changed, ...all.flatMap((one) => one.alsoChanged)]) })
    const removed = all.flatMap((one) => one.removed)
    return { changed, removed, batches: [...new Set(all.flatMap((one) => one.batches))] }
  })
}

/**
 * The rule of the start, for the run `boot` that takes the library over: everything that was handed over is unknown
 * now, and deletions wait once more in full, so that they can be taken back. Answers how many were handed over, to be
 * looked up before anything is sent again. `now`: ms since epoch.
 */
export function releaseClaims(db: WriteDb, { boot, now }: { boot: string; now: number }): { released: number } {
  const failure: Failure = { code: 'connection-lost' }
  return inTransaction(db, () => {
    const released = db.run(
      `UPDATE outbox SET state = 'unknown', not_before = 0, last_failure = ?, boot = ?
       WHERE claimed_revision IS NOT NULL AND state = 'claimed'`,
      [JSON.stringify(failure), boot]
    )
    restartHolds(db, now)
    return { released }
  })
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
