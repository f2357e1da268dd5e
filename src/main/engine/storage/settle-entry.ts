/**
 * Transitions of entries that are sent: claims, responses, and recovery at startup. domain/entry-life.ts defines the
 * effect of a response on an entry and its batch items; this file writes it.
 */
import type { SentAlong } from '../../../shared/batch.ts'
import { DELETE_GRACE_PERIOD_MS } from '../../../shared/limits.ts'
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
  restartGracePeriods,
  type AttemptState
} from './entries.ts'
import { adoptImage } from './merge-records.ts'
import { keepSequence } from './meta.ts'
import { takeFavorite, trustFavorite } from './mirror-favorite.ts'
import { IS_FREE } from './outbox.ts'
import { dropUnwanted } from './put-creates.ts'
import { refreshSearch } from './search.ts'
import { codeOfSent } from './sent-along.ts'
import { KIND_RULES, type KindRules, type SettleTimes, type SettlingEntry, type Value } from './settle-kinds.ts'
import { isHidden } from './tombstones.ts'
import { isSaved } from './checked-updates.ts'
import { writeImage } from './write-image.ts'

/** Changes made by responses. */
interface Changes {
  /** Bits of `CHANGED`. */
  kinds: number
  /** Records whose row, favorite or badge may differ. */
  readonly changed: Set<number>
  /** Records that were merged into another, and no longer exist. */
  readonly merged: number[]
  readonly removed: number[]
  /** Batches whose items differ. */
  readonly batches: Set<number>
}

interface Context {
  readonly db: WriteDb
  readonly entry: SettlingEntry
  readonly rules: KindRules
  readonly times: SettleTimes
  readonly outcome: EntryResult['outcome']
  /** Whether the response is to the newest desired value; otherwise a newer one is queued after it. */
  readonly isToNewest: boolean
}

function readEntry(db: WriteDb, entry: number): SettlingEntry | undefined {
  return db.get<SettlingEntry>(
    `SELECT entry, record, kind, want, want_text, revision, state, batch, sent_revision, sent_want, sent_text, sent_batch
     FROM entries WHERE entry = ${NUMBER('?')}`,
    [entry]
  )
}

/**
 * Returns whether a newer value than the one sent is desired. If the newer one was canceled, the desired value has the
 * item that was sent again.
 */
const hasNewer = ({ batch, sent_batch }: SettlingEntry): boolean => (sent_batch ?? batch) !== batch

/**
 * Writes the response to the mirror before anything is compared with it. Returns records merged into the entry's
 * record.
 */
function takeIntoMirror({ db, entry, rules, times, outcome, isToNewest }: Context): readonly number[] {
  if (outcome.kind === 'created') {
    const { image, requestSequence } = outcome
    return adoptImage(db, { record: entry.record, image, requestSequence, now: times.now, sequence: times.sequence })
  }
  const isAcknowledged = outcome.kind === 'acknowledged'
  const value = isToNewest ? desiredValue(entry) : sentValue(entry)
  const accepting = { db, record: entry.record, value, times, isAcknowledged }
  if (isAcknowledged || outcome.kind === 'unchanged') rules.accept(accepting)
  return []
}

const desiredValue = (entry: SettlingEntry): Value => ({ want: entry.want, text: entry.want_text })
const sentValue = (entry: SettlingEntry): Value => ({ want: entry.sent_want, text: entry.sent_text })

/** Reads the mirror only if the transition depends on it. */
const mirrorFacts = ({ db, entry, rules }: Context): MirrorFacts => ({
  get hasSent() {
    return (rules.hasArrived ?? rules.isInPlace)(db, entry.record, sentValue(entry))
  },
  get hasWanted() {
    // Saved values are written back even if the mirror has the desired value.
    return rules.isInPlace(db, entry.record, desiredValue(entry)) && !isSaved(db, entry.entry)
  }
})

function endItem(context: Context, batch: number | null, to: ItemOutcome | null): void {
  const { db, entry, outcome, times } = context
  // Stryker disable next-line ConditionalExpression: no item has a batch that is null, so moveItem finds none; the line is there for the compiler
  if (batch === null || to === null) return
  const reason = outcome.kind === 'rejected' && (to === 'needs-attention' || to === 'canceled') ? outcome.failure : null
  const along: SentAlong | null = to === 'done' && 'sent' in outcome ? (outcome.sent ?? null) : null
  // The age of a copy that was sent is stored in place of a failure.
  const copy = along === null || along.copyOf === null ? null : { copyOf: along.copyOf }
  const code = along === null ? null : codeOfSent(along)
  moveItem(db, { batch, record: entry.record, to, reason: reason ?? copy, sent: code, now: times.now })
}

/**
 * Returns when the entry is sent or looked up next, and the reason for the delay. A newer value that can be sent now is
 * not delayed by the response to the older one.
 */
function nextAttempt({ outcome, isToNewest }: Context, state: AttemptState['state']): AttemptState {
  const isUnknown = state === 'unknown'
  const isAbout = isToNewest || isUnknown
  const failure = isAbout && 'failure' in outcome ? outcome.failure : null
  if (outcome.kind !== 'postponed' || !isAbout) return { state, notBefore: 0, failure, uncounted: 0 }
  return { state, notBefore: outcome.notBefore, failure, uncounted: outcome.countsAttempt || isUnknown ? 0 : 1 }
}

function applyResponse(context: Context): readonly number[] {
  const { db, entry, outcome, isToNewest } = context
  const merged = takeIntoMirror(context)
  const life = { state: entry.state, hasNewer: hasNewer(entry) }
  const step = afterAnswer(life, { kind: outcome.kind, isToNewest }, mirrorFacts(context))
  // The name on the service is our own older one, which the user has seen.
  if (step.sentItem === 'done' || step.sentItem === 'unchanged') rebaseName(db, entry.entry)
  endItem(context, entry.sent_batch, step.sentItem)
  endItem(context, entry.batch, step.item)
  if (step.state === 'ended') {
    dropEntries(db, 'o.entry = ?', [entry.entry])
    // Stryker disable next-line ConditionalExpression: what is searched depends on entries of names alone; it is up to date for every other kind, and then nothing is written
    if (entry.kind === 'name') refreshSearch(db, entry.record)
  } else keepEntry(db, entry.entry, nextAttempt(context, step.state))
  return merged
}

/**
 * Returns whether the record left the library with this response; a gone record that was displayed only for this change
 * leaves with it.
 */
function isOver(db: WriteDb, { kind, record }: SettlingEntry, { now }: SettleTimes): boolean {
  return kind === 'create' ? dropUnwanted(db, { record, now }) : isHidden(db, record)
}

/** Bits of `CHANGED` for a record that leaves, as it is no longer part of any order. */
const LEFT = CHANGED.overlay | CHANGED.fields | CHANGED.order

/** Applies one result. A result for an entry or a revision that no longer exists changes nothing. */
function settleEntry(db: WriteDb, { entry: number, revision, outcome }: EntryResult, times: SettleTimes, to: Changes) {
  const entry = readEntry(db, number)
  const isSent = revision === entry?.sent_revision
  if (entry === undefined || (revision !== entry.revision && !isSent)) return
  const isToNewest = revision === entry.revision || !hasNewer(entry)
  const rules = KIND_RULES[entry.kind]
  to.merged.push(...applyResponse({ db, entry, rules, times, outcome, isToNewest }))
  const { record, batch, sent_batch } = entry
  to.changed.add(record)
  to.kinds |= rules.kinds
  for (const changed of [batch, sent_batch]) if (changed !== null) to.batches.add(changed)
  if (!isOver(db, entry, times)) return
  to.kinds |= LEFT
  to.removed.push(record)
}

export interface Settled {
  /** Records whose row, favorite or badge differs now, including those that are gone. */
  readonly changed: number[]
  /** Records that are no longer in the library. */
  readonly removed: number[]
  /** Batches whose receipt differs now. */
  readonly batches: number[]
}

/** An image in a response. `requestSequence`: sequence number of its request; default: now. */
export interface ShownImage extends ServiceImage {
  readonly requestSequence?: number
}

interface Responses {
  readonly results: readonly EntryResult[]
  readonly images: readonly ShownImage[]
  readonly now: number
  readonly sequence: number
}

const isCreated = ({ outcome }: EntryResult): boolean => outcome.kind === 'created'

const FAVORITE_IN_FLIGHT = `SELECT 1 FROM records r CROSS JOIN outbox o USING (record) WHERE ${IS_IN_FLIGHT('o')}
  AND o.kind = 'favorite' AND r.grp = 'images' AND r.id_length = length(:id) AND r.service_id = :id || ''`

/**
 * Returns how the favorite of an image is merged: the response to a favorite update is trusted as is; one to a rename
 * or a deletion counts like any other read.
 */
const mergeOf = (db: WriteDb, { id }: ShownImage): typeof takeFavorite =>
  db.value<number>(FAVORITE_IN_FLIGHT, { id }) === undefined ? takeFavorite : trustFavorite

/**
 * Applies created results first, so that the record has its id before its image is read, which would create another
 * record otherwise.
 */
function settleInside(db: WriteDb, { results, images, now, sequence }: Responses, to: Changes): void {
  const named = new Map<number, string | null | undefined>()
  const times = { now, sequence, named }
  for (const result of results.filter(isCreated)) settleEntry(db, result, times, to)
  for (const image of images) {
    const taking = {
      sequence,
      readAt: now,
      take: mergeOf(db, image),
      requestSequence: image.requestSequence ?? sequence
    }
    const { record, kinds } = writeImage(db, image, taking)
    named.set(record, image.fields.name)
    if (kinds !== 0) to.changed.add(record)
    to.kinds |= kinds
  }
  // A create that was already applied is no longer in the outbox.
  for (const result of results) settleEntry(db, result, times, to)
}

/**
 * Applies results of entries that were sent or looked up, and images of the responses, in one transaction. A response
 * to an older revision ends the item of that revision and leaves the newer desired value pending. A result for an entry
 * that no longer exists changes nothing. `sequence`: `nextSequence` now. Throws what the driver throws, with nothing half
 * written.
 */
export function settleEntries(db: WriteDb, args: Responses): Settled {
  const changes: Changes = { kinds: 0, changed: new Set(), merged: [], removed: [], batches: new Set() }
  return inTransaction(db, () => {
    settleInside(db, args, changes)
    const { kinds, merged, removed } = changes
    const changed = [...changes.changed]
    if (kinds !== 0) keepSequence(db)
    logChange(db, { kinds, records: Uint32Array.from([...changed, ...merged]) })
    return { changed, removed, batches: [...changes.batches] }
  })
}

/** An entry as read; a newer desired value has another revision. */
interface Read {
  readonly entry: number
  readonly revision: number
}

/**
 * Claims entries for a request before it is sent. Skips entries that have a newer desired value since they were read,
 * are no longer pending, or are blocked by another entry of their record. `along`: another entry of the same record,
 * sent in the same request. Returns the claimed entries.
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
  const { instance, now, along } = claim
  return inTransaction(db, () => {
    const claimed = claim.entries.filter((entry) => handOver(db, { ...entry, instance, now }, IS_FREE))
    if (claimed.length > 0 && along && handOver(db, { ...along, instance, now })) claimed.push(along)
    return claimed.map(({ entry }) => entry)
  })
}

/**
 * Recovers claims at startup for the program instance `instance`: everything that was claimed becomes unknown, and
 * deletions get a full grace period again, so that they can be undone. Returns how many were claimed, which are looked
 * up before anything is sent again. `now`: ms since epoch.
 */
export function releaseClaims(db: WriteDb, { instance, now }: { instance: string; now: number }): { released: number } {
  return inTransaction(db, () => {
    const released = doubtAttempts(db, { instance, failure: { code: 'connection-lost' } })
    restartGracePeriods(db, now + DELETE_GRACE_PERIOD_MS)
    return { released }
  })
}
