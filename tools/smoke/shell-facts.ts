/** Checks properties of the real shell in the running app. */
import { createRequire } from 'node:module'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUNDLE_HEADERS } from '../../src/main/bundle-protocol.ts'
import { openApp, type OpenedApp } from '../../drivers/open-app.ts'
import { family, readProc } from '../../drivers/processes.ts'

export interface Fact {
  readonly what: string
  /** `null` if it is as expected. */
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
/** Value in /proc/<pid>/status for an active filter of system calls. */
const SECCOMP_FILTER = '2'

export interface ShellFactOptions {
  /** Additional environment. */
  readonly env: NodeJS.ProcessEnv
  readonly allowsAnyVersion: boolean
}

/** Opens the app once. */
export async function readShellFacts({ env, allowsAnyVersion }: ShellFactOptions): Promise<readonly Fact[]> {
  const profile = mkdtempSync(join(tmpdir(), 'proofsheet-smoke-'))
  const app = await openApp({ shell: 'electron', profile, env })
  try {
    return [
      ...(allowsAnyVersion
        ? []
        : [{ what: 'the shell is the Electron of package.json', problem: await versionProblem(app) }]),
      ...sandboxFacts(app.pid),
      { what: 'the preload has its own world', problem: await isolationProblem(app) },
      { what: 'the page has no access to Node', problem: await nodeProblem(app) },
      { what: 'the built page has the strict policy', problem: await policyProblem(app) },
      { what: 'it quits on request', problem: await endProblem(app) }
    ]
  } finally {
    await app.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

async function versionProblem({ page }: OpenedApp): Promise<string | null> {
  const cdp = await page.context().browser()?.newBrowserCDPSession()
  const agent = (await cdp?.send('Browser.getVersion'))?.userAgent ?? ''
  const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string }
  return agent.includes(`Electron/${version}`) ? null : `it reports "${agent}"`
}

/** Only Linux shows the sandbox from outside. */
function sandboxFacts(pid: number): readonly Fact[] {
  if (process.platform !== 'linux') return []
  return [{ what: 'the window runs in the system’s sandbox', problem: sandboxProblem(pid) }]
}

function sandboxProblem(pid: number): string | null {
  if (process.getuid?.() === 0) return 'root cannot use it; run this as another user'
  const renderers = family(pid).filter((one) => readProc(one, 'cmdline').includes('--type=renderer'))
  if (renderers.length === 0) return 'no process of a window found'
  const open = renderers.filter(
    (one) => /^Seccomp:\s*(\d)/m.exec(readProc(one, 'status').toString())?.[1] !== SECCOMP_FILTER
  )
  return open.length === 0 ? null : `${open.length} of ${renderers.length} window processes run without it`
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
  const policy = answer?.headers()['content-security-policy']
  return policy === BUNDLE_HEADERS['content-security-policy'] ? null : `it has "${policy ?? 'none'}"`
}

async function endProblem(app: OpenedApp): Promise<string | null> {
  const code = await app.close()
  return code === 0 ? null : `it ended with ${String(code)}`
}
