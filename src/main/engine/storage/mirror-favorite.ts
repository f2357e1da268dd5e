/** Which favorite of an answer is believed. Pure: docs/sync.md, "answers older than an acknowledgement". */

/** One row of `flags`. */
export interface MirrorFavorite {
  /** null: the service never told. */
  readonly favorite: 0 | 1 | null
  /** What was asked before this tick is older than `favorite`. */
  readonly fresh_tick: number
  /** ms since epoch of the last acknowledgement; null = none. */
  readonly acked_at: number | null
  /** Tick of the first answer that contradicts the acknowledged value; null = none. */
  readonly doubt_tick: number | null
}

export const NEVER_TOLD: MirrorFavorite = { favorite: null, fresh_tick: 0, acked_at: null, doubt_tick: null }

/** How long after an acknowledgement a lone answer that contradicts it may come from a replica that lags behind. */
const STALE_REPLICA_MS = 120_000

export interface ToldFavorite {
  readonly favorite: boolean | undefined
  /** Tick when the question was sent, and tick now. */
  readonly askedAt: number
  readonly tick: number
  /** ms since epoch when the answer came. */
  readonly readAt: number
}

/**
 * The tick of the first answer that contradicts what the service has confirmed at `confirmedAt` (null = never), while
 * that is not believed: a lone one soon after may come from a replica that lags behind. null: it is believed.
 */
export function doubtOf(
  { confirmedAt, doubt_tick }: { readonly confirmedAt: number | null; readonly doubt_tick: number | null },
  { askedAt, tick, readAt }: Omit<ToldFavorite, 'favorite'>
): number | null {
  const isSoonAfter = confirmedAt !== null && readAt - confirmedAt < STALE_REPLICA_MS
  const isAgreed = doubt_tick !== null && askedAt > doubt_tick
  return isSoonAfter && !isAgreed ? (doubt_tick ?? tick) : null
}

/** The row after an answer; the same object when nothing changes. */
export function takeFavorite(known: MirrorFavorite, told: ToldFavorite): MirrorFavorite {
  if (told.favorite === undefined || told.askedAt < known.fresh_tick) return known
  const favorite = told.favorite ? 1 : 0
  if (favorite === known.favorite) return settleDoubt(known, told)
  const doubt_tick = doubtOf({ ...known, confirmedAt: known.acked_at }, told)
  if (doubt_tick === null) return { ...known, favorite, fresh_tick: told.askedAt, doubt_tick }
  return doubt_tick === known.doubt_tick ? known : { ...known, doubt_tick }
}

/** An answer asked after the doubt that agrees with us ends the doubt. */
function settleDoubt(known: MirrorFavorite, told: ToldFavorite): MirrorFavorite {
  if (known.doubt_tick === null || told.askedAt <= known.doubt_tick) return known
  return { ...known, doubt_tick: null }
}

/** The row after an answer to our own request about this very record: believed as it is. */
export function trustFavorite(known: MirrorFavorite, told: ToldFavorite): MirrorFavorite {
  if (told.favorite === undefined) return known
  return { ...known, favorite: told.favorite ? 1 : 0, fresh_tick: told.tick, doubt_tick: null }
}

/** The row after the service accepted a value of ours. */
export function acknowledgedFavorite(ack: { want: boolean; tick: number; now: number }): MirrorFavorite {
  return { favorite: ack.want ? 1 : 0, fresh_tick: ack.tick, acked_at: ack.now, doubt_tick: null }
}
