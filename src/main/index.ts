/**
 * Composition root of the main process. In order: scheme and lock, threads, ready, library, window with its first
 * page, key store, sync. Everything is built once, here, and handed down; no module keeps state of its own.
 */
import { app, dialog, ipcMain, powerMonitor, session, shell, type BrowserWindow } from 'electron'
import { join } from 'node:path'
import { eventChannel, type AppInfo } from '../shared/bridge.ts'
import { openAppWindow, lockContents, lockSession } from './app-window.ts'
import { createBundleHandler } from './bundle-protocol.ts'
import { SAMPLE_ADDRESS } from './connection/connection-record.ts'
import { openConnectionStore, type ConnectionStore } from './connection/connection-store.ts'
import { createConnections, type Connections, type KeptParts } from './connection/connections.ts'
import { createKeyVault } from './connection/key-vault.ts'
import { openCreateDraft, type CreateDraftStore } from './create-draft.ts'
import { devPage } from './dev-page.ts'
import { watchEventLoop, type EventLoopWatch } from './diagnostics.ts'
import type { Engine } from './engine/client.ts'
import { createKeySlots, type KeySlots } from './http/key-slots.ts'
import type { Sender } from './http/send.ts'
import { registerAppScheme, serveAppScheme } from './image-protocol.ts'
import type { Broadcast } from './ipc/register.ts'
import { createGate } from './ipc/gate.ts'
import { registerRequests, reportUnknownMessages } from './ipc/register.ts'
import { createLibraryTrouble, type LibraryTroubleDesk } from './library-trouble.ts'
import { wireLifecycle, type LifecycleParts } from './lifecycle.ts'
import type { Log } from './log.ts'
import { installMenu, type NativeMenu } from './menu.ts'
import { createNetwork, type Network } from './network.ts'
import decoderPath from './pictures/decoder.ts?modulePath'
import type { Pictures } from './pictures/pictures.ts'
import { createOrderlyClose } from './orderly-close.ts'
import { keepPrivate } from './private-profile.ts'
import { openPreferences, type PreferencesStore } from './preferences.ts'
import { APP_USER_MODEL_ID, profileArgument, profilePaths, type ProfilePaths } from './profile.ts'
import { createRequestHandlers } from './request-handlers.ts'
import { createApiKeyStore } from './secrets/api-key.ts'
import { startSample, type Sample } from './sample/start-sample.ts'
import { startEngine, type DeskHolder } from './start-engine.ts'
import { startLog, watchChildren } from './start-log.ts'
import { openPictureCache, startPictures } from './start-pictures.ts'
import { createWindowPlaceFile, type WindowPlaceFile } from './window-place.ts'
import { BUNDLE_PAGE } from './window-rules.ts'

const OUT = join(import.meta.dirname, '..')
const SAMPLE_PICTURES = join(OUT, '../resources/sample')

/** The one window, while there is one. */
interface WindowHolder {
  current: BrowserWindow | null
}

registerAppScheme()
app.setAppUserModelId(APP_USER_MODEL_ID)
const root = profileArgument(process.argv) ?? app.getPath('userData')
// Before `setPath`: Electron refuses a folder that does not exist, and starts writing into it.
keepPrivate(profilePaths(root))
app.setPath('userData', root)
// The lock lies in the profile: two profiles may be open side by side, one profile never twice.
if (app.requestSingleInstanceLock()) void start(profilePaths(root))
else app.quit()

async function start(paths: ProfilePaths): Promise<void> {
  const core = startCore(paths)
  const [store, preferences, createDraft, { sender, downloadPicture }] = await Promise.all([
    openConnectionStore(paths.connectionsFile),
    openPreferences(paths.preferencesFile),
    openCreateDraft(paths.createDraftFile),
    core.network
  ])
  if (store.setAside !== null) core.log('error', 'connections-file-set-aside', store.setAside)
  if (createDraft.setAside !== null) core.log('error', 'create-draft-set-aside', createDraft.setAside)
  const cache = openPictureCache(paths.pictures)
  const kept = { libraries: paths.libraries, forgetPictures: (id: string) => cache.forget(id) }
  const connections = joinConnections(core, store, kept)
  const trouble = openDesk(core, connections)
  const pictures = startPictures({
    cache,
    decoder: decoderPath,
    download: core.sample.wrapDownload(downloadPicture),
    onDecoderDeath: (reason) => core.log('warn', 'picture-decoder-died', { reason }),
    connections,
    preferences,
    engine: core.engine
  })
  const place = createWindowPlaceFile(paths.windowFile)
  const menu = installAppMenu(core)
  const stores = { connections, trouble, preferences, createDraft, place }
  const openWindow = serveWindow({ ...core, ...stores, menu, pictures })
  wireEnd(core, openWindow, [
    () => preferences.flush(),
    () => createDraft.flush(),
    () => place.flush(),
    () => core.engine.stop(),
    () => pictures.close(),
    () => core.log.flush()
  ])
  wakeAfterSleep(core.engine, sender)

  const opened = await connections.openLibrary()
  if (!opened.ok) core.log('error', 'library-not-opened', opened.failure)
  await openWindow()
  core.eventLoop.begin()
  // Only now: a key store may put up a prompt, and a prompt before the window would come from nowhere.
  await connections.loadKeys()
}

/** Who takes the engine's alarms and shows the ways out. */
function openDesk(core: Core, connections: Connections): LibraryTroubleDesk {
  const desk = createLibraryTrouble({ ...core, connections, showInFolder: (file) => shell.showItemInFolder(file) })
  core.desk.current = desk
  return desk
}

/** How the app comes back and how it ends: `closing` in this order. */
function wireEnd({ holder }: Core, openWindow: () => Promise<void>, closing: LifecycleParts['closing']): void {
  wireLifecycle({
    app,
    platform: process.platform,
    openWindow: () => void openWindow(),
    focusWindow: () => focusWindow(holder.current),
    closing
  })
}

interface Core {
  readonly log: Log
  readonly logs: string
  readonly holder: WindowHolder
  readonly desk: DeskHolder
  readonly broadcast: Broadcast
  readonly slots: KeySlots
  readonly network: Promise<Network>
  readonly sample: Sample
  readonly engine: Engine
  readonly eventLoop: EventLoopWatch
}

/** What needs neither the profile's files nor Electron to be ready; the threads load meanwhile. */
function startCore(paths: ProfilePaths): Core {
  const log = startLog(paths)
  const holder: WindowHolder = { current: null }
  const broadcast = createWindowBroadcast(holder)
  const slots = createKeySlots()
  const network = app.whenReady().then(() => createNetwork(slots))
  watchChildren(log, () => void network.then(({ renew }) => renew()))
  const sample = startSample({ file: paths.sampleFile, address: SAMPLE_ADDRESS, pictures: SAMPLE_PICTURES })
  const desk: DeskHolder = { current: null }
  const engine = startEngine({ network, sample, broadcast, log, desk })
  return { log, logs: paths.logs, holder, desk, broadcast, slots, network, sample, engine, eventLoop: watchEventLoop() }
}

function joinConnections(core: Core, store: ConnectionStore, kept: KeptParts): Connections {
  const { engine, slots, sample, broadcast } = core
  return createConnections({
    store,
    vault: createKeyVault(createApiKeyStore(), slots),
    slots,
    engine: connectionEngine(engine),
    ...kept,
    sample,
    now: Date.now,
    onChange: (summary) => broadcast('connectionChanged', summary)
  })
}

interface WindowParts extends Core {
  readonly connections: Connections
  readonly trouble: LibraryTroubleDesk
  readonly preferences: PreferencesStore
  readonly createDraft: CreateDraftStore
  readonly place: WindowPlaceFile
  readonly menu: NativeMenu
  readonly pictures: Pictures
}

/** Locks the session down, serves the scheme, puts the gate up; answers how the window is opened. */
function serveWindow(parts: WindowParts): () => Promise<void> {
  const { log, holder, broadcast, eventLoop, place, pictures } = parts
  const closing = createOrderlyClose({ tellPage: () => broadcast('windowClosing', null) })
  const page = devPage(app.isPackaged, process.env)
  const rules = { devOrigin: page === null ? null : new URL(page).origin }
  const windowSession = session.fromPartition('window')
  lockSession(windowSession, rules)
  app.on('web-contents-created', (_event, contents) => lockContents(contents, rules))
  serveAppScheme(windowSession, { bundle: createBundleHandler(join(OUT, 'renderer')), picture: pictures.get })
  registerRequests({
    ipcMain,
    ourContents: () => holder.current?.webContents ?? null,
    gate: createGate({
      handlers: createRequestHandlers({
        ...parts,
        appInfo,
        diagnostics: () => eventLoop.read(),
        quit: () => app.quit(),
        pageIsReady: closing.pageIsReady,
        askWhere: (name) => askWhere(holder.current, name),
        openExternal: (url) => shell.openExternal(url),
        reloadWindow: () => holder.current?.webContents.reload()
      }),
      rule: rules,
      report: (event, request, why) => {
        // The last words of a window that has just been closed are refused like any other, and are no attack.
        const isLate = event === 'foreign-sender' && holder.current === null
        const detail = { request, why: why instanceof Error ? why.stack : why }
        log(isLate ? 'info' : 'error', isLate ? 'late-request' : event, detail)
      }
    })
  })
  return async () => {
    if (holder.current !== null) return
    await openAppWindow({
      session: windowSession,
      preload: join(OUT, 'preload/index.cjs'),
      page: page ?? BUNDLE_PAGE,
      place,
      hasDevTools: !app.isPackaged,
      report: (event, detail) => log('error', event, detail),
      onCreated: (window) => {
        holdWindow(window, parts)
        closing.hold(window)
      }
    })
  }
}

function installAppMenu({ broadcast, holder }: Core): NativeMenu {
  return installMenu({
    platform: process.platform,
    hasDevTools: !app.isPackaged,
    onCommand: (command) => broadcast('menuCommand', command),
    editText: (command) => holder.current?.webContents[command]()
  })
}

function holdWindow(window: BrowserWindow, { holder, engine, log }: Pick<Core, 'holder' | 'engine' | 'log'>): void {
  holder.current = window
  window.on('closed', () => {
    holder.current = null
    void engine.ask('cancelDiagnosis', null)
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

const connectionEngine = (engine: Engine): Parameters<typeof createConnections>[0]['engine'] => ({
  openLibrary: (args) => engine.openLibrary(args),
  closeLibrary: () => engine.closeLibrary(),
  groupsChanged: (args) => engine.groupsChanged(args),
  testConnection: (args) => engine.ask('testConnection', args)
})

function createWindowBroadcast(holder: WindowHolder): Broadcast {
  return (name, event) => holder.current?.webContents.send(eventChannel(name), event)
}

function appInfo(): AppInfo {
  const { platform } = process
  return {
    version: app.getVersion(),
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    locale: app.getLocale()
  }
}

async function askWhere(window: BrowserWindow | null, name: string): Promise<string | null> {
  const options = { defaultPath: join(app.getPath('documents'), name) }
  const answer = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options))
  return answer.canceled ? null : answer.filePath
}

function focusWindow(window: BrowserWindow | null): void {
  if (window?.isMinimized() === true) window.restore()
  window?.focus()
}
