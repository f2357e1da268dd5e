/** Finds and installs missing system packages. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { runChild } from './children.mjs'
import { CliError } from './cli-error.mjs'

/** Debian packages of each need, and a description for other systems. */
const NEEDS = {
  browser: { packages: ['chromium'], words: 'Chromium or Google Chrome' },
  headless: { packages: ['chromium-headless-shell'], words: 'the headless shell of Chromium' },
  fonts: { packages: ['fonts-inter', 'fonts-noto-core', 'fonts-noto-cjk'], words: 'the fonts Inter and Noto' },
  display: { packages: ['xvfb'], words: 'Xvfb' },
  keyring: {
    packages: ['dbus', 'gnome-keyring', 'libsecret-1-0', 'libsecret-tools'],
    words: 'D-Bus and a Secret Service (gnome-keyring, libsecret)'
  },
  compiler: {
    packages: ['python3', 'make', 'g++', 'libsecret-1-dev'],
    words: 'Python 3, make, a C++ compiler and the headers of libsecret'
  }
}
/** Packages that only Debian has. */
const DEBIAN_ONLY = new Set(NEEDS.headless.packages)
const COMMANDS = { python3: 'python3', make: 'make', 'g++': 'g++', xvfb: 'Xvfb' }
const CHROME_FOR_UBUNTU =
  'On Ubuntu "chromium" is a snap, which cannot be used here. Google Chrome can:\n\n' +
  '  wget -O /tmp/chrome.deb https://dl.google.com/linux/direct/google-chrome-stable_current_amd64.deb\n' +
  '  sudo apt-get install -y /tmp/chrome.deb\n'

const isSystem = (name) =>
  existsSync('/etc/os-release') && new RegExp(`^ID=["']?${name}`, 'm').test(readFileSync('/etc/os-release', 'utf8'))

/** Returns `debian` also for its derivatives, except Ubuntu. */
function readDistribution() {
  if (!existsSync('/usr/bin/dpkg-query')) return 'other'
  return isSystem('ubuntu') ? 'ubuntu' : 'debian'
}

/** Queries all packages at once, because single queries would take longer than the rest of a second start. */
function installedOf(names) {
  const format = '-f=${Package} ${Status}\\n'
  const { stdout } = spawnSync('dpkg-query', ['-W', format, ...names], { encoding: 'utf8' })
  const lines = (stdout ?? '').split('\n').filter((line) => line.endsWith(' install ok installed'))
  return lines.map((line) => line.split(' ')[0])
}

/**
 * @typedef {'browser' | 'headless' | 'fonts' | 'display' | 'keyring' | 'compiler'} Need
 * @typedef {{
 *   readonly platform: NodeJS.Platform,
 *   readonly isRoot: boolean,
 *   readonly distribution: 'debian' | 'ubuntu' | 'other',
 *   readonly isDebianItself: boolean,
 *   readonly installedOf: (names: readonly string[]) => readonly string[],
 *   readonly hasBrowser: () => boolean,
 *   readonly hasCommand: (name: string) => boolean
 * }} Machine
 * @typedef {{ readonly say: (sentence: string) => void, readonly machine?: Machine }} Surroundings
 */

/**
 * Reads what the decisions below depend on; tests replace it.
 *
 * @returns {Machine}
 */
function readMachine(env = process.env) {
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    distribution: process.platform === 'linux' ? readDistribution() : 'other',
    isDebianItself: process.platform === 'linux' && isSystem('debian'),
    installedOf,
    hasBrowser: () => findBrowser(env) !== null,
    hasCommand: (name) => (env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
  }
}

/**
 * Returns the missing Debian packages of some needs. Other systems than Linux only lack a browser.
 *
 * @param {readonly Need[]} needs
 * @param {Machine} machine
 * @returns {string[]}
 */
export function missingOf(needs, machine) {
  const packages = needs.flatMap((need) => NEEDS[need].packages)
  const isThere = (name) =>
    name === 'chromium' ? machine.hasBrowser() : name in COMMANDS && machine.hasCommand(COMMANDS[name])
  const isKnown = (name) => machine.isDebianItself || !DEBIAN_ONLY.has(name)
  const requested = packages.filter((name) => isKnown(name) && !isThere(name))
  // macOS and Windows only lack a browser.
  if (machine.platform !== 'linux') return requested.filter((name) => name === 'chromium')
  if (requested.length === 0) return []
  if (machine.distribution === 'other') return requested.filter((name) => name === 'chromium' || name in COMMANDS)
  const installed = machine.installedOf(requested)
  return requested.filter((name) => name === 'chromium' || !installed.includes(name))
}

/**
 * Returns what the user can do about missing packages.
 *
 * @param {readonly string[]} missing
 * @param {Machine} machine
 */
export function adviceFor(missing, machine) {
  const isLackingBrowser = missing.includes('chromium')
  if (machine.distribution === 'other') {
    const needs = Object.values(NEEDS).filter(({ packages }) => packages.some((name) => missing.includes(name)))
    return `Please install ${needs.map(({ words }) => words).join('; ')}.`
  }
  const names = machine.distribution === 'ubuntu' ? missing.filter((name) => name !== 'chromium') : missing
  const command = names.length === 0 ? '' : `\n\n  sudo apt-get install -y ${names.join(' ')}\n`
  const chrome = isLackingBrowser && machine.distribution === 'ubuntu' ? `\n${CHROME_FOR_UBUNTU}` : ''
  return `${command}${chrome}`
}

/**
 * Returns the packages that root can install on Debian or Ubuntu, whose `chromium` is a snap.
 *
 * @param {readonly string[]} missing
 * @param {Machine} machine
 * @returns {readonly string[]}
 */
export const installable = (missing, machine) =>
  machine.isRoot && machine.distribution !== 'other'
    ? missing.filter((name) => name !== 'chromium' || machine.distribution === 'debian')
    : []

async function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = await runChild('apt-get', ['-qq', ...args], { env })
  return run.error === null ? run : { ...run, output: run.error.message }
}

/** Repairs an interrupted dpkg and old package lists. Returns apt's output, or `null` after a success. */
async function install(names) {
  const wanted = ['install', '-y', '--no-install-recommends', ...names]
  const first = await apt(wanted)
  if (first.status === 0) return null
  if (first.output.includes('dpkg --configure -a')) await runChild('dpkg', ['--configure', '-a'])
  await apt(['update'])
  const second = await apt(wanted)
  return second.status === 0 ? null : second.output.trim()
}

/**
 * Installs missing packages if possible, otherwise throws `CliError` with `reason` and what to do.
 *
 * @param {readonly Need[]} needs
 * @param {string} reason
 * @param {Surroundings} surroundings
 */
export async function provide(needs, reason, { say, machine = readMachine() }) {
  const missing = missingOf(needs, machine)
  if (missing.length === 0) return
  const names = installable(missing, machine)
  if (names.length > 0) {
    say(`Installing system packages: ${names.join(' ')}…`)
    const output = await install(names)
    if (output !== null) say(lastLines(output))
  }
  const left = missingOf(needs, machine)
  if (left.length === 0) return
  const advice = adviceFor(left, machine)
  throw new CliError(`${reason}${advice.startsWith('\n') ? '' : ' '}${advice}`)
}

/**
 * Does the same for optional packages, with a hint instead of an error. Returns whether nothing is missing.
 *
 * @param {readonly Need[]} needs
 * @param {string} reason
 * @param {Surroundings} surroundings
 */
export async function provideIfPossible(needs, reason, surroundings) {
  try {
    await provide(needs, reason, surroundings)
    return true
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    surroundings.say(error.message)
    return false
  }
}

/**
 * Returns the last lines of an output.
 *
 * @param {string} text
 */
export const lastLines = (text, count = 12) => text.trim().split('\n').slice(-count).join('\n')
