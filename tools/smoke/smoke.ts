/** Runs and counts the three parts of the smoke test. */
import { readFileSync, readdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHELL_VARIABLE } from '../../drivers/chosen-shell.ts'
import { openApp, type OpenedApp } from '../../drivers/open-app.ts'
import { family, readProc } from '../../drivers/processes.ts'
import { BUNDLE_HEADERS } from '../../src/main/bundle-protocol.ts'
import { runTests, type Count } from '../test/run-tests.ts'
import { arrivalsTable } from './arrivals/orders.ts'
import { runArrivals, type ShellProgram } from './arrivals/run.ts'
import { partsOf, type Part, type SmokeOptions } from './options.ts'

const SUITE = join(import.meta.dirname, '../../test/e2e')

/** Never rejects; a part that throws counts as failed. */
export async function runSmoke(options: SmokeOptions, shell: ShellProgram, signal: AbortSignal): Promise<Count> {
  const runs: Readonly<Record<Part, () => Promise<Count> | Count>> = {
    shell: () => checkShell({ ...shell, allowsAnyVersion: options.anyVersion }),
    arrivals: () => checkArrivals(shell),
    suite: () => runSuite(options.rest, shell)
  }
  const total = { passed: 0, failed: 0 }
  for (const part of partsOf(options)) {
    if (signal.aborted) break
    const { passed, failed } = await guarded(runs[part])
    total.passed += passed
    total.failed += failed
  }
  return total
}

async function guarded(run: () => Promise<Count> | Count): Promise<Count> {
  try {
    return await run()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1 }
  }
}

async function checkShell(shell: ShellFactOptions): Promise<Count> {
  console.log('\nProperties of the shell')
  const facts = await readShellFacts(shell)
  for (const { what, problem } of facts)
    console.log(problem === null ? `  ok      ${what}` : `  NOT OK  ${what}: ${problem}`)
  console.log('  Fuses are set and checked when the app is packed: npm run package.')
  return countProblems(facts)
}

async function checkArrivals(shell: ShellProgram): Promise<Count> {
  console.log('\nHow often single requests arrive at a service that drops sockets')
  const rows = await runArrivals(shell)
  console.log(arrivalsTable(rows))
  return countProblems(rows)
}

function runSuite(files: readonly string[], { env }: ShellProgram): Count {
  console.log('\nThe end-to-end tests in Electron, except these, which require the Chromium host:')
  for (const title of hostOnlyTests(SUITE)) console.log(`  - ${title}`)
  const args = ['--mode', 'deep', ...(files.length > 0 ? files : ['test/e2e'])]
  const count = runTests({ args, env: { ...env, [SHELL_VARIABLE]: 'electron' } })
  return count.passed + count.failed > 0 ? count : { passed: 0, failed: 1 }
}

function countProblems(all: readonly { readonly problem: string | null }[]): Count {
  const failed = all.filter(({ problem }) => problem !== null).length
  return { passed: all.length - failed, failed }
}

/** Returns the titles of the tests of the host, in the order of the files. `folder`: the end-to-end tests. */
export function hostOnlyTests(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'))
  return files.toSorted().flatMap((name) => titlesIn(readFileSync(join(folder, name), 'utf8')))
}

/** Throws if a block has no readable title, because each must be reported. */
export function titlesIn(source: string): readonly string[] {
  const blocks = source.split(/^\s*hostOnly\(/m).slice(1)
  return blocks.map((block) => {
    const title = /^\(\) => \{\s*(?:it|test|describe)(?:\.each\([\s\S]*?\))?\('([^']*)'/.exec(block)?.[1]
    if (title === undefined) throw new Error(`This test of the host has no readable title: ${block.slice(0, 80)}`)
    return title
  })
}

// Checks properties of the real shell in the running app.

interface Fact {
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

interface ShellFactOptions {
  /** Additional environment. */
  readonly env: NodeJS.ProcessEnv
  readonly allowsAnyVersion: boolean
}

/** Opens the app once. */
async function readShellFacts({ env, allowsAnyVersion }: ShellFactOptions): Promise<readonly Fact[]> {
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
