/**
 * What dev.ts tells the program that electron-vite starts again and again (shell.ts), through its environment; and the
 * file by which one run of it knows of the run before.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export interface DemoService {
  /** One address for both groups. */
  readonly url: string
  readonly imagesKey: string
  readonly projectsKey: string
}

export interface ShellRun {
  readonly command: string
  readonly args: readonly string[]
  /** null: nobody is connected. */
  readonly service: DemoService | null
  /** Holds the process of the latest run and that of its program. */
  readonly pidFile: string
}

const VARIABLE = 'PROOFSHEET_DEV_SHELL'
const LOOK_AGAIN_MS = 50

export const withShellRun = (env: NodeJS.ProcessEnv, run: ShellRun): NodeJS.ProcessEnv => ({
  ...env,
  [VARIABLE]: JSON.stringify(run)
})

/** The run, and the environment without it. Throws when dev.ts did not start this process. */
export function takeShellRun(env: NodeJS.ProcessEnv): { readonly run: ShellRun; readonly rest: NodeJS.ProcessEnv } {
  const { [VARIABLE]: text, ...rest } = env
  if (text === undefined) throw new Error('This is started by npm run dev')
  // Written by withShellRun alone.
  return { run: JSON.parse(text) as ShellRun, rest }
}

export function notePids(pidFile: string, pids: readonly number[]): void {
  writeFileSync(pidFile, pids.join(' '))
}

/** Processes of the latest run that are still there. */
export function runningPids(pidFile: string): readonly number[] {
  return readPids(pidFile).filter(isRunning)
}

/** Resolves to false when some of them are still there after `limitMs`. */
export async function whenGone(pidFile: string, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs
  while (runningPids(pidFile).length > 0) {
    if (Date.now() > end) return false
    await pause(LOOK_AGAIN_MS)
  }
  return true
}

function readPids(pidFile: string): readonly number[] {
  try {
    const words = readFileSync(pidFile, 'utf8').split(' ')
    return words.map(Number).filter((pid) => pid > 0)
  } catch {
    // The first run.
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
