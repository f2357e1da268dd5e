import { EventEmitter } from 'node:events'
import type { App } from 'electron'
import { expect, test } from 'vitest'
import { closeInOrder, wireLifecycle, type LifecycleParts } from './lifecycle.ts'

function playApp(platform: NodeJS.Platform, closing: LifecycleParts['closing']) {
  const log: string[] = []
  const left = Promise.withResolvers<number>()
  const app = Object.assign(new EventEmitter(), {
    quit: () => log.push('quit'),
    exit: (code: number) => left.resolve(code)
  })
  wireLifecycle({
    // Only these members of Electron's app are used.
    app: app as unknown as App,
    platform,
    closing,
    openWindow: () => log.push('open window'),
    focusWindow: () => log.push('focus window')
  })
  return { app, log, left: left.promise }
}

test('steps run in order, a failing one does not stop the next, and then the app is left', async () => {
  const ran: string[] = []
  const { app, left } = playApp('linux', [
    async () => void ran.push('flush'),
    () => Promise.reject(new Error('disk')),
    () => void ran.push('close')
  ])
  const event = { isPrevented: false, preventDefault: () => (event.isPrevented = true) }
  app.emit('will-quit', event)
  app.emit('will-quit', event)
  expect(await left).toBe(0)
  expect(event.isPrevented).toBe(true)
  expect(ran).toEqual(['flush', 'close'])
})

test('a step that throws at once does not stop the next either', async () => {
  const ran: string[] = []
  const thrower = (): void => {
    throw new Error('bug')
  }
  await closeInOrder([thrower, () => void ran.push('close')], 1_000)
  expect(ran).toEqual(['close'])
})

test('a step that hangs is not waited for', async () => {
  const ran: string[] = []
  await closeInOrder([() => Promise.withResolvers<void>().promise, () => void ran.push('close')], 20)
  expect(ran).toEqual([])
})

test('a quit that waited for the window goes on when it is closed, on macOS too', () => {
  const mac = playApp('darwin', [])
  mac.app.emit('before-quit')
  expect(mac.log).toEqual([])
  mac.app.emit('window-all-closed')
  expect(mac.log).toEqual(['quit'])
})

test('the last window closed ends the app, but on macOS', () => {
  const linux = playApp('linux', [])
  linux.app.emit('window-all-closed')
  expect(linux.log).toEqual(['quit'])
  const mac = playApp('darwin', [])
  mac.app.emit('window-all-closed')
  mac.app.emit('activate')
  mac.app.emit('second-instance')
  expect(mac.log).toEqual(['open window', 'focus window'])
})
