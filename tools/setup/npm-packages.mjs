/** Checks and installs npm's packages, and runs programs on their Node. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { runChild, signalGroup } from './children.mjs'
import { lastLines } from './system-packages.mjs'
import { CliError } from './cli-error.mjs'

const KEYTAR_FILE = 'node_modules/keytar/build/Release/keytar.node'
/** Two retries within seconds, because npm waits for minutes without a network. */
const RETRIES = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']

/** Returns a hash of the lock file and the platform. */
function expectedStamp(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
}

const stampFile = (root) => join(root, 'node_modules', '.setup-stamp')

/**
 * Reads a file of JSON; `null` if it is missing or invalid.
 *
 * @param {string} file
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

const binName = (name) => (process.platform === 'win32' ? `${name}.cmd` : name)

/** Checks each folder and command in npm's list of installed packages. */
function isListComplete(root) {
  const listed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages
  if (listed === undefined) return false
  return Object.entries(listed).every(([place, { bin, link, resolved }]) => {
    if (!existsSync(join(root, place, 'package.json'))) return false
    const isAtTop = place.lastIndexOf('node_modules/') === 0
    // The commands of a link are those of its target.
    const commands = link === true ? listed[resolved]?.bin : bin
    return !isAtTop || Object.keys(commands ?? {}).every((name) => existsSync(binOf(root, name)))
  })
}

const binOf = (root, name) => join(root, 'node_modules', '.bin', binName(basename(name)))

/**
 * Whether the packages of the lock file are installed, by the stamp of a finished install and by their files.
 *
 * @param {string} root
 */
export function arePackagesThere(root) {
  const stamp = stampFile(root)
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== expectedStamp(root)) return false
  return isListComplete(root)
}

/**
 * Returns the npm that started this, on its Node, otherwise that of the PATH. Never uses the Node that npm will
 * replace.
 */
function npmCommand(root, env) {
  const { npm_execpath: script = '', npm_node_execpath: node = '' } = env
  const isOwn = node.startsWith(join(root, 'node_modules'))
  if (/^npm(-cli)?\.c?js$/.test(basename(script)) && existsSync(script)) {
    return [!isOwn && existsSync(node) ? node : process.execPath, [script]]
  }
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
}

async function npm(root, args, env = {}) {
  const [command, first] = npmCommand(root, process.env)
  const own = join(root, 'node_modules', '.bin')
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== own)
  const run = await runChild(command, [...first, ...args, '--loglevel=error', '--no-audit', '--no-fund', ...RETRIES], {
    cwd: root,
    env: { ...process.env, ...env, PATH: path.join(delimiter) },
    shell: command === 'npm.cmd'
  })
  if (run.error?.code === 'ENOENT')
    throw new CliError('npm was not found. It comes with Node: install Node from https://nodejs.org and try again.')
  return run
}

const CAUSES = [
  [/ENOSPC|no space left/i, 'The disk is full. Free about 2 GB and try again.'],
  [
    /UNABLE_TO_|SELF_SIGNED|self.signed certificate|CERT_|unable to get (local )?issuer/i,
    'The registry’s certificate is not trusted. If your network inspects connections, give npm its certificate ("npm config set cafile FILE") and try again.'
  ],
  [/\b407\b|Proxy Authentication/i, 'The proxy requires a name and a password: see "npm config set https-proxy".'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/i,
    'The npm registry cannot be reached. Check the network (behind a proxy: "npm config set https-proxy URL") and try again.'
  ],
  [/EACCES|EPERM/, 'npm can’t write to this folder. Change its permissions and try again.']
]

/** Returns a sentence for a cause in npm's output, or `null`. */
const causeOf = (output) => CAUSES.find(([pattern]) => pattern.test(output))?.[1] ?? null

/** Falls back to `npm install`, because `npm ci` fails if the registry lacks an optional package of the lock file. */
async function installByNpm(root, say) {
  const strict = await npm(root, ['ci', '--ignore-scripts'])
  if (strict.status === 0) return
  const cause = causeOf(strict.output)
  if (cause !== null) throw new CliError(`${lastLines(strict.output)}\n\n${cause}`)
  say('"npm ci" failed. Trying "npm install", which does not change the lock file.')
  const loose = await npm(root, ['install', '--no-save', '--no-package-lock', '--ignore-scripts'])
  if (loose.status === 0) return
  const sentence = causeOf(loose.output) ?? 'The packages could not be installed. See the output of npm above.'
  throw new CliError(`${lastLines(loose.output)}\n\n${sentence}`)
}

/** Installs the packages of the lock file, and replaces those of an interrupted install. */
export async function installPackages(root, say) {
  say('Installing packages. This takes about a minute, only once…')
  forgetInstall(root)
  await installByNpm(root, say)
  if (!isListComplete(root))
    throw new CliError('npm succeeded, but packages are missing. Remove node_modules and try again.')
  writeFileSync(stampFile(root), expectedStamp(root))
}

/**
 * Makes the next setup install all packages, for use after an incomplete one was found.
 *
 * @param {string} root
 */
export const forgetInstall = (root) => rmSync(stampFile(root), { force: true })

/** Whether the keychain's native file exists; a project without keytar needs none. */
export const isKeytarBuilt = (root) =>
  !existsSync(join(root, 'node_modules/keytar')) || existsSync(join(root, KEYTAR_FILE))

const BUILD_KEYTAR = ['rebuild', 'keytar', '--foreground-scripts']

/**
 * Downloads or compiles the native file. Returns `null`, or the end of the output if that failed. A compilation
 * downloads Node's headers, which a proxy may block; the Node of the packages includes them.
 */
export async function buildKeytar(root) {
  const first = await npm(root, BUILD_KEYTAR)
  if (isKeytarBuilt(root)) return null
  const nodedir = headersFolder(root)
  if (nodedir === null) return lastLines(first.output)
  const second = await npm(root, BUILD_KEYTAR, { npm_config_nodedir: nodedir })
  return isKeytarBuilt(root) ? null : lastLines(second.output)
}

/** Electron contains this version; an older one crashes in the SQLite driver. */
const LEAST = 24

/** Folders of the packages that may contain Node for this computer. */
function nodeFolders(root) {
  const { platform, arch } = process
  const names = [`node-${platform === 'win32' ? 'win' : platform}-${arch}`, `node-bin-${platform}-${arch}`]
  return names.map((name) => join(root, 'node_modules', name))
}

/** Returns the folder with Node's headers, as `nodedir` for node-gyp, or `null`. */
const headersFolder = (root) =>
  nodeFolders(root).find((folder) => existsSync(join(folder, 'include/node/node_api.h'))) ?? null

/** Returns the path of Node. Throws if neither the packages nor this computer have one. */
export function projectNode(root) {
  const { platform, arch, execPath, version } = process
  const name = platform === 'win32' ? 'node.exe' : 'bin/node'
  const files = nodeFolders(root).map((place) => join(place, name))
  const found = [...files, execPath].find((file) => existsSync(file) && majorOf(file) >= LEAST)
  if (found !== undefined) return found
  throw new CliError(
    `The packages contain no Node ${LEAST} for ${platform}-${arch}, and this is ${version}. Install Node ${LEAST} from https://nodejs.org and try again.`
  )
}

function majorOf(file) {
  if (file === process.execPath) return Number(process.versions.node.split('.')[0])
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

/** Runs a program in its own process group, ends its remaining children, and returns its exit code. */
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
