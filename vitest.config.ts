import { defineConfig } from 'vitest/config'

/**
 * `vitest run` is what a change can break; `vitest run --mode deep` plays the files below in full: every case of a table,
 * many seeds, long kills. A test asks test/helpers/depth.ts how far it goes; docs/tests.md says what went where.
 */
const DEEP_FILES: string[] = [
  'src/main/engine/library/every-verb.test.ts',
  'src/main/engine/library/history.test.ts',
  'src/main/engine/storage/merge-histories.test.ts',
  'src/main/engine/storage/rebuild.test.ts',
  'test/faults/large-library.test.ts',
  'test/faults/round-memory.test.ts',
  'test/faults/statement.test.ts',
  'test/faults/sync-histories.test.ts',
  'test/faults/kills/kill.test.ts'
]

export default defineConfig(({ mode }) => {
  const isDeep = mode === 'deep'
  const shared = {
    exclude: ['**/node_modules/**', 'out/**'],
    provide: { isDeep },
    // Threads cannot load the native modules twice in every order; processes can.
    pool: 'forks' as const,
    // Where the host can run it is what the tests are in, whatever else a start has fetched; see npm run smoke.
    env: { E2E_SHELL: process.env['E2E_SHELL'] ?? (process.platform === 'linux' ? 'host' : '') },
    // For a test that hangs. How long one may take is the business of bench/: a busy machine is ten times as slow.
    testTimeout: isDeep ? 3_600_000 : 300_000,
    hookTimeout: 300_000
  }
  return {
    test: {
      // One more than small machines have cores: end-to-end tests wait for most of their time.
      maxWorkers: 3,
      projects: isDeep
        ? [{ test: { ...shared, name: 'deep', include: DEEP_FILES } }]
        : [
            // Parts and rules share a process: starting one takes longer than most of these files.
            { test: { ...shared, name: 'parts', include: ['src/**/*.test.{ts,tsx}'], isolate: false } },
            { test: { ...shared, name: 'whole', include: ['{drivers,tools,test,bench}/**/*.test.ts'] } }
          ]
    }
  }
})
