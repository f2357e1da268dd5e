/**
 * How many updates a connection is trusted with: one, ten more, a hundred more, then all. Pure. Each stage is seen on
 * the service before the next one begins.
 */

/** Updates seen by the end of each stage. */
const ENDS = [1, 11, 111] as const

/** So many updates were seen: the connection is trusted. */
export const TRUSTED = 111

/** How many more may be handed over, with `pending` of them under way or not yet seen. */
export function roomOf(seen: number, pending: number): number {
  const end = ENDS.find((stageEnd) => seen < stageEnd)
  return end === undefined ? Number.POSITIVE_INFINITY : Math.max(0, end - seen - pending)
}

/** List pages that are read for the updates of a stage; what lies on others is taken as the pages read were. */
export function pagesOf(seen: number): number {
  return seen < 11 ? 1 : 2
}

/**
 * Waits between looks, ms. A replica may lag by two minutes, so only the last look says that a value was not taken.
 */
const LOOK_WAITS_MS = [2_000, 8_000, 20_000, 30_000, 60_000] as const

/** The wait after that many looks; null after the last one. */
export function nextLookMs(looks: number): number | null {
  return LOOK_WAITS_MS[looks - 1] ?? null
}
