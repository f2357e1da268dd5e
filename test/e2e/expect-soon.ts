/** Polling for end-to-end tests. */
import { expect } from 'vitest'
import { openStages, PATIENCE_MS } from '../../drivers/stage.ts'

/**
 * Polls until the expectation holds, but not before every open window has processed its input. Otherwise a state from
 * before the last key press would pass immediately.
 */
export function expectSoon<T>(read: () => T | Promise<T>) {
  const state = { isAnswered: false }
  const readAnswered = async (): Promise<T> => {
    if (!state.isAnswered) for (const stage of openStages) await stage.answered()
    state.isAnswered = true
    return read()
  }
  return expect.poll(readAnswered, { timeout: PATIENCE_MS, interval: 100 })
}
