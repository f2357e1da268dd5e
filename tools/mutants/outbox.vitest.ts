import { defineConfig } from 'vitest/config'
import { BASE } from './vitest-base.ts'

/** Random histories, whole damaged files, a hundred thousand records: seconds each, and nothing but them in the file. */
const SLOW = ['library/every-verb', 'library/history', 'storage/merge-histories', 'storage/rebuild', 'storage/put-many']

/** The tests that a changed rule of the outbox is tried on, each over a real library. */
export default defineConfig({
  test: {
    ...BASE,
    include: ['src/main/engine/{storage,library}/**/*.test.ts'],
    exclude: SLOW.map((file) => `src/main/engine/${file}.test.ts`)
  }
})
