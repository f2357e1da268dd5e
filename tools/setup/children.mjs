/**
 * Starts programs in process groups of their own, so that each can be ended with its children.
 *
 * @import { ChildProcess, SpawnOptions } from 'node:child_process'
 */
import { spawn } from 'node:child_process'

const IS_WINDOWS = process.platform === 'win32'
/** Length of the kept end of a program's output. */
const KEPT_CHARACTERS = 20_000
/** Time after which a program is ended by force. */
const END_LIMIT_MS = 3_000

/**
 * Running programs with promises of their end.
 *
 * @type {Map<ChildProcess, Promise<unknown>>}
 */
const running = new Map()
const state = { isEnding: false }

/**
 * Whether a process has ended. One that a signal ended has no exit code.
 *
 * @param {ChildProcess} child
 */
export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

/**
 * Sends a signal to a program and its children, unless they have ended.
 *
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(child, signal) {
  if (child.pid === undefined) return
  if (IS_WINDOWS) {
    spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/**
 * Starts a program that `endChildren` ends.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {SpawnOptions} options
 * @returns {ChildProcess}
 */
export function startChild(command, args, options = {}) {
  const child = spawn(command, args, { ...options, detached: !IS_WINDOWS, windowsHide: true })
  const ended = new Promise((resolve) => {
    child.once('exit', () => resolve(running.delete(child)))
    child.once('error', () => resolve(running.delete(child)))
  })
  running.set(child, ended)
  return child
}

/**
 * Runs a program and returns its exit code (`null` after a signal or if it could not start, with `error`) and the end
 * of its output. `limitMs` ends it with its children.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {SpawnOptions & { readonly limitMs?: number }} options
 * @returns {Promise<{ status: number | null, output: string, isLate: boolean, error: NodeJS.ErrnoException | null }>}
 */
export function runChild(command, args, { limitMs = 0, ...options } = {}) {
  const child = startChild(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  const result = { output: '', isLate: false, error: null }
  const take = (part) => {
    result.output = (result.output + part).slice(-KEPT_CHARACTERS)
  }
  child.stdout?.setEncoding('utf8').on('data', take)
  child.stderr?.setEncoding('utf8').on('data', take)
  const limit =
    limitMs > 0 &&
    setTimeout(() => {
      result.isLate = true
      signalGroup(child, 'SIGKILL')
    }, limitMs)
  return new Promise((resolve) => {
    const finish = (status) => {
      clearTimeout(limit)
      // The caller must not continue while everything is being ended.
      if (state.isEnding) return
      // A remaining child would keep files open or write them.
      signalGroup(child, 'SIGKILL')
      resolve({ ...result, status })
    }
    child.once('error', (error) => {
      result.error = error
      finish(null)
    })
    child.once('close', (code) => finish(code))
  })
}

/**
 * Ends all programs at the end of this process, by force if necessary. Resolves when all have ended.
 *
 * @param {NodeJS.Signals} signal
 */
export async function endChildren(signal = 'SIGTERM') {
  state.isEnding = true
  const children = new Map(running)
  for (const child of children.keys()) signalGroup(child, signal)
  const limit = setTimeout(killChildren, END_LIMIT_MS)
  await Promise.all(children.values())
  clearTimeout(limit)
  for (const child of children.keys()) signalGroup(child, 'SIGKILL')
}

/** Ends all programs in an exit handler, where nothing can be awaited. */
export function killChildren() {
  state.isEnding = true
  for (const child of running.keys()) signalGroup(child, 'SIGKILL')
}
