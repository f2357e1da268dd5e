import { defineConfig } from 'vitest/config'
import { BASE } from './vitest-base.ts'

/** The tests that a changed pure rule is tried on. */
export default defineConfig({ test: { ...BASE, include: ['src/main/engine/domain/**/*.test.ts'] } })
