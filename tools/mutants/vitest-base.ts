/** How tests run for the mutation test. No test file of these leaves a state behind, so one process serves them all. */
export const BASE = {
  pool: 'threads',
  isolate: false,
  provide: { isDeep: false },
  testTimeout: 120_000,
  hookTimeout: 120_000
} as const
