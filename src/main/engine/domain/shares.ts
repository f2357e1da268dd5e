/** Whose turn is next on a host: the person's hand, batches, pull, scrub. Pure. */

/** From the most to the least awaited. */
export const LANES = ['hand', 'batch', 'pull', 'scrub'] as const
export type Lane = (typeof LANES)[number]

/** Where a request waits: in a lane, or among the creates, which have slots of their own beside the window. */
export type Queue = Lane | 'create'

/** Creates that may be on their way to a host at once: each may take minutes. */
export const CREATE_SLOTS = 2

/** Pull keeps every tenth turn beside a batch, so that new pictures appear during a three-hour drain. */
export const PULL_SHARE = 10

export interface Turns {
  /** A first pass is under way: batches and pull take turns one to one, because the person sees nothing yet. */
  readonly isFirstPassOpen: boolean
  /** Turns of batches since the last turn of pull. */
  readonly sincePull: number
}

/** null when nothing waits. */
export function chooseLane(isWaiting: (lane: Lane) => boolean, { isFirstPassOpen, sincePull }: Turns): Lane | null {
  const batchTurns = isFirstPassOpen ? 1 : PULL_SHARE - 1
  const isTurnOfPull = sincePull >= batchTurns && isWaiting('batch') && isWaiting('pull') && !isWaiting('hand')
  return isTurnOfPull ? 'pull' : (LANES.find(isWaiting) ?? null)
}
