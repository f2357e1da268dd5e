/**
 * What is wanted of a picture that stood here under two numbers. The last word of the person holds, under whichever
 * number it was said, also where it had nothing to send then ("already so"): nothing older may be sent after it.
 */
import type { ItemOutcome } from '../domain/entry.ts'
import { moveItem } from './batches.ts'
import type { WriteDb } from './database.ts'
import { dropEntries, putEntry, wantBehind } from './entries.ts'
import { currentOwner } from './key-owners.ts'
import { VALUE_SQL, type ValueKind } from './value-kinds.ts'

export interface Merge {
  /** The pulled record; it is no more afterwards. */
  readonly from: number
  readonly into: number
  /** ms since epoch. */
  readonly now: number
}

interface Word {
  readonly record: number
  readonly batch: number
  /** `after` of an item and its text, or the want of an entry. */
  readonly want: number
  readonly text: string | null
  readonly isHand: 0 | 1
  readonly outcome: ItemOutcome
}

interface Want {
  readonly entry: number
  readonly record: number
  readonly batch: number
  readonly want: number
  readonly text: string | null
  readonly sentBatch: number | null
}

/** An item is a word until it is taken back. In one batch with both numbers that of the pulled one counts. */
const LAST_WORD = `SELECT i.record, i.batch, i.after AS want, i.after_text AS text, b.size = 1 AS isHand, i.outcome
  FROM batches b CROSS JOIN batch_items i ON i.batch = b.batch AND i.record IN (:from, :into)
  WHERE b.kind = :kind AND i.outcome <> 'taken-back' ORDER BY b.batch DESC, i.record = :from DESC LIMIT 1`

const WANTS = `SELECT entry, record, batch, want, want_text AS text, sent_batch AS sentBatch FROM entries
  WHERE record IN (:from, :into) AND kind = :kind`

const isSame = (kind: ValueKind, one: Pick<Want, 'want' | 'text'>, other: Pick<Want, 'want' | 'text'>): boolean =>
  kind === 'favorite' ? one.want === other.want : one.text === other.text

interface Case {
  readonly db: WriteDb
  readonly merge: Merge
  readonly kind: ValueKind
}

const takeBack = ({ db, merge }: Case, { batch, record }: { batch: number; record: number }): void =>
  moveItem(db, { batch, record, to: 'taken-back', now: merge.now })

function drop(at: Case, want: Want): void {
  takeBack(at, want)
  dropEntries(at.db, 'o.entry = ?', [want.entry])
}

/** Its item waits again; where it was a batch that had ended, that one goes on. */
const reopen = ({ db, merge }: Case, { batch, record }: { batch: number; record: number }): void =>
  moveItem(db, { batch, record, to: 'waiting', now: merge.now })

/** The value waits behind the one that is under way, in the place of what waited there. */
function putBehind(at: Case, flying: Want, next: Pick<Word, 'record' | 'batch' | 'want' | 'text'>): void {
  if (isSame(at.kind, flying, next)) return
  if (flying.sentBatch !== flying.batch) takeBack(at, flying)
  reopen(at, next)
  wantBehind(at.db, flying.entry, next)
}

/** A name is sent over one that the person has seen: their own of the other number, else that of this one. */
const SEEN_NAME = `SELECT CASE WHEN EXISTS (SELECT 1 FROM batches b CROSS JOIN batch_items i
    ON i.batch = b.batch AND i.record = :from WHERE b.kind = 'name' AND i.after_text = f.name)
  THEN f.name ELSE (SELECT name FROM images WHERE record = :into) END FROM images f WHERE f.record = :from`

/** What the service has is not what was said last, and nothing is on its way: it has to be told after all. */
function putAgain(at: Case, word: Word): void {
  const { db, merge, kind } = at
  const { from, into } = merge
  const { table, mirror } = VALUE_SQL[kind]
  const now = db.value<number | string>(`SELECT ${mirror} FROM ${table} f WHERE f.record = ?`, [from])
  if (now === (kind === 'favorite' ? word.want : word.text)) return
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

/**
 * Whether the created number still shows what was said of it, with nothing waiting. "Already so" to a wish that was
 * taken back afterwards is no word any more.
 */
function isStanding({ db, merge, kind }: Case, word: Word): boolean {
  const { table, mirror } = VALUE_SQL[kind]
  const shown = db.value<number | string>(`SELECT ${mirror} FROM ${table} f WHERE f.record = ?`, [merge.into])
  return shown === (kind === 'favorite' ? word.want : word.text)
}

/** The pulled number was spoken of last: what the service showed of it is newer than anything said of the other one. */
function keepPulled(at: Case, wants: readonly Want[]): void {
  for (const want of wants) if (want.record === at.merge.into) drop(at, want)
}

function keepCreated(at: Case, wants: readonly Want[], word: Word): void {
  const { from, into } = at.merge
  const pulled = wants.find(({ record }) => record === from)
  const own = wants.find(({ record }) => record === into)
  if (own === undefined && !isStanding(at, word)) return
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
export function mergeWants(db: WriteDb, merge: Merge): void {
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
