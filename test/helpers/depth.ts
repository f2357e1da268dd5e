/** The depth of a test run: a fixed part in `npm test`, everything in `npm run test:deep`. */
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly isDeep: boolean
  }
}

const isDeep = inject('isDeep')

/** Returns the first value in `npm run test:deep`, the second in `npm test`. */
export const inDepth = <T>(deep: T, fixed: T): T => (isDeep ? deep : fixed)

/** Collects tests in `npm run test:deep` only. */
export function deepOnly(collect: () => void): void {
  if (isDeep) collect()
}

/** `PROPERTY_SEED` replays the seed that a failed property printed. */
const givenSeed = process.env['PROPERTY_SEED']

/**
 * Settings of a fast-check property: this many runs with a new seed in `npm run test:deep`, with a constant one in `npm
 * test`. A failure prints its seed.
 */
export function propertyRuns(deep: number, fixed: number): { numRuns: number; seed?: number } {
  const numRuns = inDepth(deep, fixed)
  if (givenSeed !== undefined) return { numRuns, seed: Number(givenSeed) }
  return isDeep ? { numRuns } : { numRuns, seed: 1 }
}
