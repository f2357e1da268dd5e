/** A window's end has the order of Electron's events: who is asked, who is only told, and what becomes of a quit. */
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createElectron } from './create-electron.ts'
import { LoadedFiles } from './loaded-files.ts'
import { readHostOptions } from './options.ts'

const FIXTURE = join(import.meta.dirname, 'fixture')
const left: number[] = []
beforeEach(() => void left.splice(0))

/** An app whose windows have no page, and whose events are written down. */
function open() {
  const { electron, state } = createElectron({
    options: readHostOptions([FIXTURE], {}),
    pages: new Promise(() => {}),
    loaded: new LoadedFiles(FIXTURE, null),
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

/** The same, whose window prevents that it is closed. */
function openUnwilling() {
  const opened = open()
  opened.window.on('close', (event) => {
    opened.log.push('close')
    event.preventDefault()
  })
  return opened
}

/** A quit begins after those who asked for it have gone on. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('a close that is prevented leaves the window, and gives up the quit that asked for it', async () => {
  const { app, window, log } = openUnwilling()
  app.quit()
  await turn()
  expect(window.isDestroyed()).toBe(false)
  app.quit()
  await turn()
  expect(log).toEqual(['before-quit', 'close', 'before-quit', 'close'])
  expect(left).toEqual([])
})

it('destroy asks nobody, and the last window is told of as always', async () => {
  const { app, window, log } = openUnwilling()
  app.quit()
  await turn()
  window.destroy()
  expect(log).toEqual(['before-quit', 'close', 'closed', 'window-all-closed'])
  app.quit()
  await turn()
  expect(log.slice(4)).toEqual(['before-quit', 'will-quit', 'quit'])
})

it('a quit that nobody prevents tells of no last window', async () => {
  const { app, log } = open()
  app.quit()
  await turn()
  expect(log).toEqual(['before-quit', 'closed', 'will-quit', 'quit'])
})
