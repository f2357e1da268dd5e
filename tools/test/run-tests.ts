/** Runs vitest and counts its results, so that broken or skipped tests count as failures. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import type { JsonTestResults } from 'vitest/node'

const ROOT = resolve(import.meta.dirname, '../..')

export interface Count {
  readonly passed: number
  readonly failed: number
}

/** Counts files that could not be loaded. */
const brokenFiles = (report: JsonTestResults): number =>
  report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).length

function readReport(file: string): JsonTestResults | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JsonTestResults
  } catch (error) {
    console.error(`No report was written: ${String(error)}`)
    return null
  }
}

function countOf(report: JsonTestResults | null, status: number | null): Count {
  if (report === null) return { passed: 0, failed: 1 }
  const skipped = report.numPendingTests + report.numTodoTests
  if (skipped > 0) console.error(`${skipped} tests were skipped; skipped tests count as failed.`)
  const failed = report.numFailedTests + brokenFiles(report) + skipped
  // An error outside of tests, such as an unhandled rejection, fails a run whose tests passed.
  return { passed: report.numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed }
}

export interface TestRun {
  /** Arguments of vitest: paths, a name filter, a mode. */
  readonly args: readonly string[]
  /** Additional environment. */
  readonly env?: NodeJS.ProcessEnv
}

export interface TestResult extends Count {
  /** Seconds of the files of each folder; several run at a time. */
  readonly seconds: ReadonlyMap<string, number>
}

/** Shows vitest's output and returns the counts. */
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

function secondsByFolder(files: JsonTestResults['testResults']): ReadonlyMap<string, number> {
  const seconds = new Map<string, number>()
  for (const { name, startTime, endTime } of files) {
    const [first = '', second = ''] = relative(ROOT, name).split(sep)
    const folder = first === 'test' ? `${first}/${second}` : first
    seconds.set(folder, (seconds.get(folder) ?? 0) + (endTime - startTime) / 1_000)
  }
  return seconds
}
