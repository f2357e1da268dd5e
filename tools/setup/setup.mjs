/**
 * Makes a fresh clone ready: checks Node, system packages, npm packages. Runs on Node 20 (plain JavaScript: the
 * Node that the project itself runs on arrives with the packages). Does nothing, in a few milliseconds, when all is there.
 *
 *   node tools/setup/setup.mjs
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { missingDebianPackages, systemAdvice } from './system-packages.mjs'

const ROOT = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..')
const STAMP = join(ROOT, 'node_modules', '.setup-stamp')

const say = (text) => process.stderr.write(`${text}\n`)

/** Ends with a sentence a person can act on. */
function stop(text) {
  say(text)
  process.exit(1)
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    stop(`Proofsheet needs Node 20 or newer to set itself up; this is ${process.version}. See https://nodejs.org.`)
}

function installSystemPackages() {
  const missing = missingDebianPackages()
  if (missing.length === 0) return
  const advice = systemAdvice(missing)
  if (!advice.canInstall) return stop(advice.sentence)
  say(`Installing system packages: ${missing.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  if (
    !apt(['install', '-y', '-qq', ...missing]) &&
    !(apt(['update', '-qq']) && apt(['install', '-y', '-qq', ...missing]))
  ) {
    stop(`These system packages could not be installed: ${missing.join(' ')}. Install them by hand and try again.`)
  }
}

/** What the installed packages depend on: the lock file, and the machine that compiled keytar. */
function wantedStamp() {
  const lock = readFileSync(join(ROOT, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
}

const npm = (args) =>
  spawnSync('npm', args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
    .status === 0

function installPackages() {
  const stamp = wantedStamp()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  say('Installing packages (about a minute)...')
  // A lock file may name an optional platform package that is not served where this runs; npm ci then refuses.
  if (!npm(['ci', '--loglevel=error'])) {
    say('npm ci did not work here; trying npm install without changing the lock file.')
    if (!npm(['install', '--no-save', '--loglevel=error']))
      stop('The packages could not be installed. What npm said stands above.')
  }
  checkProjectNode()
  writeFileSync(STAMP, stamp)
}

/** The project's own Node must be the one Electron embeds: an older one crashes on the SQLite driver. */
function checkProjectNode() {
  const name = process.platform === 'win32' ? 'node.cmd' : 'node'
  const own = join(ROOT, 'node_modules', '.bin', name)
  const found = existsSync(own)
    ? execFileSync(own, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' }).trim()
    : null
  const version = found ?? process.version
  if (Number(version.slice(1).split('.')[0]) < 24) {
    stop(
      `No Node 24 came with the packages for ${process.platform}-${process.arch}, and this is ${process.version}. Install Node 24 and try again.`
    )
  }
}

checkNode()
installSystemPackages()
installPackages()
