import { expect } from 'vitest'

/** Long, because computers that run tests are busy. */
const LIMIT_MS = 120_000

/**
 * Polls until the expectation is met. For states that do not change afterwards: output, files, ended processes, arrived
 * requests. A window may show an older state, for which end-to-end tests use `soon`.
 */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: LIMIT_MS, interval: 50 })
