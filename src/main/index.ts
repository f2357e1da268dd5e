/**
 * Composition root of the main process. In order: scheme and lock, threads, ready, library, window with its first
 * page, keychain, sync. Everything is built once here and passed down; no module keeps its own state.
 */
import { join } from 'node:path'
import { app, powerMonitor, shell } from 'electron'
import { applyLanguage } from '../copy/language.ts'
import { createAppWindow, type OpeningParts } from './app-window.ts'
import { createConnections } from './connection/connections.ts'
import { createKeyVault } from './connection/key-vault.ts'
import { watchEventLoop } from './diagnostics.ts'
import { createKeySlots } from './http/key-slots.ts'
import { openKeptFiles } from './kept-files.ts'
import { createLibraryFailureHandler, type LibraryFailureHandler } from './library-failure.ts'
import { wireLifecycle } from './lifecycle.ts'
import { installMenu } from './menu.ts'
import { createNetwork } from './network.ts'
import { APP_USER_MODEL_ID, keepPrivate, profileArgument, profilePaths, type ProfilePaths } from './profile.ts'
import { serveRequests, systemLanguages, type ServedParts } from './request-handlers.ts'
import { createApiKeyStore } from './secrets/api-key.ts'
import { startEngine, startLog, watchChildren, openPictureCache, startPictures } from './start-parts.ts'
import { windowRules } from './window-rules.ts'
import { openWindowSession, registerAppScheme } from './window-session.ts'

const OUT = join(import.meta.dirname, '..')
const SAMPLE_PICTURES = join(OUT, '../resources/sample')

registerAppScheme()
app.setAppUserModelId(APP_USER_MODEL_ID)
const root = profileArgument(process.argv) ?? app.getPath('userData')
// Runs before `setPath`, because Electron refuses a folder that does not exist and starts writing into it.
keepPrivate(profilePaths(root))
app.setPath('userData', root)
// The lock is a file of the profile, so two profiles can be open side by side, but one profile never twice.
if (app.requestSingleInstanceLock()) void start(profilePaths(root))
else app.quit()

async function start(paths: ProfilePaths): Promise<void> {
  const core = startCore(paths)
  const { log, engine, sample, alarms } = core
  const [kept, { sender, downloadPicture }] = await Promise.all([openKeptFiles(paths, log), core.network])
  applyLanguage(kept.preferences.get().language, systemLanguages())
  const cache = openPictureCache(paths.pictures)
  const connections = createConnections({
    ...core,
    store: kept.connectionStore,
    vault: createKeyVault(createApiKeyStore(), core.slots),
    libraries: paths.libraries,
    forgetPictures: (id) => cache.forget(id),
    now: Date.now,
    onChange: (summary) => core.broadcast('connectionChanged', summary)
  })
  const failure = createLibraryFailureHandler({
    ...core,
    connections,
    showInFolder: (file) => shell.showItemInFolder(file)
  })
  alarms.resolve(failure)
  const download = sample.wrapDownload(downloadPicture)
  const pictures = startPictures({ ...core, ...kept, cache, download, connections })
  const openWindow = serveWindow({ ...core, ...kept, connections, failure, pictures, logs: paths.logs })
  wireLifecycle({
    app,
    platform: process.platform,
    openWindow: () => void openWindow(),
    focusWindow: core.window.focus,
    closing: [
      () => kept.preferences.flush(),
      () => kept.createDraft.flush(),
      () => kept.place.flush(),
      () => engine.stop(),
      () => pictures.close(),
      () => log.flush()
    ]
  })
  powerMonitor.on('resume', () => {
    // Sockets do not survive sleep but report no error, so abort all requests and retry.
    sender.abortAll()
    void engine.request('wake', { why: 'resume' })
  })

  const opened = await connections.openLibrary()
  if (!opened.ok) log('error', 'library-not-opened', opened.failure)
  await openWindow()
  core.eventLoop.begin()
  // The keychain may show a prompt, which would lack its context before the window is open.
  await connections.loadKeys()
}

/** Starts what needs neither the profile's files nor Electron to be ready, so that the threads load in parallel. */
function startCore(paths: ProfilePaths) {
  const log = startLog(paths)
  const window = createAppWindow(log)
  const { broadcast } = window
  const slots = createKeySlots()
  const network = app.whenReady().then(() => createNetwork(slots))
  watchChildren(log, () => void network.then(({ renew }) => renew()))
  const alarms = Promise.withResolvers<LibraryFailureHandler>()
  const sampleFiles = { file: paths.sampleFile, pictures: SAMPLE_PICTURES }
  const threads = startEngine({ network, sampleFiles, broadcast, log, failureHandler: alarms.promise })
  return { log, window, broadcast, slots, network, alarms, ...threads, eventLoop: watchEventLoop() }
}

type WindowParts = Omit<ServedParts, 'rule' | 'menu'> & Pick<OpeningParts, 'place'>

/** Sets up the session, the menu and the gate of the window. Returns a function that opens the window. */
function serveWindow(parts: WindowParts): () => Promise<void> {
  const { window, engine } = parts
  const hasDevTools = !app.isPackaged
  const rule = windowRules(app.isPackaged, process.env)
  const session = openWindowSession(rule, join(OUT, 'renderer'), parts.pictures.get)
  const menu = installMenu({
    platform: process.platform,
    hasDevTools,
    onCommand: (command) => window.broadcast('menuCommand', command),
    editText: (command) => window.contents()?.[command]()
  })
  serveRequests({ ...parts, rule, menu })
  return () =>
    window.open({
      session,
      preload: join(OUT, 'preload/index.cjs'),
      page: rule.page,
      place: parts.place,
      hasDevTools,
      onFocus: () => void engine.request('wake', { why: 'focus' }),
      onClosed: () => void engine.request('cancelDiagnosis', null)
    })
}
