/**
 * Compiles the app against the members of the host's objects: the host must have every member of Electron that it uses.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createElectron } from './create-electron.ts'
import { readHostOptions } from './options.ts'

const TYPE_START = /^ {2}(?:class|interface) (\w+)/
const TYPE_END = /^ {2}\}/
const MEMBER_START = /^ {4}[^ */}]/
const LISTENING = new Set(['on', 'off', 'once', 'addListener', 'removeListener'])

const ROOT = join(import.meta.dirname, '../..')
const FIXTURE = join(import.meta.dirname, 'fixture')
const CACHE = join(ROOT, 'node_modules/.cache')

const { electron, state } = createElectron({
  options: readHostOptions([FIXTURE], {}),
  // No page ever opens, because only the objects are read.
  page: new Promise(() => {}),
  leave: async () => {}
})
state.app.becomeReady()
const session = electron.session.fromPartition('window')
const window = new electron.BrowserWindow({ show: false, webPreferences: { session: session as never } })

/** The compiler's codes for a missing name, member or overload. */
const UNKNOWN_NAME = /error TS(2305|2339|2345|2551|2576|2724|2769)/

/** One object of each class. */
const INSTANCES: Readonly<Record<string, object>> = {
  App: electron.app,
  BrowserWindow: window,
  BaseWindow: window,
  WebContents: window.webContents,
  WebFrameMain: window.webContents.mainFrame,
  Session: session,
  Protocol: electron.protocol,
  WebRequest: session.webRequest,
  IpcMain: electron.ipcMain,
  Net: electron.net,
  ClientRequest: electron.net.request({ session: session as never }),
  NativeTheme: electron.nativeTheme,
  Screen: electron.screen,
  Shell: electron.shell,
  Dialog: electron.dialog,
  PowerMonitor: electron.powerMonitor
}

/** Includes inherited members. */
function membersOf(object: object): string[] {
  const inherited: unknown = Object.getPrototypeOf(object)
  const own = Object.getOwnPropertyNames(object)
  return typeof inherited === 'object' && inherited !== null ? [...own, ...membersOf(inherited)] : own
}

/** Events that the host emits, and those that never occur in it. */
const EVENTS = [
  ...globSync('{create-electron,electron/*}.ts', { cwd: import.meta.dirname }).flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    return [...source.matchAll(/(?:emit|#isPrevented)\('([a-z-]+)'/g)].map(([, name = '']) => name)
  }),
  'activate',
  'child-process-gone',
  'ipc-message',
  'resume',
  'will-attach-webview',
  'will-download',
  'will-redirect'
]
const namesOf = (object: object): string[] => Object.getOwnPropertyNames(object)
const names = Object.keys(INSTANCES)
const KEPT: Kept = {
  members: Object.fromEntries(Object.entries(INSTANCES).map(([name, object]) => [name, membersOf(object)])),
  events: Object.fromEntries(names.map((name) => [name, EVENTS])),
  statics: { Menu: namesOf(electron.Menu), Session: namesOf(electron.session) },
  // page/isolated-world.js has the imports of a preload.
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
new BrowserWindow().setKiosk(true)
export const tray = Tray
`

/** Compiles main, preload and the probe against the reduced declarations; returns the compiler's errors. */
function compileAll(): readonly string[] {
  writeFileSync(join(folder, 'probe.ts'), PROBE)
  const cut = join(folder, 'electron.d.ts')
  const config = {
    extends: join(ROOT, 'tsconfig.node.json'),
    // Interfaces would merge if Electron's full declarations were also read.
    compilerOptions: { paths: { electron: [cut] } },
    include: [folder, join(ROOT, 'src/main'), join(ROOT, 'src/preload')],
    exclude: [join(ROOT, 'src/**/*.test.ts')]
  }
  const project = join(folder, 'tsconfig.json')
  writeFileSync(project, JSON.stringify(config))
  // Several threads need half as much CPU time again, which the other tests need.
  const args = ['-p', project, '--singleThreaded']
  return spawnSync(join(ROOT, 'node_modules/.bin/tsc'), args, { encoding: 'utf8' }).stdout.split('\n')
}

// The compiler takes seconds, and more on a busy machine.
it('has every member that main and preload use', { timeout: 120_000 }, () => {
  const errors = compileAll()
  const ofProbe = errors.filter((line) => line.includes('probe.ts')).join('\n')
  for (const word of ["'Tray'", "'dock'", 'probe.ts(3,', "'setKiosk'"]) expect(ofProbe).toContain(word)
  const missing = errors.filter((line) => !line.includes('probe.ts') && UNKNOWN_NAME.test(line))
  expect(missing).toEqual([])
})

// Reduces Electron's declarations to the members of the host. Compiling the app against the result reports each missing
// member that it uses. Works by line, because the declarations are generated with two spaces per level.

interface Kept {
  /** Kept instance members of each class or interface; those not listed keep all. */
  readonly members: Readonly<Record<string, readonly string[]>>
  readonly events: Readonly<Record<string, readonly string[]>>
  /** Kept static members of each class. */
  readonly statics: Readonly<Record<string, readonly string[]>>
  /** Names that can be imported as values. */
  readonly exports: readonly string[]
}

/** `text`: of electron.d.ts. */
function cutDeclarations(text: string, kept: Kept): string {
  const lines: string[] = []
  const current = { type: '', isKept: true }
  for (const line of text.split('\n')) {
    const started = TYPE_START.exec(line)?.[1]
    if (started !== undefined || TYPE_END.test(line)) Object.assign(current, { type: started ?? '', isKept: true })
    else if (current.type !== '' && MEMBER_START.test(line)) current.isKept = isMemberKept(current.type, line, kept)
    if (current.isKept) lines.push(cutExport(line, kept))
  }
  return lines.join('\n')
}

function isMemberKept(type: string, line: string, kept: Kept): boolean {
  const members = kept.members[type]
  if (members === undefined) return true
  const name = /^ {4}(?:static |readonly |get |set )*(\w+)/.exec(line)?.[1] ?? ''
  if (line.startsWith('    static ')) return kept.statics[type]?.includes(name) ?? false
  if (!LISTENING.has(name) || !line.includes('event: ')) return name === 'constructor' || members.includes(name)
  const event = /event: '([^']+)'/.exec(line)?.[1]
  return event !== undefined && (kept.events[type]?.includes(event) ?? false)
}

/** Keeps the type of a value that the host does not export. */
function cutExport(line: string, { exports }: Kept): string {
  const [, indent, name] = /^( {4})(?:const|class) (\w+)(?:: | extends Electron\.)/.exec(line) ?? []
  if (indent === undefined || name === undefined || exports.includes(name)) return line
  return line.includes(' class ') ? `${indent}type ${name} = Electron.${name};` : ''
}
