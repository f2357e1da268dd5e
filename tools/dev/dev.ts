/**
 * Runs the program on its sources: vite serves the renderer at 127.0.0.1 and builds main and preload into `.dev` whenever
 * they change. A change of a component keeps the state of the window where React can, one of the preload loads the window
 * again, and one of main opens the program again, on the same library and connected as before.
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

/** `out` stays what was built to be used, tested and packed. */
const DEV_FOLDER = join(PROJECT_ROOT, '.dev')
/** The server prepares its modules when they are asked for the first time. */
const LOAD_LIMIT_MS = 120_000

type DevParts = SessionParts<DevOptions>

/** Resolves to the exit code when the program is closed. Throws CliError when there is nothing to run it in. */
export async function runDev(parts: DevParts): Promise<number> {
  const { options, ending, say } = parts
  await requireFreePort(options.remoteDebuggingPort, '--remote-debugging-port')
  const setup = await prepareSetup(parts)
  if (ending.signal.aborted) return 0
  say('Building…')
  writeAppFolder()
  const closed = Promise.withResolvers<number>()
  const program = createProgram(parts, () => closed.resolve(0))
  const page = await serveSources(parts, program.reopen)
  await program.open(setup, page)
  return closed.promise
}

/** A shell is started on it: a package.json of its own that names the bundles. */
function writeAppFolder(): void {
  // The project's own file.
  const own = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as Record<string, unknown>
  const { name, productName, version, type } = own
  mkdirSync(DEV_FOLDER, { recursive: true })
  writeFileSync(
    join(DEV_FOLDER, 'package.json'),
    JSON.stringify({ name, productName, version, type, main: './main/index.js' })
  )
}

/** Resolves to the address of the page once main and preload are built for the first time. */
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

/** Resolves with the first build; vite itself shows what cannot be built, and also builds again when nothing has changed. */
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

interface Place {
  readonly setup: Setup
  readonly page: string
}

/** The program, as often as main is built. `onClosed`: it ended without a fault and without being asked to. */
function createProgram(parts: DevParts, onClosed: () => void) {
  const { ending, say } = parts
  const state: { app: OpenedApp | null; place: Place | null; turn: Promise<void> } = {
    app: null,
    place: null,
    turn: Promise.resolve()
  }
  const ended = (code: number | null): void => {
    if (code === 0) onClosed()
    else failed(`ended with ${code ?? 'a signal'}`)
  }
  const failed = (how: string): void => say(`Proofsheet ${how}. It restarts after the next change of main.`)
  const openAgain = async ({ setup, page }: Place): Promise<void> => {
    const last = state.app
    state.app = null
    // It holds the profile.
    if (last !== null) await quitApp(last)
    if (ending.signal.aborted) return
    try {
      const app = await openIn(parts, setup, page)
      state.app = app
      void app.exited.then((code) => (state.app === app ? ended(code) : undefined))
      await connect(parts, app, setup)
    } catch (error) {
      // What it said was shown as it came.
      if (error instanceof AppDidNotOpen) failed(`did not open (${error.exitCode ?? 'no window'})`)
      else say(String(error))
    }
  }
  const reopen = (): void => {
    const { place } = state
    if (place !== null) state.turn = state.turn.then(() => openAgain(place))
  }
  ending.add(() => state.app && quitApp(state.app))
  return {
    reopen,
    open: (setup: Setup, page: string): Promise<void> => {
      state.place = { setup, page }
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
