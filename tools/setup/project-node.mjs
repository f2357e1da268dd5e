/** The Node of the packages: the one that Electron embeds. An older one crashes on the SQLite driver. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { signalGroup } from './children.mjs'
import { CliError } from './cli-error.mjs'

const LEAST = 24

/** The packages that may bring it for this machine. */
function places(root) {
  const { platform, arch } = process
  const names = [`node-${platform === 'win32' ? 'win' : platform}-${arch}`, `node-bin-${platform}-${arch}`]
  return names.map((name) => join(root, 'node_modules', name))
}

/** Where its headers lie, as `nodedir` for node-gyp, or null when they did not come with it. */
export const headersPlace = (root) =>
  places(root).find((place) => existsSync(join(place, 'include/node/node_api.h'))) ?? null

/** Its path. Throws when neither the packages nor this machine have one. */
export function projectNode(root) {
  const { platform, arch, execPath, version } = process
  const name = platform === 'win32' ? 'node.exe' : 'bin/node'
  const files = places(root).map((place) => join(place, name))
  const found = [...files, execPath].find((file) => existsSync(file) && majorOf(file) >= LEAST)
  if (found !== undefined) return found
  throw new CliError(
    `No Node ${LEAST} came with the packages for ${platform}-${arch}, and this is ${version}. Install Node ${LEAST} from https://nodejs.org and try again.`
  )
}

function majorOf(file) {
  if (file === process.execPath) return Number(process.versions.node.split('.')[0])
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

/**
 * Runs a program of the project on it, in a process group of its own; its exit code. What the program leaves running
 * when it ends, however it ends, is ended here.
 */
export function runProgram(node, args, onStarted) {
  const child = spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32'
  })
  onStarted(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      signalGroup(child, 'SIGKILL')
      resolve(code ?? 1)
    })
  })
}
