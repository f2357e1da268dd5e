/** One run of vitest, counted: nothing that did not pass may look like fewer tests. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly success: boolean
  readonly testResults: readonly FileReport[]
}

interface FileReport {
  /** Absolute path. */
  readonly name: string
  readonly status: string
  /** ms since epoch. */
  readonly startTime: number
  readonly endTime: number
  readonly assertionResults: readonly unknown[]
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

export interface TestRun {
  /** For vitest: paths, a name filter, a mode. */
  readonly args: readonly string[]
  /** Beside the environment of this process. */
  readonly env?: NodeJS.ProcessEnv
}

export interface TestResult extends Count {
  /** How long the files of each folder took, in seconds; several run at a time. */
  readonly seconds: ReadonlyMap<string, number>
}

/** Shows what vitest shows, and answers what it counted. */
export function runTests({ args, env = {} }: TestRun): TestResult {
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-test-'))
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  try {
    const run = spawnSync('vitest', ['run', '--passWithNoTests', ...reporters, ...args], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, ...env }
    })
    const report = readReport(file)
    return { ...countOf(report, run.status), seconds: secondsByFolder(report?.testResults ?? []) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function secondsByFolder(files: readonly FileReport[]): ReadonlyMap<string, number> {
  const seconds = new Map<string, number>()
  for (const { name, startTime, endTime } of files) {
    const [first = '', second = ''] = relative(ROOT, name).split(sep)
    const folder = first === 'test' ? `${first}/${second}` : first
    seconds.set(folder, (seconds.get(folder) ?? 0) + (endTime - startTime) / 1_000)
  }
  return seconds
}
