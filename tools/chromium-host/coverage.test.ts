/** The host has every member of Electron that the app uses, and has what it says it has. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createElectron } from './create-electron.ts'
import { cutDeclarations, type Kept } from './cut-declarations.ts'
import { SUPPORTED_EVENTS } from './electron/supported-events.ts'
import { SUPPORTED, type SupportedName } from './electron/supported.ts'
import { LoadedFiles } from './loaded-files.ts'
import { readHostOptions } from './options.ts'

const ROOT = join(import.meta.dirname, '../..')
const FIXTURE = join(import.meta.dirname, 'fixture')
const CACHE = join(ROOT, 'node_modules/.cache')

const { electron, state } = createElectron({
  options: readHostOptions([FIXTURE], {}),
  // No window's page ever comes: only objects are looked at.
  pages: new Promise(() => {}),
  loaded: new LoadedFiles(FIXTURE, null),
  leave: async () => {}
})
state.app.becomeReady()
const window = new electron.BrowserWindow({ show: false })
const options = { url: 'http://127.0.0.1/', credentials: 'omit', cache: 'no-store' } as const

/** The compiler's codes for a name, a member or an overload that is not there. */
const UNKNOWN_NAME = /error TS(2305|2339|2345|2551|2576|2724|2769)/

/** One object of each class. */
const INSTANCES: Partial<Record<SupportedName, object>> = {
  App: electron.app,
  CommandLine: electron.app.commandLine,
  BrowserWindow: window,
  WebContents: window.webContents,
  WebFrameMain: window.webContents.mainFrame,
  Session: electron.session.defaultSession,
  Protocol: electron.protocol,
  WebRequest: electron.session.defaultSession.webRequest,
  IpcMain: electron.ipcMain,
  Net: electron.net,
  ClientRequest: electron.net.request(options),
  NativeTheme: electron.nativeTheme,
  Menu: new electron.Menu(),
  Screen: electron.screen,
  Shell: electron.shell,
  Dialog: electron.dialog,
  Clipboard: electron.clipboard,
  Notification: new electron.Notification(),
  PowerMonitor: electron.powerMonitor,
  PowerSaveBlocker: electron.powerSaveBlocker
}

const namesOf = (object: object): string[] => Object.getOwnPropertyNames(object)
const KEPT: Kept = {
  members: { ...SUPPORTED, BaseWindow: SUPPORTED.BrowserWindow },
  events: { ...SUPPORTED_EVENTS, BaseWindow: SUPPORTED_EVENTS.BrowserWindow ?? [] },
  statics: {
    BrowserWindow: namesOf(electron.BrowserWindow),
    Menu: namesOf(electron.Menu),
    Notification: namesOf(electron.Notification),
    Session: namesOf(electron.session),
    UtilityProcess: namesOf(electron.utilityProcess),
    WebContents: namesOf(electron.webContents)
  },
  // What a preload imports is in page/isolated-world.js.
  exports: [...namesOf(electron), 'contextBridge', 'ipcRenderer']
}

mkdirSync(CACHE, { recursive: true })
const folder = mkdtempSync(join(CACHE, 'electron-cut-'))
const declarations = readFileSync(join(ROOT, 'node_modules/electron/electron.d.ts'), 'utf8')
writeFileSync(join(folder, 'electron.d.ts'), cutDeclarations(declarations, KEPT))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Uses a property, an event, a method and a module that the host lacks. */
const PROBE = `import { app, BrowserWindow, Tray } from 'electron'
app.dock?.hide()
app.on('accessibility-support-changed', () => {})
BrowserWindow.getAllWindows()[0]?.setKiosk(true)
export const tray = Tray
`

/** Compiles main, preload and the probe against the cut declarations; the compiler's complaints. */
function compileAll(): readonly string[] {
  writeFileSync(join(folder, 'probe.ts'), PROBE)
  const cut = join(folder, 'electron.d.ts')
  const config = {
    extends: join(ROOT, 'tsconfig.node.json'),
    // Electron's own declarations must not be read besides the cut ones: interfaces would merge.
    compilerOptions: { paths: { electron: [cut] } },
    include: [folder, join(ROOT, 'src/main'), join(ROOT, 'src/preload')],
    exclude: [join(ROOT, 'src/**/*.test.ts')]
  }
  const project = join(folder, 'tsconfig.json')
  writeFileSync(project, JSON.stringify(config))
  // Several threads take half as much work again, and the other tests have the processors.
  const args = ['-p', project, '--singleThreaded']
  return spawnSync(join(ROOT, 'node_modules/.bin/tsc'), args, { encoding: 'utf8' }).stdout.split('\n')
}

describe('coverage', () => {
  it.each(Object.entries(INSTANCES))('has every member it lists of %s', (name, instance) => {
    const missing = SUPPORTED[name as SupportedName].filter((member) => !(member in instance))
    expect(missing).toEqual([])
  })

  // The compiler takes seconds, and more on a busy machine; one run serves both.
  it('has every member that main and preload use', { timeout: 120_000 }, () => {
    const complaints = compileAll()
    const ofProbe = complaints.filter((line) => line.includes('probe.ts')).join('\n')
    for (const word of ["'Tray'", "'dock'", 'probe.ts(3,', "'setKiosk'"]) expect(ofProbe).toContain(word)
    const missing = complaints.filter((line) => !line.includes('probe.ts') && UNKNOWN_NAME.test(line))
    expect(missing).toEqual([])
  })
})
