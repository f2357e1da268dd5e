/** Electron's binary: its package brings types only, and fetches the rest with an installer of its own. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from '../setup/children.mjs'
import { lastLines } from '../setup/system-packages.mjs'

const LIMIT_MS = 60_000

export interface FetchOptions {
  /** The folder of the package `electron`. */
  readonly folder: string
  readonly env?: NodeJS.ProcessEnv
  readonly limitMs?: number
}

/** Runs the installer. null when the binary is there now, else why it is not, in one line. */
export async function fetchElectron({ folder, env = process.env, limitMs = LIMIT_MS }: FetchOptions) {
  removePartialElectron(folder)
  // Half a download stays in the temporary folder of whoever is killed: so it gets one that is removed here.
  const temporary = mkdtempSync(join(tmpdir(), 'proofsheet-electron-'))
  const environment = { ...env, TMPDIR: temporary, TEMP: temporary, TMP: temporary, ...proxyOf(env) }
  const clear = (): void => rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  process.once('exit', clear)
  try {
    const run = await runChild(process.execPath, [join(folder, 'install.js')], { env: environment, limitMs })
    if (run.status === 0) return null
    if (run.isLate) return `it did not come within ${Math.round(limitMs / 1000)} seconds`
    return reasonOf(run.output)
  } finally {
    process.removeListener('exit', clear)
    clear()
    removePartialElectron(folder)
  }
}

/** The installer looks at the proxy only when it is asked to. */
function proxyOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const hasProxy = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => env[name] !== undefined)
  return hasProxy ? { ELECTRON_GET_USE_PROXY: 'true' } : {}
}

const NETWORK = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|fetch failed|socket/

function reasonOf(output: string): string {
  if (/ENOSPC/.test(output)) return 'the disk is full'
  if (NETWORK.test(output)) return 'the place where it lies cannot be reached'
  const said = lastLines(output, 40).split('\n')
  const line = said.find((one) => /error/i.test(one)) ?? said.at(-1) ?? ''
  return `the installer says "${line.trim()}"`
}

/** The installer writes `path.txt` last: without it, what lies in `dist` was cut off and must not be taken for whole. */
export const isPartialElectron = (folder: string): boolean =>
  existsSync(join(folder, 'dist')) && !existsSync(join(folder, 'path.txt'))

export function removePartialElectron(folder: string): void {
  if (isPartialElectron(folder))
    rmSync(join(folder, 'dist'), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

/** The version of the package. */
export function electronVersion(folder: string): string {
  const read = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string }
  return read.version
}
