/** What only the real shell can show of itself: asked of the built app as it runs. */
import { createRequire } from 'node:module'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUNDLE_HEADERS } from '../../src/main/bundle-protocol.ts'
import { openApp, type OpenedApp } from '../../drivers/open-app.ts'

export interface Fact {
  readonly what: string
  /** null: it is so. */
  readonly problem: string | null
}

const NODE_NAMES = [
  'require',
  'module',
  'exports',
  'process',
  'Buffer',
  'global',
  '__dirname',
  'electron',
  'ipcRenderer'
]
const PRELOAD_WORLD = 'Electron Isolated Context'
/** Of /proc/<pid>/status: a filter of system calls is in force. */
const SECCOMP_FILTER = '2'

export interface ShellQuestion {
  /** Beside that of this process. */
  readonly env: NodeJS.ProcessEnv
  readonly allowsAnyVersion: boolean
}

/** Opens the built app once. */
export async function readShellFacts({ env, allowsAnyVersion }: ShellQuestion): Promise<readonly Fact[]> {
  const profile = mkdtempSync(join(tmpdir(), 'proofsheet-smoke-'))
  const app = await openApp({ shell: 'electron', profile, env })
  try {
    return [
      ...(allowsAnyVersion
        ? []
        : [{ what: 'the shell is the Electron of package.json', problem: await versionProblem(app) }]),
      ...sandboxFacts(app.pid),
      { what: 'the preload has a world of its own', problem: await isolationProblem(app) },
      { what: 'the page knows nothing of Node', problem: await nodeProblem(app) },
      { what: 'the built window comes with the strict policy', problem: await policyProblem(app) },
      { what: 'it quits when it is asked to', problem: await endProblem(app) }
    ]
  } finally {
    await app.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

async function versionProblem({ page }: OpenedApp): Promise<string | null> {
  const cdp = await page.context().browser()?.newBrowserCDPSession()
  const agent = (await cdp?.send('Browser.getVersion'))?.userAgent ?? ''
  // The package's own file.
  const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string }
  return agent.includes(`Electron/${version}`) ? null : `it says "${agent}"`
}

/** Only Linux tells it from outside; elsewhere nothing is said. */
function sandboxFacts(pid: number): readonly Fact[] {
  if (process.platform !== 'linux') return []
  return [{ what: 'the window runs in the sandbox of the system', problem: sandboxProblem(pid) }]
}

function sandboxProblem(pid: number): string | null {
  if (process.getuid?.() === 0) return 'root cannot have it: run this as another user'
  const renderers = descendantsOf(pid).filter((one) => readProc(one, 'cmdline').includes('--type=renderer'))
  if (renderers.length === 0) return 'no process of a window was found'
  const open = renderers.filter((one) => /^Seccomp:\s*(\d)/m.exec(readProc(one, 'status'))?.[1] !== SECCOMP_FILTER)
  return open.length === 0 ? null : `${open.length} of ${renderers.length} processes of windows run without it`
}

function descendantsOf(pid: number): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = pids
    .map(Number)
    .filter((one) => Number(/^PPid:\s*(\d+)/m.exec(readProc(one, 'status'))?.[1]) === pid)
  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

/** '' when the process has gone meanwhile. */
function readProc(pid: number, what: 'status' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}

async function isolationProblem({ page }: OpenedApp): Promise<string | null> {
  const cdp = await page.context().newCDPSession(page)
  const worlds: string[] = []
  cdp.on('Runtime.executionContextCreated', ({ context }) => worlds.push(context.name))
  await cdp.send('Runtime.enable')
  await cdp.detach()
  return worlds.includes(PRELOAD_WORLD) ? null : `its worlds are ${JSON.stringify(worlds)}`
}

async function nodeProblem({ page }: OpenedApp): Promise<string | null> {
  const found = await page.evaluate((names) => names.filter((name) => name in globalThis), NODE_NAMES)
  return found.length === 0 ? null : `it has ${found.join(', ')}`
}

async function policyProblem({ page }: OpenedApp): Promise<string | null> {
  const answer = await page.reload()
  const told = answer?.headers()['content-security-policy']
  return told === BUNDLE_HEADERS['content-security-policy'] ? null : `it comes with "${told ?? 'none'}"`
}

async function endProblem(app: OpenedApp): Promise<string | null> {
  const code = await app.close()
  return code === 0 ? null : `it ended with ${String(code)}`
}
