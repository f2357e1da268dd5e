/**
 * Runs the app with hot reload: Vite serves the renderer at 127.0.0.1, and builds main and preload into `.dev` when
 * they change. Changes of components keep the window's state if React can, those of the preload reload the window, and
 * those of main restart the app with the same library and connection.
 */
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveConfig } from 'electron-vite'
import { build, createServer, type InlineConfig } from 'vite'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { AppDidNotOpen, openApp, type OpenedApp } from '../../drivers/open-app.ts'
import { type DevOptions, requireFreePort } from '../start/options.ts'
import { connect, quitApp, prepareSetup, reportDebuggingPort, type Setup, type SessionParts } from '../start/session.ts'

/** `out` keeps the build for use, tests and packing. */
const DEV_FOLDER = join(PROJECT_ROOT, '.dev')
/** Long, because the server prepares modules at their first request. */
const LOAD_LIMIT_MS = 120_000

type DevParts = SessionParts<DevOptions>

/** Resolves to the exit code when the app has closed. Throws CliError without a shell. */
export async function runDev(parts: DevParts): Promise<number> {
  const { options, ending, say } = parts
  await requireFreePort(options.remoteDebuggingPort, '--remote-debugging-port')
  const setup = await prepareSetup(parts)
  if (ending.signal.aborted) return 0
  say('Building…')
  writeAppFolder()
  const closed = Promise.withResolvers<number>()
  const app = createApp(parts, () => closed.resolve(0))
  const page = await serveSources(parts, app.reopen)
  await app.open(setup, page)
  return closed.promise
}

/** Writes the package.json of the folder that the shell opens. */
function writeAppFolder(): void {
  const own = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as Record<string, unknown>
  const { name, productName, version, type } = own
  mkdirSync(DEV_FOLDER, { recursive: true })
  writeFileSync(
    join(DEV_FOLDER, 'package.json'),
    JSON.stringify({ name, productName, version, type, main: './main/index.js' })
  )
}

/** Resolves to the address of the page after the first builds of main and preload. */
async function serveSources({ ending }: DevParts, onMain: () => void): Promise<string> {
  process.env['NODE_ENV_ELECTRON_VITE'] = 'development'
  const { config } = await resolveConfig({ build: { outDir: DEV_FOLDER, watch: {} } }, 'serve', 'development')
  if (config?.main === undefined || config.preload === undefined || config.renderer === undefined)
    throw new Error('electron.vite.config.ts lacks a part.')
  const server = await createServer(config.renderer)
  ending.add(() => server.close())
  await watchBuild('main', config.main, ending, onMain)
  await watchBuild('preload', config.preload, ending, () => server.ws.send({ type: 'full-reload' }))
  await server.listen()
  return new URL(server.resolvedUrls?.local[0] ?? '').origin
}

/** Resolves after the first build. Vite reports failed builds, and also builds without changes. */
async function watchBuild(
  part: 'main' | 'preload',
  config: InlineConfig,
  ending: DevParts['ending'],
  onChange: () => void
): Promise<void> {
  const first = Promise.withResolvers<void>()
  const state = { built: '' }
  const watcher = await build(config)
  if (!('on' in watcher)) throw new Error('The build does not watch its files.')
  ending.add(() => watcher.close())
  watcher.on('event', ({ code }) => {
    if (code !== 'BUNDLE_END') return
    const { built } = state
    state.built = hashOfFolder(join(DEV_FOLDER, part))
    if (built !== '' && built !== state.built) onChange()
    first.resolve()
  })
  await first.promise
}

function hashOfFolder(folder: string): string {
  const hash = createHash('sha256')
  for (const file of globSync('**/*.{js,cjs}', { cwd: folder }).toSorted())
    hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}

interface Opening {
  readonly setup: Setup
  readonly page: string
}

/** Opens the app after each build of main. `onClosed` reports an end without a failure or a request. */
function createApp(parts: DevParts, onClosed: () => void) {
  const { ending, say } = parts
  const state: { app: OpenedApp | null; opening: Opening | null; turn: Promise<void> } = {
    app: null,
    opening: null,
    turn: Promise.resolve()
  }
  const ended = (code: number | null): void => {
    if (code === 0) onClosed()
    else failed(`ended with ${code ?? 'a signal'}`)
  }
  const failed = (how: string): void => say(`Proofsheet ${how}. It restarts after the next change of main.`)
  const openAgain = async ({ setup, page }: Opening): Promise<void> => {
    const last = state.app
    state.app = null
    // It uses the profile.
    if (last !== null) await quitApp(last)
    if (ending.signal.aborted) return
    try {
      const app = await openIn(parts, setup, page)
      state.app = app
      void app.exited.then((code) => (state.app === app ? ended(code) : undefined))
      await connect(parts, app, setup)
    } catch (error) {
      // Its output is already shown.
      if (error instanceof AppDidNotOpen) failed(`did not open (${error.exitCode ?? 'no window'})`)
      else say(String(error))
    }
  }
  const reopen = (): void => {
    const { opening } = state
    if (opening !== null) state.turn = state.turn.then(() => openAgain(opening))
  }
  ending.add(() => state.app && quitApp(state.app))
  return {
    reopen,
    open: (setup: Setup, page: string): Promise<void> => {
      state.opening = { setup, page }
      reopen()
      return state.turn
    }
  }
}

async function openIn({ options, ending, say }: DevParts, { choice, profile }: Setup, page: string) {
  const app = await openApp({
    shell: choice.shell,
    root: DEV_FOLDER,
    profile,
    env: { ...choice.env, ELECTRON_RENDERER_URL: page },
    args: choice.args,
    debuggingPort: options.remoteDebuggingPort ?? 0,
    loadLimitMs: LOAD_LIMIT_MS,
    signal: ending.signal,
    onOutput: (part) => process.stderr.write(part)
  })
  reportDebuggingPort(say, app)
  return app
}
