/** One run of vitest, counted: nothing that did not pass may look like fewer tests. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly success: boolean
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

export interface Count {
  readonly passed: number
  readonly failed: number
}

/** Files that could not even be loaded count as failures: a broken import must not look like fewer tests. */
const brokenFiles = (report: Report): number =>
  report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).length

function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch (error) {
    console.error(`No report was written: ${String(error)}`)
    return null
  }
}

function countOf(report: Report | null, status: number | null): Count {
  if (report === null) return { passed: 0, failed: 1 }
  const skipped = report.numPendingTests + report.numTodoTests
  // A skipped test is a promise nobody keeps: it counts as failed.
  if (skipped > 0) console.error(`${skipped} tests were skipped; skipped tests count as failed.`)
  const failed = report.numFailedTests + brokenFiles(report) + skipped
  // An error outside of any test (an unhandled rejection) fails the run although every test passed.
  return { passed: report.numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed }
}

export interface ProjectRun {
  /** Of vitest.config.ts. */
  readonly project: string
  /** For vitest: paths, a name filter. */
  readonly args: readonly string[]
  /** Beside the environment of this process. */
  readonly env?: NodeJS.ProcessEnv
}

/** Shows what vitest shows, and answers what it counted. */
export function runProject({ project, args, env = {} }: ProjectRun): Count {
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-test-'))
  const file = join(folder, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  try {
    const run = spawnSync('vitest', ['run', '--project', project, '--passWithNoTests', ...reporters, ...args], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, ...env }
    })
    return countOf(readReport(file), run.status)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
