/** npm's packages: whether they are really there, and how they come. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { runChild } from './children.mjs'
import { headersPlace } from './project-node.mjs'
import { lastLines } from './system-packages.mjs'
import { CliError } from './cli-error.mjs'

const KEYTAR_FILE = 'node_modules/keytar/build/Release/keytar.node'
/** Two more tries within seconds, instead of npm's minutes without a network. */
const PATIENCE = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']

/** What the installed packages depend on: the lock file and the machine. */
function wantedStamp(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
}

const stampFile = (root) => join(root, 'node_modules', '.setup-stamp')

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

const binName = (name) => (process.platform === 'win32' ? `${name}.cmd` : name)

/** npm's own list of what it put there; each folder of it and each command must be found again. */
function isListComplete(root) {
  const listed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages
  if (listed === undefined) return false
  return Object.entries(listed).every(([place, { bin, link, resolved }]) => {
    if (!existsSync(join(root, place, 'package.json'))) return false
    const isAtTop = place.lastIndexOf('node_modules/') === 0
    // A link has its commands where it leads to.
    const commands = link === true ? listed[resolved]?.bin : bin
    return !isAtTop || Object.keys(commands ?? {}).every((name) => existsSync(binOf(root, name)))
  })
}

const binOf = (root, name) => join(root, 'node_modules', '.bin', binName(basename(name)))

/** Whether what the lock file asks for is there, by the stamp of a finished install and by the files themselves. */
export function arePackagesThere(root) {
  const stamp = stampFile(root)
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wantedStamp(root)) return false
  return isListComplete(root)
}

/** The npm that started this, on its own Node; else the one on the PATH. Never on the Node that it is about to replace. */
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
  const run = await runChild(command, [...first, ...args, '--loglevel=error', '--no-audit', '--no-fund', ...PATIENCE], {
    cwd: root,
    env: { ...process.env, ...env, PATH: path.join(delimiter) },
    shell: command === 'npm.cmd'
  })
  if (run.error?.code === 'ENOENT')
    throw new CliError('npm was not found. It comes with Node: install Node from https://nodejs.org and try again.')
  return run
}

const CAUSES = [
  [/ENOSPC|no space left/i, 'The disk is full. Make some room (about 2 GB for everything) and try again.'],
  [
    /UNABLE_TO_|SELF_SIGNED|self.signed certificate|CERT_|unable to get (local )?issuer/i,
    'The registry showed a certificate that is not trusted here. If your network looks into connections, give npm its certificate ("npm config set cafile FILE") and try again.'
  ],
  [/\b407\b|Proxy Authentication/i, 'The proxy wants a name and a password: see "npm config set https-proxy".'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/i,
    'The npm registry cannot be reached. Check the network (behind a proxy: "npm config set https-proxy URL") and try again.'
  ],
  [/EACCES|EPERM/, 'npm may not write here. Give yourself the right to this folder and try again.']
]

/** The sentence for a cause that is known by what npm said, or null. */
const causeOf = (output) => CAUSES.find(([pattern]) => pattern.test(output))?.[1] ?? null

/** A lock file may name an optional platform package that is not served where this runs; npm ci then refuses. */
async function installByNpm(root, say) {
  const strict = await npm(root, ['ci', '--ignore-scripts'])
  if (strict.status === 0) return
  const cause = causeOf(strict.output)
  if (cause !== null) throw new CliError(`${lastLines(strict.output)}\n\n${cause}`)
  say('"npm ci" did not work here; trying "npm install", which leaves the lock file as it is.')
  const loose = await npm(root, ['install', '--no-save', '--no-package-lock', '--ignore-scripts'])
  if (loose.status === 0) return
  const sentence = causeOf(loose.output) ?? 'The packages could not be installed; what npm said stands above.'
  throw new CliError(`${lastLines(loose.output)}\n\n${sentence}`)
}

/** Installs what the lock file names. Whatever a killed install left behind is replaced. */
export async function installPackages(root, say) {
  say('Installing packages: about a minute, this once…')
  forgetInstall(root)
  await installByNpm(root, say)
  if (!isListComplete(root))
    throw new CliError('npm ended well, but packages are missing. Remove node_modules and try again.')
  writeFileSync(stampFile(root), wantedStamp(root))
}

/** For whoever found a package that is not whole: the next set-up installs them all. */
export const forgetInstall = (root) => rmSync(stampFile(root), { force: true })

/** Whether the keychain's native file is there; a project without keytar needs none. */
export const isKeytarBuilt = (root) =>
  !existsSync(join(root, 'node_modules/keytar')) || existsSync(join(root, KEYTAR_FILE))

const BUILD_KEYTAR = ['rebuild', 'keytar', '--foreground-scripts']

/**
 * Fetches or compiles it. Answers null, or the end of what was said when that did not work. To compile means to fetch
 * the headers of Node first, from a place that a proxy may not let through; the Node of the packages brings its own.
 */
export async function buildKeytar(root) {
  const first = await npm(root, BUILD_KEYTAR)
  if (isKeytarBuilt(root)) return null
  const nodedir = headersPlace(root)
  if (nodedir === null) return lastLines(first.output)
  const second = await npm(root, BUILD_KEYTAR, { npm_config_nodedir: nodedir })
  return isKeytarBuilt(root) ? null : lastLines(second.output)
}
