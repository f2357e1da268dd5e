/** Programs that are started here, each with a process group of its own, so that it can be ended with all its children. */
import { spawn } from 'node:child_process'

const IS_WINDOWS = process.platform === 'win32'
/** How much of what a program said is kept: its end. */
const KEPT_CHARACTERS = 20_000
/** What does not leave when asked to is ended by force after this. */
const LEAVE_LIMIT_MS = 3_000

const running = new Set()
const state = { isEnding: false }

/** Whether it is gone: one that a signal ended has no exit code. */
export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

/** Sends a signal to the program and to all that it started; nothing happens when they are gone. */
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

/** Starts a program that `endChildren` will end. */
export function startChild(command, args, options = {}) {
  const child = spawn(command, args, { ...options, detached: !IS_WINDOWS, windowsHide: true })
  child.leftover = new Promise((resolve) => {
    const gone = () => {
      running.delete(child)
      resolve()
    }
    child.once('exit', gone)
    child.once('error', gone)
  })
  running.add(child)
  return child
}

/**
 * Runs a program to its end: its exit code (null after a signal, or when it could not be started: then `error` is
 * there too) and the end of what it said. `limitMs` ends it, with all its children.
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
      // Its caller must not go on with the next step while everything is being ended.
      if (state.isEnding) return
      // A child of it that stayed behind would hold files open, or go on writing them.
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

/** For the end of this process: asks every program that runs to leave, ends by force what stays, and settles when all are gone. */
export async function endChildren(signal = 'SIGTERM') {
  state.isEnding = true
  const children = [...running]
  for (const child of children) signalGroup(child, signal)
  const limit = setTimeout(killChildren, LEAVE_LIMIT_MS)
  await Promise.all(children.map((child) => child.leftover))
  clearTimeout(limit)
  for (const child of children) signalGroup(child, 'SIGKILL')
}

/** For the moment in which nothing may be awaited any more. */
export function killChildren() {
  state.isEnding = true
  for (const child of running) signalGroup(child, 'SIGKILL')
}
