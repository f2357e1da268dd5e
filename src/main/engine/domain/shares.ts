/** Decides which lane may send the next request to a host: interactive, batch, pull or reconciliation. Pure. */

/** From the highest to the lowest priority. */
export const LANES = ['interactive', 'batch', 'pull', 'reconcile'] as const
export type Lane = (typeof LANES)[number]

/** The queue of a request: a lane, or the creates, which have slots of their own beside the window. */
export type Queue = Lane | 'create'

/** Creates that may be in flight to a host at once: each may take minutes. */
export const CREATE_SLOTS = 2

/** Pull keeps every tenth turn beside a batch, so that new images appear while a batch runs for hours. */
const PULL_SHARE = 10

export interface LaneDemand {
  /** True during the first pass: batches and pull alternate, because the user sees nothing yet. */
  readonly isFirstPassOpen: boolean
  /** Turns of batches since the last turn of pull. */
  readonly sincePull: number
}

/** Returns the lane of the next request; `null` if no request is pending. */
export function chooseLane(
  isWaiting: (lane: Lane) => boolean,
  { isFirstPassOpen, sincePull }: LaneDemand
): Lane | null {
  const batchTurns = isFirstPassOpen ? 1 : PULL_SHARE - 1
  const isTurnOfPull = sincePull >= batchTurns && isWaiting('batch') && isWaiting('pull') && !isWaiting('interactive')
  return isTurnOfPull ? 'pull' : (LANES.find(isWaiting) ?? null)
}
