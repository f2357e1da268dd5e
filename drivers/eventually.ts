import { expect } from 'vitest'

/** A machine that runs tests is busy; only what never comes takes this long. */
const GIVE_UP_MS = 120_000

/**
 * Polls until the expectation holds. For what is reached once and stays: output, files, ended processes, requests that
 * arrived. What a window shows can have been so before; end-to-end tests wait for that with `soon`.
 */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: GIVE_UP_MS, interval: 50 })
