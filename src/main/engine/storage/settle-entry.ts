/**
 * What becomes of entries that are sent: claimed for a request, answered, or found by a new start. Of an answer to one
 * entry domain/entry-life.ts says what it does to it and to the batch items behind it, and this writes it.
 */
import type { SentAlong } from '../../../shared/batch.ts'
import { DELETE_HOLD_MS } from '../../../shared/limits.ts'
import { afterAnswer, type MirrorFacts } from '../domain/entry-life.ts'
import type { EntryResult, ItemOutcome } from '../domain/entry.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { moveItem } from './batches.ts'
import { CHANGED, logChange } from './change-log.ts'
import { inTransaction, NUMBER, type WriteDb } from './database.ts'
import {
  doubtAttempts,
  dropEntries,
  handOver,
  IS_IN_FLIGHT,
  keepEntry,
  rebaseName,
  restartHolds,
  type Standing
} from './entries.ts'
import { adoptImage } from './merge-records.ts'
import { keepTick } from './meta.ts'
import { takeFavorite, trustFavorite } from './mirror-favorite.ts'
import { IS_FREE } from './outbox.ts'
import { dropUnwanted } from './put-creates.ts'
import { refreshSearch } from './search.ts'
import { codeOfSent } from './sent-along.ts'
import { KIND_RULES, type KindRules, type SettleTimes, type SettlingEntry, type Value } from './settle-kinds.ts'
import { isHidden } from './tombstones.ts'
import { isSaved } from './tried-updates.ts'
import { writeImage } from './write-image.ts'

/** What answers change. */
interface Changes {
  /** Bits of `CHANGED`. */
  kinds: number
  /** Records whose row, star or mark may differ. */
  readonly changed: Set<number>
  /** Records that became one with another, and are no more. */
  readonly merged: number[]
  readonly removed: number[]
  /** Those whose items differ. */
  readonly batches: Set<number>
}

interface Case {
  readonly db: WriteDb
  readonly entry: SettlingEntry
  readonly rules: KindRules
  readonly times: SettleTimes
  readonly outcome: EntryResult['outcome']
  /** The answer is to the newest want; otherwise a newer one waits behind it. */
  readonly isToNewest: boolean
}

function readEntry(db: WriteDb, entry: number): SettlingEntry | undefined {
  return db.get<SettlingEntry>(
    `SELECT entry, record, kind, want, want_text, revision, state, batch, sent_revision, sent_want, sent_text, sent_batch
     FROM entries WHERE entry = ${NUMBER('?')}`,
    [entry]
  )
}

/** What was sent is what is wanted, perhaps once more after something newer was taken back: one item, one end. */
const isSentWant = (entry: SettlingEntry): boolean => entry.sent_batch === entry.batch

/** The answer is written to the mirror before anything is held against it. Answers records that became one with its own. */
function takeIntoMirror({ db, entry, rules, times, outcome, isToNewest }: Case): readonly number[] {
  if (outcome.kind === 'created') {
    const { image, askedAt } = outcome
    return adoptImage(db, { record: entry.record, image, askedAt, now: times.now, tick: times.tick })
  }
  const how = outcome.kind === 'acknowledged' ? outcome.kind : 'found'
  const value = isToNewest ? wanted(entry) : sent(entry)
  const isAccepted = outcome.kind === 'acknowledged' || outcome.kind === 'already-so'
  if (isAccepted) rules.accept({ db, record: entry.record, value, times, how })
  return []
}

const wanted = (entry: SettlingEntry): Value => ({ want: entry.want, text: entry.want_text })
const sent = (entry: SettlingEntry): Value => ({ want: entry.sent_want, text: entry.sent_text })

/** Asked of the library only where the step depends on it. */
const mirrorFacts = ({ db, entry, rules }: Case): MirrorFacts => ({
  get hasSent() {
    return (rules.hasArrived ?? rules.isInPlace)(db, entry.record, sent(entry))
  },
  get hasWanted() {
    // Saved values go back, although what is wanted is there.
    return rules.isInPlace(db, entry.record, wanted(entry)) && !isSaved(db, entry.entry)
  }
})

function endItem(at: Case, batch: number | null, to: ItemOutcome | null): void {
  const { db, entry, outcome, times } = at
  if (batch === null || to === null) return
  const reason = outcome.kind === 'rejected' && (to === 'needs-you' || to === 'taken-back') ? outcome.failure : null
  const along: SentAlong | null = outcome.kind === 'acknowledged' && to === 'done' ? (outcome.sent ?? null) : null
  // The age of a copy that was sent stands where a failure would.
  const copy = along === null || along.copyOf === null ? null : { copyOf: along.copyOf }
  const code = along === null ? null : codeOfSent(along)
  moveItem(db, { batch, record: entry.record, to, reason: reason ?? copy, sent: code, now: times.now })
}

/** When it goes or is looked at next, and why not before. */
function nextTry({ entry, outcome, isToNewest }: Case): Omit<Standing, 'state'> {
  const isUnknown = entry.state === 'unknown'
  if (outcome.kind === 'postponed' && (isToNewest || isUnknown)) {
    const { notBefore, failure, countsAttempt } = outcome
    return { notBefore, failure, uncounted: countsAttempt || isUnknown ? 0 : 1 }
  }
  const isKept = outcome.kind === 'unknown' || (outcome.kind === 'rejected' && isToNewest)
  return { notBefore: 0, failure: isKept ? outcome.failure : null, uncounted: 0 }
}

function applyAnswer(at: Case): readonly number[] {
  const { db, entry, outcome, isToNewest } = at
  const merged = takeIntoMirror(at)
  const life = { state: entry.state, hasNewer: entry.sent_batch !== null && !isSentWant(entry) }
  const step = afterAnswer(life, { kind: outcome.kind, isToNewest }, mirrorFacts(at))
  // What stands on the service is our own older name, which the user has seen.
  if (step.sentItem === 'done' || step.sentItem === 'already-so') rebaseName(db, entry.entry)
  endItem(at, entry.sent_batch, step.sentItem)
  endItem(at, entry.batch, step.item)
  if (step.state === 'ended') {
    dropEntries(db, 'o.entry = ?', [entry.entry])
    if (entry.kind === 'name') refreshSearch(db, entry.record)
  } else if (step.state !== 'sent') keepEntry(db, entry.entry, { state: step.state, ...nextTry(at) })
  return merged
}

/** Whether the record has left the library with this answer: what was shown for this change alone goes with it. */
function isOver(db: WriteDb, { kind, record }: SettlingEntry, { now }: SettleTimes): boolean {
  return kind === 'create' ? dropUnwanted(db, { record, now }) : isHidden(db, record)
}

/** Bits of `CHANGED` when a record leaves: no order has it any more. */
const LEFT = CHANGED.overlay | CHANGED.fields | CHANGED.order

/** Writes what became of one entry. A result for an entry or a revision that is no more changes nothing. */
function settleEntry(db: WriteDb, { entry: number, revision, outcome }: EntryResult, times: SettleTimes, to: Changes) {
  const entry = readEntry(db, number)
  const isSent = revision === entry?.sent_revision
  if (entry === undefined || (revision !== entry.revision && !isSent)) return
  const isToNewest = revision === entry.revision || isSentWant(entry)
  const rules = KIND_RULES[entry.kind]
  to.merged.push(...applyAnswer({ db, entry, rules, times, outcome, isToNewest }))
  const { record, batch, sent_batch } = entry
  to.changed.add(record)
  to.kinds |= rules.kinds
  for (const one of [batch, sent_batch]) if (one !== null) to.batches.add(one)
  if (!isOver(db, entry, times)) return
  to.kinds |= LEFT
  to.removed.push(record)
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

const STAR_UNDER_WAY = `SELECT 1 FROM records r CROSS JOIN outbox o USING (record) WHERE ${IS_IN_FLIGHT('o')}
  AND o.kind = 'favorite' AND r.grp = 'images' AND r.id_length = length(:id) AND r.service_id = :id || ''`

/** The answer to a star is believed as it is; one about a name or a deletion tells of its star what any reading tells. */
const takingOf = (db: WriteDb, { id }: ShownImage): typeof takeFavorite =>
  db.value<number>(STAR_UNDER_WAY, { id }) === undefined ? takeFavorite : trustFavorite

/** A created record gets its id before its image is read: otherwise the image would make a record of its own. */
function settleInside(db: WriteDb, { results, images, now, tick }: Answers, to: Changes): void {
  const named = new Map<number, string | null | undefined>()
  const times = { now, tick, named }
  for (const result of results.filter(isCreated)) settleEntry(db, result, times, to)
  for (const image of images) {
    const taking = { tick, readAt: now, take: takingOf(db, image), askedAt: image.askedAt ?? tick }
    const { record, kinds } = writeImage(db, image, taking)
    named.set(record, image.fields.name)
    if (kinds !== 0) to.changed.add(record)
    to.kinds |= kinds
  }
  // A create that is settled already is gone from the outbox.
  for (const result of results) settleEntry(db, result, times, to)
}

/**
 * Writes what became of entries that were sent or looked up, and what the answers showed, in one transaction.
 * An answer to an older revision ends that revision's item and leaves the newer want waiting. A result for an entry
 * that is gone changes nothing. `tick`: `nextTick` now. Throws what the driver throws, with nothing half written.
 */
export function settleEntries(db: WriteDb, args: Answers): Settled {
  const changes: Changes = { kinds: 0, changed: new Set(), merged: [], removed: [], batches: new Set() }
  return inTransaction(db, () => {
    settleInside(db, args, changes)
    const { kinds, merged, removed } = changes
    const changed = [...changes.changed]
    if (kinds !== 0) keepTick(db)
    logChange(db, { kinds, records: Uint32Array.from([...changed, ...merged]) })
    return { changed, removed, batches: [...changes.batches] }
  })
}

/** An entry as it was read: a newer want of it has another revision. */
interface Read {
  readonly entry: number
  readonly revision: number
}

/**
 * Notes that a request is about to carry entries, before it does. One that got a newer want since it was read, does not
 * wait any more, or is not the only one about its record is left alone. `along`: a want about the record of the one
 * entry that goes in the same request. Answers the entries that it carries.
 */
export function claimEntries(
  db: WriteDb,
  claim: {
    readonly entries: readonly Read[]
    readonly along?: Read | null
    readonly instance: string
    readonly now: number
  }
): number[] {
  const { instance, now, along = null } = claim
  return inTransaction(db, () => {
    const claimed = claim.entries.filter((one) => handOver(db, { ...one, instance, now }, IS_FREE))
    const goesAlong = along !== null && claimed.length > 0 && handOver(db, { ...along, instance, now })
    return [...claimed, ...(goesAlong ? [along] : [])].map(({ entry }) => entry)
  })
}

/**
 * The rule of the start, for the run `instance` that takes the library over: everything that was handed over is unknown
 * now, and deletions wait once more in full, so that they can be taken back. Answers how many were handed over, to be
 * looked up before anything is sent again. `now`: ms since epoch.
 */
export function releaseClaims(db: WriteDb, { instance, now }: { instance: string; now: number }): { released: number } {
  return inTransaction(db, () => {
    const released = doubtAttempts(db, { instance, failure: { code: 'connection-lost' } })
    restartHolds(db, now + DELETE_HOLD_MS)
    return { released }
  })
}
