/** Closing a window and quitting emit Electron's events in Electron's order. */
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createElectron } from './create-electron.ts'
import { readHostOptions } from './options.ts'

const FIXTURE = join(import.meta.dirname, 'fixture')
const left: number[] = []
beforeEach(() => void left.splice(0))

/** Creates an app whose windows have no page, and logs its events. */
function open() {
  const { electron, state } = createElectron({
    options: readHostOptions([FIXTURE], {}),
    page: new Promise(() => {}),
    leave: async (code) => void left.push(code)
  })
  state.app.becomeReady()
  const log: string[] = []
  const session = electron.session.fromPartition('window') as never
  const window = new electron.BrowserWindow({ show: false, webPreferences: { session } })
  for (const name of ['before-quit', 'will-quit', 'quit', 'window-all-closed']) state.app.on(name, () => log.push(name))
  window.on('closed', () => log.push('closed'))
  return { app: state.app, window, log }
}

/** Creates the same app with a window that prevents `close`. */
function openPreventing() {
  const opened = open()
  opened.window.on('close', (event) => {
    opened.log.push('close')
    event.preventDefault()
  })
  return opened
}

/** `quit` is deferred by one turn. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('keeps a window that prevents its close, and abandons the quit', async () => {
  const { app, window, log } = openPreventing()
  app.quit()
  await turn()
  expect(window.isDestroyed()).toBe(false)
  app.quit()
  await turn()
  expect(log).toEqual(['before-quit', 'close', 'before-quit', 'close'])
  expect(left).toEqual([])
})

it('destroys a window without asking, and reports the end of the last one', async () => {
  const { app, window, log } = openPreventing()
  app.quit()
  await turn()
  window.destroy()
  expect(log).toEqual(['before-quit', 'close', 'closed', 'window-all-closed'])
  app.quit()
  await turn()
  expect(log.slice(4)).toEqual(['before-quit', 'will-quit', 'quit'])
})

it('does not report the last window if the app is quitting', async () => {
  const { app, log } = open()
  app.quit()
  await turn()
  expect(log).toEqual(['before-quit', 'closed', 'will-quit', 'quit'])
})
