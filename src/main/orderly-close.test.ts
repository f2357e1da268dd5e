import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { afterEach, expect, test, vi } from 'vitest'
import { createOrderlyClose } from './orderly-close.ts'

/** A window that is asked to close as Electron asks: `close` first, `destroy` without a question. */
class PlayWindow extends EventEmitter {
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

function play(limitMs = 60_000) {
  const log: string[] = []
  const closing = createOrderlyClose({ tellPage: () => log.push('told'), limitMs })
  const open = (): PlayWindow => {
    const window = new PlayWindow(log)
    // Only these two members are used.
    closing.hold(window as unknown as BrowserWindow)
    return window
  }
  return { log, closing, open }
}

test('a window closes when its page has answered, and the page is told once', () => {
  const { log, closing, open } = play()
  const window = open()
  window.close()
  window.close()
  expect(log).toEqual(['told'])
  closing.pageIsReady()
  expect(log).toEqual(['told', 'closed'])
  closing.pageIsReady()
  expect(log).toEqual(['told', 'closed'])
})

test('a page that says so unasked closes nothing', () => {
  const { log, closing, open } = play()
  const window = open()
  closing.pageIsReady()
  expect(log).toEqual([])
  window.close()
  expect(log).toEqual(['told'])
  closing.pageIsReady()
})

test('a page that does not answer is closed all the same', () => {
  vi.useFakeTimers()
  const { log, open } = play(10)
  open().close()
  vi.advanceTimersByTime(9)
  expect(log).toEqual(['told'])
  vi.advanceTimersByTime(1)
  expect(log).toEqual(['told', 'closed'])
})

test('the limit of a window that has gone does not reach the next one', () => {
  vi.useFakeTimers()
  const { log, closing, open } = play(10)
  open().close()
  closing.pageIsReady()
  const next = open()
  next.close()
  expect(log).toEqual(['told', 'closed', 'told'])
  closing.pageIsReady()
  vi.advanceTimersByTime(30)
  expect(log).toEqual(['told', 'closed', 'told', 'closed'])
})
