/** Downloads Electron with the installer of its package, and checks whether it starts. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, dirname } from 'node:path'
import { runChild } from '../setup/children.mjs'
import { lastLines } from '../setup/system-packages.mjs'

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
  return missing.length === 0 ? '' : ` It needs ${missing.join(', ')}. Install them to use Electron.`
}

/** The loader names only the first missing library; `ldd`, if available, names all. */
async function missingLibraries(binary: string, output: string): Promise<string[]> {
  const first = /loading shared libraries: ([^:\s]+):/.exec(output)?.[1]
  if (first === undefined) return []
  const { output: list } = await runChild('ldd', [binary], { cwd: dirname(binary), limitMs: PROBE_LIMIT_MS })
  const all = [...list.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name ?? '')
  return [...new Set([first, ...all])]
}
