/** Finds a Chromium or Chrome for the host. */
import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = {
  linux: [
    '/usr/lib/chromium/chromium',
    '/usr/lib/chromium-browser/chromium-browser',
    '/opt/google/chrome/chrome',
    '/opt/chromium.org/chromium/chromium'
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium'
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe'
  ]
}
const HEAD_BYTES = 2_000

/** Detects Ubuntu's `chromium-browser`, a script that starts a snap, because a snap cannot read folders in /tmp. */
function isSnap(file) {
  const real = realpathSync(file)
  if (real.startsWith('/snap/') || real.endsWith('/snap')) return true
  const head = Buffer.alloc(HEAD_BYTES)
  const handle = openSync(real, 'r')
  const length = readSync(handle, head, 0, HEAD_BYTES, 0)
  closeSync(handle)
  const text = head.toString('latin1', 0, length)
  return text.startsWith('#!') && /\bsnap\b/.test(text)
}

/** Debian's Chromium without windows, which starts in half the time and draws no frame. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'

/**
 * Returns the path of the best browser without a window, or `null`. `CHROMIUM_PATH` has precedence.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function findHeadlessBrowser(env = process.env) {
  const isNamed = env.CHROMIUM_PATH !== undefined && env.CHROMIUM_PATH !== ''
  return !isNamed && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findBrowser(env)
}

/**
 * Returns the path of a browser, or `null`. `CHROMIUM_PATH` has precedence.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} places
 * @returns {string | null}
 */
export function findBrowser(env = process.env, places = PLACES[process.platform] ?? []) {
  const named = env.CHROMIUM_PATH
  if (named !== undefined && named !== '') return existsSync(named) ? named : null
  const onPath = (env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...places, ...onPath].find((file) => existsSync(file) && !isSnap(file)) ?? null
}
