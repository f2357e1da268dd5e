import { EventEmitter } from 'node:events'
import type { App } from 'electron'
import { expect, test } from 'vitest'
import { closeInOrder, wireLifecycle, type LifecycleParts } from './lifecycle.ts'

function createApp(platform: NodeJS.Platform, closing: LifecycleParts['closing']) {
  const log: string[] = []
  const exited = Promise.withResolvers<number>()
  const app = Object.assign(new EventEmitter(), {
    quit: () => log.push('quit'),
    exit: (code: number) => exited.resolve(code)
  })
  wireLifecycle({
    // Only these members of Electron's app are used.
    app: app as unknown as App,
    platform,
    closing,
    openWindow: () => log.push('open window'),
    focusWindow: () => log.push('focus window')
  })
  return { app, log, exited: exited.promise }
}

test('steps run in order, a failing one does not stop the next, and then the app exits', async () => {
  const steps: string[] = []
  const { app, exited } = createApp('linux', [
    async () => void steps.push('flush'),
    () => Promise.reject(new Error('disk')),
    () => void steps.push('close')
  ])
  const event = { isPrevented: false, preventDefault: () => (event.isPrevented = true) }
  app.emit('will-quit', event)
  app.emit('will-quit', event)
  expect(await exited).toBe(0)
  expect(event.isPrevented).toBe(true)
  expect(steps).toEqual(['flush', 'close'])
})

test('a step that throws synchronously does not stop the next', async () => {
  const steps: string[] = []
  const throwing = (): void => {
    throw new Error('bug')
  }
  await closeInOrder([throwing, () => void steps.push('close')], 1_000)
  expect(steps).toEqual(['close'])
})

test('a step that hangs ends at the limit', async () => {
  const steps: string[] = []
  await closeInOrder([() => Promise.withResolvers<void>().promise, () => void steps.push('close')], 20)
  expect(steps).toEqual([])
})

test('a quit that waited for the window continues when it is closed, on macOS too', () => {
  const mac = createApp('darwin', [])
  mac.app.emit('before-quit')
  expect(mac.log).toEqual([])
  mac.app.emit('window-all-closed')
  expect(mac.log).toEqual(['quit'])
})

test('closing the last window quits the app, except on macOS', () => {
  const linux = createApp('linux', [])
  linux.app.emit('window-all-closed')
  expect(linux.log).toEqual(['quit'])
  const mac = createApp('darwin', [])
  mac.app.emit('window-all-closed')
  mac.app.emit('activate')
  mac.app.emit('second-instance')
  expect(mac.log).toEqual(['open window', 'focus window'])
})
