/**
 * One at a time among several starts: a file that names its owner. The owner is a process and the moment in which it
 * began, so that a number given to another process later does not keep everyone waiting.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_AGAIN_MS = 150

/** When the process began, in the kernel's own count; '' where that cannot be read, null when there is none. */
function beginningOf(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return null
  }
  try {
    // The name in brackets may hold anything; what stands behind the last one is numbers.
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

const isAlive = (owner) => owner.pid > 0 && beginningOf(owner.pid) === owner.began

/** The file appears with its whole content, or not at all. */
function tryToTake(file, own, what) {
  writeFileSync(own, JSON.stringify({ pid: process.pid, began: beginningOf(process.pid), what }))
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

/** Only one of those who see a dead owner can move its file away; one that was taken meanwhile is put back. */
function clearDead(file, aside) {
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
 * Waits for the lock and answers how to give it back. `say` hears once whom it waits for; `what` is told to those who
 * wait ("installing packages").
 */
export async function takeLock(file, what, say) {
  mkdirSync(dirname(file), { recursive: true })
  const own = `${file}.${process.pid}`
  let isTold = false
  while (!tryToTake(file, own, what)) {
    const owner = readOwner(file)
    if (owner !== null && !isAlive(owner)) {
      clearDead(file, `${own}.dead`)
      continue
    }
    if (!isTold && owner !== null) say(`Another start (process ${owner.pid}) is ${owner.what}; waiting for it…`)
    isTold = true
    await pause(LOOK_AGAIN_MS)
  }
  const release = () => {
    process.removeListener('exit', release)
    if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true })
  }
  process.on('exit', release)
  return release
}
