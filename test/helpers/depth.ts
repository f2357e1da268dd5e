/** How far a test goes: a fixed part in `npm test`, everything in `npm run test:deep`. */
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly isDeep: boolean
  }
}

export const isDeep = inject('isDeep')

/** The first in `npm run test:deep`, the second in `npm test`. */
export const inDepth = <T>(deep: T, fixed: T): T => (isDeep ? deep : fixed)
