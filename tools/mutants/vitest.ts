/** The tests that a changed rule is tried on. No test file of these leaves a state behind, so one process serves them all. */
import { defineConfig } from 'vitest/config'

/** Random histories, whole damaged files, a hundred thousand records: seconds each, and nothing but them in the file. */
const SLOW = ['library/every-verb', 'library/history', 'storage/merge-histories', 'storage/rebuild', 'storage/put-many']

const TESTS =
  process.env['PROOFSHEET_MUTANTS_PART'] === 'domain'
    ? { include: ['src/main/engine/domain/**/*.test.ts'] }
    : {
        // Each over a real library.
        include: ['src/main/engine/{storage,library}/**/*.test.ts'],
        exclude: SLOW.map((file) => `src/main/engine/${file}.test.ts`)
      }

export default defineConfig({
  test: {
    ...TESTS,
    pool: 'threads',
    isolate: false,
    provide: { isDeep: false },
    testTimeout: 120_000,
    hookTimeout: 120_000
  }
})
