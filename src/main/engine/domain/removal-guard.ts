/** How many records may leave the library by themselves when they seem gone from the service. Pure. */

/** Up to this many may go with a proof for each. */
const FEW = 20
const SHARE = 0.05
/** So few that half of them is no sign of a wrong account. */
const TINY = 2

export interface Missing {
  /** Records that seem gone. */
  readonly count: number
  /** Records of the group that were known before. */
  readonly of: number
}

/**
 * Whether the person must be asked: more than twenty and more than one in twenty, all of them, or half of more than a
 * few. An empty answer of another account, or of a service that lost its data, looks just like this.
 */
export function mustAsk({ count, of }: Missing): boolean {
  if (count === 0) return false
  const isMost = count >= of || (count > TINY && count * 2 >= of)
  return isMost || count > Math.max(FEW, of * SHARE)
}

/** Few enough to be shown one by one; more wait for a second complete pass. */
export const areFew = (count: number): boolean => count <= FEW
