/** Runs and counts the three parts of the smoke test. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SHELL_VARIABLE } from '../../drivers/chosen-shell.ts'
import { runTests, type Count } from '../test/run-tests.ts'
import { arrivalsTable } from './arrivals/orders.ts'
import { runArrivals, type ShellProgram } from './arrivals/run.ts'
import { partsOf, type Part, type SmokeOptions } from './options.ts'
import { readShellFacts, type ShellFactOptions } from './shell-facts.ts'

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
