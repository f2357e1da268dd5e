/**
 * One run of the program under electron-vite, which starts this file in the place of Electron: Electron, or the Chromium
 * host. It waits for the run before to end (that one holds the profile), connects the window to the demo service, and
 * stays when the program breaks, so that the next build of main opens it again.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { hasEnded } from '../setup/children.mjs'
import { enterService } from './enter-service.ts'
import { notePids, takeShellRun, whenGone, type ShellRun } from './shell-run.ts'

/** The program takes at most five seconds to end itself. */
const EARLIER_RUN_MS = 10_000

const say = (text: string): void => console.log(`[dev] ${text}`)
const { run, rest } = takeShellRun(process.env)
const state: { child: ChildProcess | null; isEnding: boolean } = { child: null, isEnding: false }

function end(): void {
  state.isEnding = true
  if (state.child === null || hasEnded(state.child)) process.exit(0)
  state.child.kill('SIGTERM')
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
// dev.ts holds the other end: without it nobody would end the program.
process.stdin.on('end', end).resume()

if (!(await whenGone(run.pidFile, EARLIER_RUN_MS)))
  say('The program that ran before does not end; it may hold the profile.')
open(run)

function open({ command, args, pidFile, service }: ShellRun): void {
  const child = spawn(command, [...args], { env: rest, stdio: ['ignore', 'inherit', 'pipe'] })
  state.child = child
  notePids(pidFile, [process.pid, child.pid ?? process.pid])
  child.once('error', (error) => say(`The program could not be started: ${error.message}`))
  child.once('exit', (code, signal) => {
    if (state.isEnding || code === 0) process.exit(code ?? 0)
    say(`The program ended with ${code ?? signal}. A change of main opens it again.`)
  })
  const seen = { text: '', isEntered: false }
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    process.stderr.write(part)
    if (seen.isEntered) return
    seen.text += part
    const endpoint = /DevTools listening on (ws:\S+)/.exec(seen.text)?.[1]
    if (endpoint === undefined) return
    seen.isEntered = true
    void enter(endpoint, service)
  })
}

async function enter(endpoint: string, service: ShellRun['service']): Promise<void> {
  try {
    say(await enterService({ endpoint, page: process.env['ELECTRON_RENDERER_URL'] ?? '', service }))
  } catch (error) {
    // A program that ends meanwhile tells of itself.
    if (!state.isEnding && state.child !== null && !hasEnded(state.child))
      say(`The window could not be connected: ${error instanceof Error ? error.message : String(error)}`)
  }
}
