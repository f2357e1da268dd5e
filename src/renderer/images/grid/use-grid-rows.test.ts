import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startJump } from './use-grid-rows.ts'

const to = { first: 40, last: 44 }
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function jump(isKnown: boolean) {
  const read = Promise.withResolvers<void>()
  const mount = vi.fn<() => void>()
  const begun = startJump({ to, isKnown, read: () => read.promise, mount })
  return { read, mount, begun }
}

describe('the rows of a jump', () => {
  test('are mounted immediately if they are loaded', () => {
    expect(jump(true).mount).toHaveBeenCalledOnce()
  })

  test('are mounted once they are read, and only once', async () => {
    const { read, mount } = jump(false)
    expect(mount).not.toHaveBeenCalled()
    read.resolve()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(mount).toHaveBeenCalledOnce()
  })

  test('are mounted without their data if reading takes long', async () => {
    const { mount } = jump(false)
    await vi.advanceTimersByTimeAsync(100)
    expect(mount).toHaveBeenCalledOnce()
  })

  test('are not mounted after another jump replaced it', async () => {
    const { read, mount, begun } = jump(false)
    begun.end()
    read.resolve()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(mount).not.toHaveBeenCalled()
  })
})
