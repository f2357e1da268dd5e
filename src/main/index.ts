/**
 * Composition root of the main process. In order: scheme and lock, threads, ready, library, window with its first
 * page, key store, sync. Everything is built once, here, and handed down; no module keeps state of its own.
 */
import { app, ipcMain, powerMonitor, session, type BrowserWindow } from 'electron'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventChannel, type AppInfo } from '../shared/bridge.ts'
import { openAppWindow, lockContents, lockSession } from './app-window.ts'
import { createBundleHandler } from './bundle-protocol.ts'
import { openConnectionStore, type ConnectionStore } from './connection/connection-store.ts'
import { createConnections, type Connections } from './connection/connections.ts'
import { createKeyVault } from './connection/key-vault.ts'
import { watchEventLoop, type EventLoopWatch } from './diagnostics.ts'
import { Engine } from './engine/client.ts'
import createEngineThread from './engine/index.ts?nodeWorker'
import { createKeySlots, type KeySlots } from './http/key-slots.ts'
import type { Sender } from './http/send.ts'
import { registerAppScheme, serveAppScheme } from './image-protocol.ts'
import { createBroadcast, type Broadcast } from './ipc/broadcast.ts'
import { createGate } from './ipc/gate.ts'
import { registerRequests, reportUnknownMessages } from './ipc/register.ts'
import { wireLifecycle } from './lifecycle.ts'
import { createLog, type Log } from './log.ts'
import { installMenu } from './menu.ts'
import { createNetwork, type Network } from './network.ts'
import decoderPath from './pictures/decoder.ts?modulePath'
import type { GetPicture } from './pictures/pictures.ts'
import { openPreferences, type PreferencesStore } from './preferences.ts'
import { profileArgument, profilePaths, type ProfilePaths } from './profile.ts'
import { createRequestHandlers } from './request-handlers.ts'
import { createApiKeyStore } from './secrets/api-key.ts'
import { startPictures } from './start-pictures.ts'
import { createWindowPlaceFile, type WindowPlaceFile } from './window-place.ts'
import { BUNDLE_PAGE } from './window-rules.ts'

const OUT = join(import.meta.dirname, '..')
const MAX_LOG_BYTES = 1024 * 1024

/** The one window, while there is one. */
interface WindowHolder {
  current: BrowserWindow | null
}

registerAppScheme()
const root = profileArgument(process.argv) ?? app.getPath('userData')
// Electron refuses a path that is not there.
mkdirSync(root, { recursive: true })
app.setPath('userData', root)
// The lock lies in the profile: two profiles may be open side by side, one profile never twice.
if (app.requestSingleInstanceLock()) void start(profilePaths(root))
else app.quit()

async function start(paths: ProfilePaths): Promise<void> {
  const core = startCore(paths)
  const [store, preferences, { sender, downloadPicture }] = await Promise.all([
    openConnectionStore(paths.connectionsFile),
    openPreferences(paths.preferencesFile),
    core.network
  ])
  if (store.setAside !== null) core.log('error', 'connections-file-set-aside', store.setAside)
  const connections = joinConnections(core, store, paths)
  const pictures = startPictures({
    folder: paths.pictures,
    decoder: decoderPath,
    download: downloadPicture,
    owner: () => pictureOwner(connections),
    findSource: (args) => core.engine.ask('getPictureSource', args)
  })
  const place = createWindowPlaceFile(paths.windowFile)
  const openWindow = serveWindow({ ...core, connections, preferences, place, picture: pictures.get })
  wireLifecycle({
    app,
    platform: process.platform,
    openWindow: () => void openWindow(),
    focusWindow: () => focusWindow(core.holder.current),
    closing: [
      () => preferences.flush(),
      () => place.flush(),
      () => core.engine.stop(),
      () => pictures.close(),
      () => core.log.flush()
    ]
  })
  wakeAfterSleep(core.engine, sender)
  installMenu({ platform: process.platform, hasDevTools: !app.isPackaged })

  const opened = await connections.openLibrary()
  if (!opened.ok) core.log('error', 'library-not-opened', opened.failure)
  await openWindow()
  core.eventLoop.begin()
  // Only now: a key store may put up a prompt, and a prompt before the window would come from nowhere.
  await connections.loadKeys()
}

interface Core {
  readonly log: Log
  readonly holder: WindowHolder
  readonly broadcast: Broadcast
  readonly slots: KeySlots
  readonly network: Promise<Network>
  readonly engine: Engine
  readonly eventLoop: EventLoopWatch
}

/** What needs neither the profile's files nor Electron to be ready; the threads load meanwhile. */
function startCore(paths: ProfilePaths): Core {
  const log = createLog({ folder: paths.logs, profile: paths.root, maxBytes: MAX_LOG_BYTES, now: Date.now })
  reportBugs(log)
  const holder: WindowHolder = { current: null }
  const broadcast = createWindowBroadcast(holder)
  const slots = createKeySlots()
  const network = app.whenReady().then(() => createNetwork(slots))
  const engine = startEngine({ network, broadcast, log })
  return { log, holder, broadcast, slots, network, engine, eventLoop: watchEventLoop() }
}

function joinConnections({ engine, slots, broadcast }: Core, store: ConnectionStore, paths: ProfilePaths): Connections {
  return createConnections({
    store,
    vault: createKeyVault(createApiKeyStore(), slots),
    slots,
    engine: connectionEngine(engine),
    libraries: paths.libraries,
    now: Date.now,
    onChange: (summary) => broadcast('connectionChanged', summary)
  })
}

interface WindowParts extends Core {
  readonly connections: Connections
  readonly preferences: PreferencesStore
  readonly place: WindowPlaceFile
  readonly picture: GetPicture
}

/** Locks the session down, serves the scheme, puts the gate up; answers how the window is opened. */
function serveWindow(parts: WindowParts): () => Promise<void> {
  const { log, holder, engine, eventLoop, place, picture } = parts
  const devPage = app.isPackaged ? null : (process.env['ELECTRON_RENDERER_URL'] ?? null)
  const rules = { devOrigin: devPage === null ? null : new URL(devPage).origin }
  const windowSession = session.fromPartition('window')
  lockSession(windowSession, rules)
  app.on('web-contents-created', (_event, contents) => lockContents(contents, rules))
  serveAppScheme(windowSession, { bundle: createBundleHandler(join(OUT, 'renderer')), picture })
  registerRequests({
    ipcMain,
    ourContents: () => holder.current?.webContents ?? null,
    gate: createGate({
      handlers: createRequestHandlers({
        ...parts,
        appInfo,
        diagnostics: () => eventLoop.read(),
        quit: () => app.quit()
      }),
      rule: rules,
      report: (event, request, why) => log('error', event, { request, why: why instanceof Error ? why.stack : why })
    })
  })
  return async () => {
    if (holder.current !== null) return
    await openAppWindow({
      session: windowSession,
      preload: join(OUT, 'preload/index.cjs'),
      page: devPage ?? BUNDLE_PAGE,
      place,
      hasDevTools: !app.isPackaged,
      report: (event, detail) => log('error', event, detail),
      onCreated: (window) => holdWindow(window, { holder, engine, log })
    })
  }
}

function holdWindow(window: BrowserWindow, { holder, engine, log }: Pick<Core, 'holder' | 'engine' | 'log'>): void {
  holder.current = window
  window.on('closed', () => {
    holder.current = null
  })
  window.on('focus', () => void engine.ask('wake', { why: 'focus' }))
  reportUnknownMessages(window.webContents, (channel) => log('error', 'unknown-channel', channel))
}

/** Sockets that slept are dead and do not say so: what is under way is ended and classified, then looked at anew. */
function wakeAfterSleep(engine: Engine, sender: Sender): void {
  powerMonitor.on('resume', () => {
    sender.abortAll()
    void engine.ask('wake', { why: 'resume' })
  })
}

interface EngineParts {
  readonly network: Promise<Network>
  readonly broadcast: Broadcast
  readonly log: Log
}

/** The threads start before Electron is ready; what they send waits for the network. */
function startEngine({ network, broadcast, log }: EngineParts): Engine {
  return new Engine({
    spawn: (workerData) => createEngineThread({ workerData }),
    send: async (request) => (await network).sender.send(request),
    bootId: randomUUID(),
    onEvent: (name, event) => {
      if (name === 'keyRefused') log('warn', 'key-refused', event)
      // Name and event belong together; narrowing the name does not narrow the event.
      else broadcast(name, event as never)
    },
    onDeath: (role, why) => log('error', 'engine-thread-ended', { role, why: why?.stack ?? null })
  })
}

const connectionEngine = (engine: Engine): Parameters<typeof createConnections>[0]['engine'] => ({
  openLibrary: (args) => engine.openLibrary(args),
  closeLibrary: () => engine.closeLibrary(),
  groupsChanged: (args) => engine.ask('groupsChanged', args),
  testConnection: (args) => engine.ask('testConnection', args)
})

function createWindowBroadcast(holder: WindowHolder): Broadcast {
  return createBroadcast({
    emit: (name, event) => holder.current?.webContents.send(eventChannel(name), event),
    afterMs: (ms, run) => void setTimeout(run, ms)
  })
}

function pictureOwner(connections: Connections): { connection: string; base: string } | null {
  const summary = connections.summary()
  return summary === null ? null : { connection: summary.id, base: summary.images.address }
}

function appInfo(): AppInfo {
  const { platform } = process
  return {
    version: app.getVersion(),
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    locale: app.getLocale()
  }
}

function focusWindow(window: BrowserWindow | null): void {
  if (window?.isMinimized() === true) window.restore()
  window?.focus()
}

/** A bug is written down. After an uncaught one nothing can be trusted, and all that matters is on disk. */
function reportBugs(log: Log): void {
  const leave = async (): Promise<void> => {
    await log.flush()
    app.exit(1)
  }
  process.on('unhandledRejection', (error) => log('error', 'unhandled-rejection', error))
  process.on('uncaughtException', (error) => {
    log('error', 'uncaught-exception', error)
    void leave()
  })
}
