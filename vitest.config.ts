import { defineConfig } from 'vitest/config'

/** Unit tests beside the source; the longer kinds have folders of their own under test/. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'out/**'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Threads cannot load the native modules twice in every order; processes can.
    pool: 'forks'
  }
})
