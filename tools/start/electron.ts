/** Downloads Electron with the installer of its package, and checks whether it starts. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, dirname } from 'node:path'
import { runChild } from '../setup/children.mjs'
import { lastLines, readMachine } from '../setup/system-packages.mjs'

const DOWNLOAD_LIMIT_MS = 60_000
const PROBE_LIMIT_MS = 20_000

export interface FetchOptions {
  /** The folder of the package `electron`. */
  readonly folder: string
  readonly env?: NodeJS.ProcessEnv
  readonly limitMs?: number
}

/** Runs the installer. Returns `null`, or why it failed, in one line. */
export async function fetchElectron({ folder, env = process.env, limitMs = DOWNLOAD_LIMIT_MS }: FetchOptions) {
  removePartialElectron(folder)
  // A killed installer leaves its download in the temporary folder, so it gets one that is removed.
  const temporary = mkdtempSync(join(tmpdir(), 'proofsheet-electron-'))
  const environment = { ...env, TMPDIR: temporary, TEMP: temporary, TMP: temporary, ...proxyOf(env) }
  const clear = (): void => rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  process.once('exit', clear)
  try {
    const run = await runChild(process.execPath, [join(folder, 'install.js')], { env: environment, limitMs })
    if (run.status === 0) return null
    if (run.isLate) return `the download took more than ${Math.round(limitMs / 1000)} seconds`
    return reasonOf(run.output)
  } finally {
    process.removeListener('exit', clear)
    clear()
    removePartialElectron(folder)
  }
}

/** The installer uses the proxy only with this variable. */
function proxyOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const hasProxy = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => env[name] !== undefined)
  return hasProxy ? { ELECTRON_GET_USE_PROXY: 'true' } : {}
}

const NETWORK = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|fetch failed|socket/

function reasonOf(output: string): string {
  if (/ENOSPC/.test(output)) return 'the disk is full'
  if (NETWORK.test(output)) return 'its server can’t be reached'
  const lines = lastLines(output, 40).split('\n')
  const line = lines.find((one) => /error/i.test(one)) ?? lines.at(-1) ?? ''
  return `the installer reported "${line.trim()}"`
}

/** Whether `dist` is incomplete: the installer writes `path.txt` last. */
export const isPartialElectron = (folder: string): boolean =>
  existsSync(join(folder, 'dist')) && !existsSync(join(folder, 'path.txt'))

export function removePartialElectron(folder: string): void {
  if (isPartialElectron(folder))
    rmSync(join(folder, 'dist'), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

/** Returns the version of the package. */
export function electronVersion(folder: string): string {
  const read = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string }
  return read.version
}

/** Debian packages of the libraries that Electron is linked to. */
const DEBIAN_PACKAGE_OF: Readonly<Record<string, string>> = {
  'libasound.so.2': 'libasound2',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libcairo.so.2': 'libcairo2',
  'libcups.so.2': 'libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libdrm.so.2': 'libdrm2',
  'libexpat.so.1': 'libexpat1',
  'libgbm.so.1': 'libgbm1',
  'libgio-2.0.so.0': 'libglib2.0-0',
  'libglib-2.0.so.0': 'libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0',
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libsmime3.so': 'libnss3',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libudev.so.1': 'libudev1',
  'libX11.so.6': 'libx11-6',
  'libxcb.so.1': 'libxcb1',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libXrandr.so.2': 'libxrandr2'
}

/** Returns `null` if Electron starts, otherwise a sentence with the reason and, if known, what to do. */
export async function probeElectron(binary: string): Promise<string | null> {
  // As Node it loads every library but needs no display and no sandbox.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const run = await runChild(binary, ['-p', 'process.version'], { env, limitMs: PROBE_LIMIT_MS })
  // A shell may run a file that is not a program, without an error.
  if (run.status === 0 && /^v\d/.test(run.output)) return null
  const last = run.output.trim().split('\n').at(-1)
  const reason = run.error?.message ?? (run.isLate ? 'it did not respond' : last)
  return `Electron is installed but does not start: ${reason === undefined || reason === '' ? 'no output' : reason}.${await advice(binary, run.output)}`
}

async function advice(binary: string, output: string): Promise<string> {
  const missing = await missingLibraries(binary, output)
  if (missing.length === 0) return ''
  const packages = [...new Set(missing.map((name) => DEBIAN_PACKAGE_OF[name]).filter((name) => name !== undefined))]
  if (readMachine().distribution === 'other' || packages.length === 0)
    return ` It needs ${missing.join(', ')}. Install them to use Electron.`
  return ` To install what it needs:\n\n  sudo apt-get install -y ${packages.join(' ')}\n`
}

/** The loader names only the first missing library; `ldd`, if available, names all. */
async function missingLibraries(binary: string, output: string): Promise<string[]> {
  const first = /loading shared libraries: ([^:\s]+):/.exec(output)?.[1]
  if (first === undefined) return []
  const { output: list } = await runChild('ldd', [binary], { cwd: dirname(binary), limitMs: PROBE_LIMIT_MS })
  const all = [...list.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name ?? '')
  return [...new Set([first, ...all])]
}
