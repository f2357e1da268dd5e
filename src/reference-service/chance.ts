/** Deterministic random numbers that depend only on seed and index, so that any record can be generated separately. */

/** Returns a number in [0, 1) for a seed, a record and a purpose, which makes the choices of one record independent. */
export function chanceAt(seed: number, index: number, purpose: number): number {
  let h = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b) ^ Math.imul(purpose + 1, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad)
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97)
  return ((h ^ (h >>> 15)) >>> 0) / 0x1_0000_0000
}

/** Picks an item of a non-empty list by a number in [0, 1). */
export function pickAt<T>(list: readonly [T, ...T[]] | readonly T[], chance: number): T {
  const picked = list[Math.floor(chance * list.length)]
  if (picked === undefined) throw new Error('Cannot pick from an empty list')
  return picked
}

/** Picks an index with a probability proportional to its weight. */
export function weightedAt(weights: readonly number[], chance: number): number {
  let left = chance * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, weight] of weights.entries()) {
    left -= weight
    if (left < 0) return index
  }
  return weights.length - 1
}
