import { defineConfig } from 'vitest/config'

const shared = {
  exclude: ['**/node_modules/**', 'out/**'],
  // Threads cannot load the native modules twice in every order; processes can.
  pool: 'forks' as const
}

/**
 * Two projects, run one after the other by tools/test/run.ts: `unit` beside the source, many at a time; `whole` opens
 * programs (browsers, keyrings, killed processes), one file at a time, so that they do not starve each other.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tools/lint/**/*.test.ts', 'test/conformance/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000
        }
      },
      {
        test: {
          ...shared,
          name: 'whole',
          include: ['test/{e2e,faults,helpers}/**/*.test.ts', 'tools/chromium-host/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000
        }
      }
    ]
  }
})
