/** What Proofsheet needs of the system beside npm's packages: what is missing, and how it comes here. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { runChild } from './children.mjs'
import { CliError } from './cli-error.mjs'

/** Each need with its Debian packages, the command that also satisfies a package, and words for other systems. */
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
/** Packages that Debian alone has. */
const DEBIAN_ONLY = new Set(NEEDS.headless.packages)
const COMMANDS = { python3: 'python3', make: 'make', 'g++': 'g++', xvfb: 'Xvfb' }
const CHROME_FOR_UBUNTU =
  'On Ubuntu "chromium" is a snap, which cannot be used here. Google Chrome can:\n\n' +
  '  wget -O /tmp/chrome.deb https://dl.google.com/linux/direct/google-chrome-stable_current_amd64.deb\n' +
  '  sudo apt-get install -y /tmp/chrome.deb\n'

const isSystem = (name) =>
  existsSync('/etc/os-release') && new RegExp(`^ID=["']?${name}`, 'm').test(readFileSync('/etc/os-release', 'utf8'))

/** `debian` for everything that is made from it but Ubuntu. */
function readDistribution() {
  if (!existsSync('/usr/bin/dpkg-query')) return 'other'
  return isSystem('ubuntu') ? 'ubuntu' : 'debian'
}

/** All of them in one question: each one asked for by itself would take longer than the rest of a second start. */
function installedOf(names) {
  const format = '-f=${Package} ${Status}\\n'
  const { stdout } = spawnSync('dpkg-query', ['-W', format, ...names], { encoding: 'utf8' })
  const lines = (stdout ?? '').split('\n').filter((line) => line.endsWith(' install ok installed'))
  return lines.map((line) => line.split(' ')[0])
}

/** What the decisions below are made from; a test makes one up. */
export function readMachine(env = process.env) {
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

/** What of these needs is missing: names of Debian packages, or words on another Linux. Elsewhere the system has it. */
export function missingOf(needs, machine) {
  const packages = needs.flatMap((need) => NEEDS[need].packages)
  const isThere = (name) =>
    name === 'chromium' ? machine.hasBrowser() : name in COMMANDS && machine.hasCommand(COMMANDS[name])
  const isKnown = (name) => machine.isDebianItself || !DEBIAN_ONLY.has(name)
  const asked = packages.filter((name) => isKnown(name) && !isThere(name))
  // A browser for a mac or for Windows is the one thing here that such a system may lack.
  if (machine.platform !== 'linux') return asked.filter((name) => name === 'chromium')
  if (asked.length === 0) return []
  if (machine.distribution === 'other') return asked.filter((name) => name === 'chromium' || name in COMMANDS)
  const installed = machine.installedOf(asked)
  return asked.filter((name) => name === 'chromium' || !installed.includes(name))
}

/** What a person can do about it, by hand. */
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

/** Root on Debian or Ubuntu; `chromium` of Ubuntu's would be the snap. */
export const installable = (missing, machine) =>
  machine.isRoot && machine.distribution !== 'other'
    ? missing.filter((name) => name !== 'chromium' || machine.distribution === 'debian')
    : []

async function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = await runChild('apt-get', ['-qq', ...args], { env })
  return run.error === null ? run : { ...run, output: run.error.message }
}

/** An interrupted dpkg and old package lists heal here. Answers what apt said in the end, or null when all is well. */
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
 * Sees to it that what is needed is there. Installs it where that is possible; else throws `CliError` that begins with
 * `reason` and goes on with what to do.
 */
export async function provide(needs, reason, { say, machine = readMachine() }) {
  const missing = missingOf(needs, machine)
  if (missing.length === 0) return
  const names = installable(missing, machine)
  if (names.length > 0) {
    say(`Installing system packages: ${names.join(' ')}…`)
    const said = await install(names)
    if (said !== null) say(lastLines(said))
  }
  const left = missingOf(needs, machine)
  if (left.length === 0) return
  const advice = adviceFor(left, machine)
  throw new CliError(`${reason}${advice.startsWith('\n') ? '' : ' '}${advice}`)
}

/** The same for what is merely nice: says it as a hint and goes on. Answers whether everything is there. */
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

/** The end of what a program said. */
export const lastLines = (text, count = 12) => text.trim().split('\n').slice(-count).join('\n')
