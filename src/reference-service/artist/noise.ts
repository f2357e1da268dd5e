/** Smooth randomness over a plane, and the small arithmetic that goes with it. */

export const TAU = Math.PI * 2

export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value))

/** 0 below `from`, 1 above `to`, an S-curve between. */
export function smooth(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

/** 0 to below 1, the same for the same whole numbers. */
export function hash(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed + 11, 2246822519)) | 0
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  h = Math.imul(h ^ (h >>> 15), 2246822519)
  return ((h ^ (h >>> 16)) >>> 0) / 0x1_0000_0000
}

const eased = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)

/** One layer of value noise, 0 to 1. */
export function noise(x: number, y: number, seed: number): number {
  const i = Math.floor(x)
  const j = Math.floor(y)
  const u = eased(x - i)
  const v = eased(y - j)
  const a = hash(i, j, seed)
  const b = hash(i + 1, j, seed)
  const c = hash(i, j + 1, seed)
  const d = hash(i + 1, j + 1, seed)
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v
}

export interface Fractal {
  readonly seed: number
  /** Layers, each twice as fine as the one before. */
  readonly octaves?: number
  /** Strength of a layer against the one before. */
  readonly gain?: number
}

/** Layers of noise added up, 0 to 1: clouds, ridges, paper, marble. */
export function fractal(x: number, y: number, { seed, octaves = 5, gain = 0.5 }: Fractal): number {
  let sum = 0
  let weight = 0
  let strength = 0.5
  for (let octave = 0; octave < octaves; octave++) {
    sum += strength * noise(x, y, seed + octave * 17)
    weight += strength
    strength *= gain
    x = x * 2.03 + 7.1
    y = y * 2.03 + 3.7
  }
  return sum / weight
}
