/**
 * Two records turn out to be one: a page brought in a created image before its create was acknowledged. What was
 * pulled moves into the record that the user has seen from the start. Everything here runs inside the caller's
 * transaction.
 *
 * Of what is wanted the last word of the user holds, under whichever number it was said, also where it had nothing to
 * send then ("already so"): nothing older may be sent after it. docs/sync.md has the cases.
 */
import type { ServiceImage } from '../domain/service-records.ts'
import { endEntries, moveItem } from './batches.ts'
import type { WriteDb } from './database.ts'
import { dropEntries, IS_IN_FLIGHT, moveEntries, putEntry, wantBehind } from './entries.ts'
import { IMAGE_COLUMNS } from './image-row.ts'
import { currentOwner } from './key-owners.ts'
import { takeFavorite } from './mirror-favorite.ts'
import { findRecord } from './records.ts'
import { removeText, refreshSearch } from './search.ts'
import { VALUE_SQL, type ValueKind } from './value-kinds.ts'
import { writeImage } from './write-image.ts'

/** The prompt stays the one that was typed here. */
const TAKEN = [...IMAGE_COLUMNS.filter((column) => column !== 'description'), 'read_at', 'asked_at', 'results_asked_at']

/** Both are to be deleted: once is enough. What is under way stays. */
const LOSERS = `SELECT CASE WHEN NOT ${IS_IN_FLIGHT('f')} AND t.batch >= f.batch THEN f.entry ELSE t.entry END
  FROM outbox f CROSS JOIN outbox t ON t.record = :into AND t.kind = f.kind WHERE f.record = :from`

/** Batches that something open of `from` belongs to: its item there must follow, even where `into` has one as well. */
const OPEN = `SELECT batch FROM outbox WHERE record = :from UNION SELECT batch FROM tried WHERE record = :from
  UNION SELECT sent_batch FROM entries WHERE record = :from AND sent_batch IS NOT NULL`

/** Items are found by batch and record: one look into each batch instead of a walk through all items. */
const EACH_BATCH = 'batch IN (SELECT batch FROM batches)'

/** The item that gives way stays behind under the number that is no more: it counts in its batch. */
function moveWants(db: WriteDb, merge: Merge): void {
  const { from, into, now } = merge
  mergeWants(db, merge)
  endEntries(db, { which: `o.entry IN (${LOSERS})`, params: { from, into }, to: 'taken-back', now })
  db.run(`UPDATE batch_items SET record = -:into WHERE record = :into AND batch IN (${OPEN})`, { from, into })
  moveEntries(db, { from, into })
  db.run(`UPDATE OR IGNORE batch_items SET record = :into WHERE record = :from AND ${EACH_BATCH}`, { from, into })
  // Where only `into` had one it comes back; where both had, it takes the other's place.
  db.run(`UPDATE OR IGNORE batch_items SET record = :into WHERE record = -:into AND ${EACH_BATCH}`, { into })
  db.run(`UPDATE batch_items SET record = :from WHERE record = -:into AND ${EACH_BATCH}`, { from, into })
}

function moveMirror(db: WriteDb, { from, into }: Merge): void {
  const columns = TAKEN.join(', ')
  db.run(`UPDATE images SET (${columns}) = (SELECT ${columns} FROM images WHERE record = :from) WHERE record = :into`, {
    from,
    into
  })
  db.run(
    `UPDATE images SET description = ifnull(description, (SELECT description FROM images WHERE record = :from))
     WHERE record = :into`,
    { from, into }
  )
  db.run(
    `INSERT OR REPLACE INTO flags (record, favorite, fresh_tick, acked_at, doubt_tick)
     SELECT :into, favorite, fresh_tick, acked_at, doubt_tick FROM flags WHERE record = :from`,
    { from, into }
  )
  db.run('INSERT OR REPLACE INTO seen SELECT kind, :into, pass FROM seen WHERE record = :from', { from, into })
  db.run('UPDATE foreign_changes SET record = :into WHERE record = :from', { from, into })
}

/** A first update that nobody has seen yet is seen under the number that is left. */
function moveTried(db: WriteDb, { from, into }: Merge): void {
  for (const table of ['tried', 'saved'])
    db.run(`UPDATE OR REPLACE ${table} SET record = :into WHERE record = :from`, { from, into })
}

/** Moves everything known of `from` into `into`, its id of the service too. */
export function mergeRecords(db: WriteDb, merge: Merge): void {
  const { from, into } = merge
  const serviceId = db.value<string | null>('SELECT service_id FROM records WHERE record = ?', [from]) ?? null
  moveWants(db, merge)
  moveTried(db, merge)
  moveMirror(db, merge)
  removeText(db, from)
  for (const table of ['images', 'flags', 'gone', 'candidates', 'creates', 'records']) {
    // Names from the list above, never from outside.
    db.run(`DELETE FROM ${table} WHERE record = ?`, [from])
  }
  db.run("DELETE FROM seen WHERE kind IN ('full', 'favorites') AND record = ?", [from])
  db.run(
    `UPDATE records SET service_id = :serviceId, born_at = (SELECT created_at FROM images WHERE record = :into)
     WHERE record = :into`,
    { serviceId, into }
  )
  refreshSearch(db, into)
}

/**
 * The record is this image from now on. Answers the records that became one with it: a page may have brought the image
 * in before its create was acknowledged, and more may have happened to it than the answer knows. `askedAt`: tick of the
 * question, `tick`: `nextTick` now, `now`: ms since epoch.
 */
export function adoptImage(
  db: WriteDb,
  adoption: {
    readonly record: number
    readonly image: ServiceImage
    readonly askedAt: number
    readonly now: number
    readonly tick: number
  }
): readonly number[] {
  const { record, image, askedAt, now, tick } = adoption
  const known = findRecord(db, 'images', image.id)
  const isOther = known !== null && known !== record
  if (isOther) mergeRecords(db, { from: known, into: record, now })
  else db.run('UPDATE records SET service_id = ? WHERE record = ?', [image.id, record])
  writeImage(db, image, { askedAt, tick, readAt: now, take: takeFavorite })
  return isOther ? [known] : []
}

interface Merge {
  /** The pulled record; it is no more afterwards. */
  readonly from: number
  readonly into: number
  /** ms since epoch. */
  readonly now: number
}

/** What an item or an entry wants, and of which item. */
interface Said {
  readonly record: number
  readonly batch: number
  readonly want: number
  readonly text: string | null
}

interface Word extends Said {
  readonly isHand: 0 | 1
}

interface Want extends Said {
  readonly entry: number
  readonly sentBatch: number | null
}

/** An item is a word until it is taken back. In one batch with both numbers that of the pulled one counts. */
const LAST_WORD = `SELECT i.record, i.batch, i.after AS want, i.after_text AS text, b.size = 1 AS isHand
  FROM batches b CROSS JOIN batch_items i ON i.batch = b.batch AND i.record IN (:from, :into)
  WHERE b.kind = :kind AND i.outcome <> 'taken-back' ORDER BY b.batch DESC, i.record = :from DESC LIMIT 1`

const WANTS = `SELECT entry, record, batch, want, want_text AS text, sent_batch AS sentBatch FROM entries
  WHERE record IN (:from, :into) AND kind = :kind`

const isSame = (kind: ValueKind, one: Said, other: Said): boolean =>
  kind === 'favorite' ? one.want === other.want : one.text === other.text

interface Case {
  readonly db: WriteDb
  readonly merge: Merge
  readonly kind: ValueKind
}

const takeBack = ({ db, merge }: Case, { batch, record }: Said): void =>
  moveItem(db, { batch, record, to: 'taken-back', now: merge.now })

const drop = ({ db, merge: { now } }: Case, { entry }: Want): void =>
  endEntries(db, { which: 'o.entry = :entry', params: { entry }, to: 'taken-back', now })

/** Its item waits again; where it was a batch that had ended, that one goes on. */
const reopen = ({ db, merge }: Case, { batch, record }: Said): void =>
  moveItem(db, { batch, record, to: 'waiting', now: merge.now })

/** Whether the mirror of a record holds what was said. */
function holds({ db, kind }: Case, record: number, word: Word): boolean {
  const { table, mirror } = VALUE_SQL[kind]
  const held = db.value<number | string>(`SELECT ${mirror} FROM ${table} f WHERE f.record = ?`, [record])
  return held === (kind === 'favorite' ? word.want : word.text)
}

/** The value waits behind the one that is under way, in the place of what waited there. */
function putBehind(at: Case, flying: Want, next: Said): void {
  if (isSame(at.kind, flying, next)) return
  if (flying.sentBatch !== flying.batch) takeBack(at, flying)
  reopen(at, next)
  wantBehind(at.db, flying.entry, next)
}

/** A name is sent over one that the user has seen: their own of the other number, else that of this one. */
const SEEN_NAME = `SELECT CASE WHEN EXISTS (SELECT 1 FROM batches b CROSS JOIN batch_items i
    ON i.batch = b.batch AND i.record = :from WHERE b.kind = 'name' AND i.after_text = f.name)
  THEN f.name ELSE (SELECT name FROM images WHERE record = :into) END FROM images f WHERE f.record = :from`

/** What the service has is not what was said last, and nothing is on its way: it has to be sent after all. */
function putAgain(at: Case, word: Word): void {
  const { db, merge, kind } = at
  const { from, into } = merge
  if (holds(at, from, word)) return
  reopen(at, word)
  const base = kind === 'name' ? (db.value<string | null>(SEEN_NAME, { from, into }) ?? null) : null
  putEntry(db, {
    record: from,
    kind,
    want: kind === 'name' ? 1 : word.want,
    base: 0,
    text: word.text,
    baseText: base,
    batch: word.batch,
    isHand: word.isHand === 1,
    owner: currentOwner(db, 'images')
  })
}

/** The pulled number was spoken of last: what the service showed of it is newer than anything said of the other one. */
function keepPulled(at: Case, wants: readonly Want[]): void {
  for (const want of wants) if (want.record === at.merge.into) drop(at, want)
}

function keepCreated(at: Case, wants: readonly Want[], word: Word): void {
  const { from, into } = at.merge
  const pulled = wants.find(({ record }) => record === from)
  const own = wants.find(({ record }) => record === into)
  // "Already so" to a wish that was taken back afterwards is no word any more: nothing waits, and it is not shown.
  if (own === undefined && !holds(at, into, word)) return
  if (pulled !== undefined && pulled.sentBatch === null) drop(at, pulled)
  else if (pulled !== undefined) {
    putBehind(at, pulled, own ?? word)
    if (own === undefined) return
    if (isSame(at.kind, pulled, own)) takeBack(at, own)
    dropEntries(at.db, 'o.entry = ?', [own.entry])
    return
  }
  if (own === undefined) putAgain(at, word)
}

/**
 * Leaves at most one entry of each kind of value for the two records, and with it the last word: under way, behind what
 * is under way, or waiting. Runs inside the caller's transaction, before anything is moved from one to the other.
 */
function mergeWants(db: WriteDb, merge: Merge): void {
  for (const kind of ['favorite', 'name'] as const) {
    const params = { from: merge.from, into: merge.into, kind }
    const word = db.get<Word>(LAST_WORD, params)
    if (word === undefined) continue
    const wants = db.all<Want>(WANTS, params)
    const at: Case = { db, merge, kind }
    if (word.record === merge.from) keepPulled(at, wants)
    else keepCreated(at, wants, word)
  }
}
