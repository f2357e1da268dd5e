import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { afterEach, expect, test, vi } from 'vitest'
import { createOrderlyClose } from './orderly-close.ts'

/** Test double that closes as Electron's window does: `close` can be prevented, `destroy` cannot. */
class FakeWindow extends EventEmitter {
  readonly log: string[]

  constructor(log: string[]) {
    super()
    this.log = log
  }

  close(): void {
    const event = { isPrevented: false, preventDefault: () => (event.isPrevented = true) }
    this.emit('close', event)
    if (!event.isPrevented) this.destroy()
  }

  destroy(): void {
    this.log.push('closed')
    this.emit('closed')
  }
}

afterEach(() => void vi.useRealTimers())

function setUp(limitMs = 60_000) {
  const log: string[] = []
  const closing = createOrderlyClose({ notifyPage: () => log.push('page notified'), limitMs })
  const open = (): FakeWindow => {
    const window = new FakeWindow(log)
    // Only these two members are used.
    closing.hold(window as unknown as BrowserWindow)
    return window
  }
  return { log, closing, open }
}

test('a window closes when its page is ready, and the page is notified once', () => {
  const { log, closing, open } = setUp()
  const window = open()
  window.close()
  window.close()
  expect(log).toEqual(['page notified'])
  closing.pageIsReady()
  expect(log).toEqual(['page notified', 'closed'])
  closing.pageIsReady()
  expect(log).toEqual(['page notified', 'closed'])
})

test('a page that reports ready without a pending close changes nothing', () => {
  const { log, closing, open } = setUp()
  const window = open()
  closing.pageIsReady()
  expect(log).toEqual([])
  window.close()
  expect(log).toEqual(['page notified'])
  closing.pageIsReady()
})

test('a page that does not respond is closed at the limit', () => {
  vi.useFakeTimers()
  const { log, open } = setUp(10)
  open().close()
  vi.advanceTimersByTime(9)
  expect(log).toEqual(['page notified'])
  vi.advanceTimersByTime(1)
  expect(log).toEqual(['page notified', 'closed'])
})

test('the limit of a closed window does not affect the next one', () => {
  vi.useFakeTimers()
  const { log, closing, open } = setUp(10)
  open().close()
  closing.pageIsReady()
  const next = open()
  next.close()
  expect(log).toEqual(['page notified', 'closed', 'page notified'])
  closing.pageIsReady()
  vi.advanceTimersByTime(30)
  expect(log).toEqual(['page notified', 'closed', 'page notified', 'closed'])
})
