/** Repeatable chance: numbers that depend on a seed and a place only, so that any record can be made on its own. */

/** A well mixed number, 0 to below 1, of a seed, a record and a purpose (so that picks of one record are independent). */
export function chanceAt(seed: number, index: number, purpose: number): number {
  let h = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b) ^ Math.imul(purpose + 1, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad)
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97)
  return ((h ^ (h >>> 15)) >>> 0) / 0x1_0000_0000
}

/** One of a list that is not empty, by a chance of 0 to below 1. */
export function pickAt<T>(list: readonly [T, ...T[]] | readonly T[], chance: number): T {
  const picked = list[Math.floor(chance * list.length)]
  if (picked === undefined) throw new Error('nothing to pick from an empty list')
  return picked
}

/** Index into weights, each index as likely as its weight. */
export function weightedAt(weights: readonly number[], chance: number): number {
  let left = chance * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, weight] of weights.entries()) {
    left -= weight
    if (left < 0) return index
  }
  return weights.length - 1
}
