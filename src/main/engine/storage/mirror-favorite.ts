/** Decides which favorite of a response is trusted. Pure; see docs/sync.md. */

/** One row of `flags`. */
export interface MirrorFavorite {
  /** `null` if the service never reported it. */
  readonly favorite: 0 | 1 | null
  /** Responses to requests before this sequence number are older than `favorite`. */
  readonly fresh_sequence: number
  /** Time of the last acknowledgement, ms since epoch; `null` if there is none. */
  readonly acked_at: number | null
  /** Sequence number of the first response that contradicts the acknowledged value; `null` if there is none. */
  readonly doubt_sequence: number | null
}

export const NEVER_REPORTED: MirrorFavorite = {
  favorite: null,
  fresh_sequence: 0,
  acked_at: null,
  doubt_sequence: null
}

/** How long after an acknowledgement a single contradicting response may come from a stale replica. */
const STALE_REPLICA_MS = 120_000

export interface ReportedFavorite {
  readonly favorite: boolean | undefined
  /** Sequence numbers at the request and now. */
  readonly requestSequence: number
  readonly sequence: number
  /** Time of the response, ms since epoch. */
  readonly readAt: number
}

/**
 * Returns the sequence number of the first response that contradicts the value confirmed at `confirmedAt` (`null`:
 * never), while it is doubted: a single one soon after may come from a stale replica. `null` if the response is
 * trusted.
 */
export function doubtOf(
  { confirmedAt, doubt_sequence }: { readonly confirmedAt: number | null; readonly doubt_sequence: number | null },
  { requestSequence, sequence, readAt }: Omit<ReportedFavorite, 'favorite'>
): number | null {
  const isSoonAfter = confirmedAt !== null && readAt - confirmedAt < STALE_REPLICA_MS
  const isAgreed = doubt_sequence !== null && requestSequence > doubt_sequence
  return isSoonAfter && !isAgreed ? (doubt_sequence ?? sequence) : null
}

/** Returns the row after a response; the same object if nothing changes. */
export function takeFavorite(known: MirrorFavorite, received: ReportedFavorite): MirrorFavorite {
  if (received.favorite === undefined || received.requestSequence < known.fresh_sequence) return known
  const favorite = received.favorite ? 1 : 0
  if (favorite === known.favorite) return settleDoubt(known, received)
  const doubt_sequence = doubtOf({ ...known, confirmedAt: known.acked_at }, received)
  if (doubt_sequence === null) return { ...known, favorite, fresh_sequence: received.requestSequence, doubt_sequence }
  return doubt_sequence === known.doubt_sequence ? known : { ...known, doubt_sequence }
}

/** Ends the doubt if a response requested after it agrees with the known value. */
function settleDoubt(known: MirrorFavorite, received: ReportedFavorite): MirrorFavorite {
  if (known.doubt_sequence === null || received.requestSequence <= known.doubt_sequence) return known
  return { ...known, doubt_sequence: null }
}

/** Returns the row after a response to an update of this record, which is trusted as is. */
export function trustFavorite(known: MirrorFavorite, received: ReportedFavorite): MirrorFavorite {
  if (received.favorite === undefined) return known
  return { ...known, favorite: received.favorite ? 1 : 0, fresh_sequence: received.sequence, doubt_sequence: null }
}

/** Returns the row after the service accepted a value. */
export function acknowledgedFavorite(ack: { want: boolean; sequence: number; now: number }): MirrorFavorite {
  return { favorite: ack.want ? 1 : 0, fresh_sequence: ack.sequence, acked_at: ack.now, doubt_sequence: null }
}
