import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findHeadlessBrowser } from './tools/setup/browser.mjs'

/** Only `vitest run --mode deep` plays these: each starts commands of developers or what other tests prove in part. */
const DEEP_ONLY: string[] = [
  'test/e2e/diagnosis.test.ts',
  'test/e2e/users/has-an-account.test.ts',
  'test/e2e/users/has-no-keyring.test.ts',
  'test/e2e/users/only-looks.test.ts',
  'test/e2e/reported.test.ts',
  'test/e2e/sample.test.ts',
  'test/e2e/screens.test.ts',
  'test/e2e/window.test.ts',
  'test/faults/histories/invariants.test.ts',
  'tools/chromium-host/coverage.test.ts',
  'tools/chromium-host/host-ending.test.ts',
  'tools/conformance/real-service.test.ts',
  'tools/dev/dev.test.ts',
  'tools/package/packed-program.test.ts',
  'tools/smoke/smoke.test.ts',
  'tools/start/start-options.test.ts'
]

/**
 * `vitest run` is what a change can break; `vitest run --mode deep` plays the files below in full: every case of a table,
 * many seeds, long kills; and every end-to-end test. A test asks test/helpers/depth.ts how far it goes; docs/tests.md says what went where.
 */
const DEEP_FILES: string[] = [
  ...DEEP_ONLY,
  'bench/governor/governor-proof.test.ts',
  'src/main/engine/library/every-verb.test.ts',
  'src/main/engine/library/history.test.ts',
  'src/main/engine/storage/merge-histories.test.ts',
  'src/main/engine/storage/put-many.test.ts',
  'src/main/engine/storage/rebuild.test.ts',
  'src/main/engine/sync/background.test.ts',
  'src/main/engine/sync/no-paging.test.ts',
  'src/main/engine/sync/reported.test.ts',
  'src/main/engine/sync/sync-loop.test.ts',
  'src/main/engine/sync/first-update-check.test.ts',
  'test/faults/kills/kill.test.ts',
  'test/faults/large-library.test.ts',
  'test/faults/round-memory.test.ts',
  'test/faults/statement.test.ts',
  'test/faults/sync-histories.test.ts',
  'test/e2e/activity.test.ts',
  'test/e2e/connect.test.ts',
  'test/e2e/connection-states.test.ts',
  'test/e2e/create.test.ts',
  'test/e2e/delete.test.ts',
  'test/e2e/full-view.test.ts',
  'test/e2e/inspector.test.ts',
  'test/e2e/keyboard.test.ts',
  'test/e2e/library-failure.test.ts',
  'test/e2e/library.test.ts',
  'test/e2e/security.test.ts',
  'test/e2e/select-and-star.test.ts',
  'test/e2e/failures.test.ts',
  'test/e2e/undo.test.ts',
  'tools/package/cli.test.ts',
  'tools/package/linux-packages.test.ts',
  'tools/start/start.test.ts'
]

const E2E = 'test/e2e/**/*.test.ts'
const TELL_SCENE = 'test/e2e/tell-scene.ts'

const ENV = {
  // Where the host can run it is what the tests are in, whatever else a start has fetched; see npm run smoke.
  E2E_SHELL: process.env['E2E_SHELL'] ?? (process.platform === 'linux' ? 'host' : ''),
  // Threads and processes that tests start load compiled code from here: half of their start is stripping types.
  NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node-code')
}

export default defineConfig(({ mode }) => {
  const isDeep = mode === 'deep'
  const shared = {
    exclude: ['**/node_modules/**', 'out/**', ...(isDeep ? [] : DEEP_ONLY)],
    provide: { isDeep },
    // Threads cannot load the native modules twice in every order; processes can.
    pool: 'forks' as const,
    env: ENV,
    // For a test that hangs. How long one may take is the business of bench/: a busy machine is ten times as slow.
    testTimeout: isDeep ? 3_600_000 : 300_000,
    hookTimeout: 300_000
  }
  return {
    test: {
      // One more than small machines have cores: end-to-end tests wait for most of their time.
      maxWorkers: 3,
      projects: isDeep
        ? [{ test: { ...shared, name: 'deep', include: [...DEEP_FILES, E2E], setupFiles: [TELL_SCENE] } }]
        : [
            // Files share a process where they can: starting one takes longer than most of them.
            { test: { ...shared, name: 'parts', include: ['src/!(renderer|copy)/**/*.test.ts'], isolate: false } },
            {
              test: {
                ...shared,
                name: 'stores',
                include: ['src/{renderer,copy}/**/*.test.ts'],
                setupFiles: ['test/helpers/fresh-modules.ts'],
                isolate: false
              }
            },
            components(shared),
            {
              test: {
                ...shared,
                name: 'tools',
                isolate: false,
                include: ['{drivers,tools,test,bench}/**/*.test.ts'],
                exclude: [...shared.exclude, E2E]
              }
            },
            {
              test: { ...shared, name: 'whole', include: [E2E], isolate: false, setupFiles: [TELL_SCENE] }
            }
          ]
    }
  }
})

/** Tests of components, in one page of a real Chromium, one file after the other. */
function components(shared: object) {
  const browser = findHeadlessBrowser()
  const provider = playwright({
    launchOptions: {
      ...(browser !== null && { executablePath: browser }),
      args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
    },
    contextOptions: { reducedMotion: 'reduce' }
  })
  return {
    // Vite passes over imports that it cannot follow only within a node_modules.
    cacheDir: '.dev/components/node_modules',
    // All of the window's packages, found before the page asks: a later find would load the page again.
    optimizeDeps: { entries: ['src/renderer/main.tsx'], include: ['react/jsx-runtime'] },
    // React as it ships: the one for development draws three times as long.
    oxc: { jsx: { runtime: 'automatic' as const, development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    test: {
      ...shared,
      name: 'components',
      include: ['src/**/*.test.tsx'],
      setupFiles: ['test/helpers/component-setup.ts'],
      isolate: false,
      fileParallelism: false,
      // One browser, by itself: its files would wait for a core beside the others.
      sequence: { groupOrder: 1 },
      expect: { poll: { interval: 10 } },
      testTimeout: 60_000,
      hookTimeout: 60_000,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        // It would read the whole page at each step.
        traceView: 'off' as const,
        viewport: { width: 1280, height: 800 },
        provider,
        instances: [{ browser: 'chromium' as const }]
      }
    }
  }
}
