import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

const shared = {
  exclude: ['**/node_modules/**', 'out/**'],
  // Threads cannot load the native modules twice in every order; processes can.
  pool: 'forks' as const,
  // A state that is waited for may take long where all cores are busy; one second, as is usual, is too short for that.
  expect: { poll: { timeout: 15_000, interval: 20 } }
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
          // By itself it would keep one core of two for its own process, which has little to do.
          maxWorkers: Math.max(1, availableParallelism()),
          include: [
            'src/**/*.test.{ts,tsx}',
            'tools/{words,lint,conformance,kills,histories,mutants,newcomer,journey,dev,smoke,icon,package,setup,start}/**/*.test.ts',
            'test/conformance/**/*.test.ts',
            'bench/**/*.test.ts'
          ],
          // For a test that hangs. How long one may take is the business of bench/: a busy machine is five times as slow.
          testTimeout: 120_000,
          hookTimeout: 120_000
        }
      },
      {
        test: {
          ...shared,
          name: 'whole',
          // Where the host can run it is what the tests are in, whatever else a start has fetched; see npm run smoke.
          env: { E2E_SHELL: process.env['E2E_SHELL'] ?? (process.platform === 'linux' ? 'host' : '') },
          include: ['test/{e2e,faults,helpers,packaging,tools}/**/*.test.ts', 'tools/chromium-host/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000
        }
      }
    ]
  }
})
