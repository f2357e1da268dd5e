/** The three parts of the smoke test, each printed as it goes and counted. */
import { join } from 'node:path'
import { SHELL_VARIABLE } from '../../drivers/chosen-shell.ts'
import { runTests, type Count } from '../test/run-tests.ts'
import { arrivalsTable } from './arrivals/count.ts'
import { runArrivals } from './arrivals/run.ts'
import { hostOnlyTests } from './host-only-tests.ts'
import { partsOf, type Part, type SmokeOptions } from './options.ts'
import { readShellFacts, type ShellQuestion } from './shell-facts.ts'
import type { ShellProgram } from './shell-program.ts'

const SUITE = join(import.meta.dirname, '../../test/e2e')

/** Never rejects: a part that breaks is one that failed. */
export async function runSmoke(options: SmokeOptions, shell: ShellProgram, signal: AbortSignal): Promise<Count> {
  const ways: Readonly<Record<Part, () => Promise<Count> | Count>> = {
    shell: () => tryShell({ ...shell, allowsAnyVersion: options.anyVersion }),
    arrivals: () => tryArrivals(shell),
    suite: () => trySuite(options.rest, shell)
  }
  const total = { passed: 0, failed: 0 }
  for (const part of partsOf(options)) {
    if (signal.aborted) break
    const { passed, failed } = await attempt(ways[part])
    total.passed += passed
    total.failed += failed
  }
  return total
}

async function attempt(run: () => Promise<Count> | Count): Promise<Count> {
  try {
    return await run()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1 }
  }
}

async function tryShell(question: ShellQuestion): Promise<Count> {
  console.log('\nWhat the shell tells of itself')
  const facts = await readShellFacts(question)
  for (const { what, problem } of facts)
    console.log(problem === null ? `  ok      ${what}` : `  NOT OK  ${what}: ${problem}`)
  console.log('  Fuses are set where a program is packed, and read back there: npm run package.')
  return countProblems(facts)
}

async function tryArrivals(shell: ShellProgram): Promise<Count> {
  console.log('\nHow often what is sent once arrives at a server that drops sockets')
  const rows = await runArrivals(shell)
  console.log(arrivalsTable(rows))
  return countProblems(rows)
}

function trySuite(files: readonly string[], { env }: ShellProgram): Count {
  console.log('\nThe end-to-end tests in Electron, but for these, which only the Chromium host can show:')
  for (const title of hostOnlyTests(SUITE)) console.log(`  - ${title}`)
  const args = ['--mode', 'deep', ...(files.length > 0 ? files : ['test/e2e'])]
  const count = runTests({ args, env: { ...env, [SHELL_VARIABLE]: 'electron' } })
  return count.passed + count.failed > 0 ? count : { passed: 0, failed: 1 }
}

function countProblems(all: readonly { readonly problem: string | null }[]): Count {
  const failed = all.filter(({ problem }) => problem !== null).length
  return { passed: all.length - failed, failed }
}
