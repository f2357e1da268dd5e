/** The tests of changed rules. They leave no state, so one process runs them all. */
import { defineConfig } from 'vitest/config'

/** Test files that take seconds: random histories, damaged files, a hundred thousand records. */
const SLOW = ['library/every-verb', 'library/history', 'storage/merge-histories', 'storage/rebuild', 'storage/put-many']

const TESTS =
  process.env['PROOFSHEET_MUTANTS_PART'] === 'domain'
    ? { include: ['src/main/engine/domain/**/*.test.ts'] }
    : {
        // Each with a real library.
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
