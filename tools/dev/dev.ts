/** Runs the program under electron-vite until somebody ends one of them, and leaves nothing behind. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startReferenceService, type RunningService } from '../../src/reference-service/server.ts'
import { DEMO_IMAGES_KEY, DEMO_PROJECTS_KEY } from '../../src/reference-service/service-options.ts'
import { findElectron } from '../../drivers/electron-binary.ts'
import type { Ending } from '../start/ending.ts'
import { hasEnded } from '../setup/children.mjs'
import { refuseTakenPort } from '../start/free-port.ts'
import { chooseShell, type ShellChoice } from '../start/shell.ts'
import { DEV_FOLDER, prepareAppFolder } from './app-folder.ts'
import type { DevOptions } from './options.ts'
import { shellCommand } from './shell-command.ts'
import { notePids, runningPids, whenGone, withShellRun, type ShellRun } from './shell-run.ts'

const ROOT = join(import.meta.dirname, '../..')
const VITE = join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js')
const SHELL = join(import.meta.dirname, 'shell.ts')
/** Of a service beside a kept profile, whose connection names it; another one when it is taken. */
const KEPT_PORT = 8471
/** The program has five seconds to close its library, and a second for each of the others. */
const END_LIMIT_MS = 8_000

interface Ground {
  readonly options: DevOptions
  /** Temporary; holds the profile too, unless one was named. */
  readonly folder: string
  readonly shell: ShellChoice
  readonly service: RunningService | null
}

/**
 * Settles with an exit code when the program is closed, and hands `ending` what must be ended. Throws `Trouble` when
 * there is nothing to run it in, or a port is taken.
 */
export async function runDev(options: DevOptions, ending: Ending, say: (sentence: string) => void): Promise<number> {
  await refuseTakenPort(options.debuggingPort, '--remote-debugging-port')
  const shell = await chooseShell(ROOT, options, say)
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-dev-'))
  ending.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }))
  const service = options.hasService ? await startService(options) : null
  ending.add(() => service?.close())
  const ground = { options, folder, shell, service }
  const run = shellRun(ground)
  // The end may have been asked for while this one came up.
  if (ending.signal.aborted) return 0
  say(describe(ground))
  const vite = startVite(shell, run)
  const exited = once(vite, 'exit').then(([code]) => (typeof code === 'number' ? code : 1))
  ending.add(() => endAll(vite, exited, run.pidFile))
  return exited
}

async function startService({ profile, images, perMinute }: DevOptions): Promise<RunningService> {
  const settings = { images, perMinute, imagesKey: DEMO_IMAGES_KEY, projectsKey: DEMO_PROJECTS_KEY }
  if (profile === null) return startReferenceService(settings)
  return startReferenceService({ ...settings, port: KEPT_PORT }).catch(() => startReferenceService(settings))
}

function shellRun({ options, folder, shell, service }: Ground): ShellRun {
  const pidFile = join(folder, 'shell.pid')
  notePids(pidFile, [])
  const demo = service && { url: service.url, imagesKey: DEMO_IMAGES_KEY, projectsKey: DEMO_PROJECTS_KEY }
  const started = shellCommand({
    electron: shell.shell === 'electron' ? findElectron() : null,
    app: prepareAppFolder(ROOT),
    profile: options.profile ?? join(folder, 'profile'),
    debuggingPort: options.debuggingPort,
    args: shell.args,
    isRoot: process.getuid?.() === 0
  })
  return { ...started, service: demo, pidFile }
}

function describe({ options, shell, service }: Ground): string {
  const name = shell.shell === 'electron' ? 'Electron' : 'the Chromium host'
  const where = shell.isVisible ? '' : ' without a window'
  const beside = service === null ? '' : ` A local service with ${options.images} sample pictures is at ${service.url}.`
  return `Building; then Proofsheet opens in ${name}${where}.${beside} Press Ctrl+C to end it.`
}

/** In a group of its own: Ctrl+C comes here only, and the end is in order. */
function startVite(shell: ShellChoice, run: ShellRun): ChildProcess {
  const places = { ELECTRON_EXEC_PATH: process.execPath, ELECTRON_ENTRY: SHELL }
  return spawn(process.execPath, [VITE, 'dev', '--watch', '--outDir', DEV_FOLDER], {
    cwd: ROOT,
    env: { ...withShellRun(process.env, run), ...shell.env, ...places },
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: process.platform !== 'win32'
  })
}

/** First the program, which electron-vite does not wait for; what is left after a while is ended by force. */
async function endAll(vite: ChildProcess, exited: Promise<number>, pidFile: string): Promise<void> {
  vite.kill('SIGTERM')
  // Its end tells both of them as well, where there are no signals.
  vite.stdin?.end()
  await whenGone(pidFile, END_LIMIT_MS)
  for (const pid of runningPids(pidFile)) process.kill(pid, 'SIGKILL')
  if (!hasEnded(vite)) {
    const limit = setTimeout(() => vite.kill('SIGKILL'), END_LIMIT_MS)
    await exited
    clearTimeout(limit)
  }
}
