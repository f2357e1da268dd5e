/**
 * A lock between starts: a file with its owner, which is a process ID with the start time of the process, because
 * another process may later get the same ID.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 150

/** Returns the start time in the kernel's unit; '' if it is not readable, `null` without such a process. */
function startTimeOf(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return null
  }
  try {
    // The name in brackets may contain anything; only numbers follow it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')[19]
  } catch {
    return ''
  }
}

function readOwner(file) {
  try {
    const { pid, began, what } = JSON.parse(readFileSync(file, 'utf8'))
    return { pid, began, what }
  } catch (error) {
    return error.code === 'ENOENT' ? null : { pid: 0, began: '', what: '' }
  }
}

const isAlive = (owner) => owner.pid > 0 && startTimeOf(owner.pid) === owner.began

/** Creates the file atomically. */
function tryToTake(file, own, what) {
  writeFileSync(own, JSON.stringify({ pid: process.pid, began: startTimeOf(process.pid), what }))
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/** Only one of several processes can move the file of an ended owner away; a new owner's file is put back. */
function removeAbandoned(file, aside) {
  try {
    renameSync(file, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  const owner = readOwner(aside)
  if (owner !== null && isAlive(owner)) linkSync(aside, file)
  rmSync(aside, { force: true })
}

/**
 * Waits for the lock and returns how to release it. Calls `say` once if it must wait; others that wait show `what`
 * ("installing packages").
 *
 * @param {string} file
 * @param {string} what
 * @param {(sentence: string) => void} say
 * @returns {Promise<() => void>}
 */
export async function takeLock(file, what, say) {
  mkdirSync(dirname(file), { recursive: true })
  const own = `${file}.${process.pid}`
  let hasReported = false
  while (!tryToTake(file, own, what)) {
    const owner = readOwner(file)
    if (owner !== null && !isAlive(owner)) {
      removeAbandoned(file, `${own}.dead`)
      continue
    }
    if (!hasReported && owner !== null) say(`Another start (process ${owner.pid}) is ${owner.what}; waiting for it…`)
    hasReported = true
    await pause(POLL_MS)
  }
  const release = () => {
    process.removeListener('exit', release)
    if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true })
  }
  process.on('exit', release)
  return release
}
