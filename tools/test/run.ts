/**
 * Runs every test and ends with the line `N passed, N failed`. Exit code 1 when anything failed or nothing ran.
 * Arguments are handed to vitest (a path or a name filter).
 */
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

/** Order of the projects of vitest.config.ts: what fails fast goes first. */
const PROJECTS = ['unit', 'whole'] as const

interface Count {
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

function runProject(project: string, folder: string): Count {
  const file = join(folder, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const run = spawnSync(
    'vitest',
    ['run', '--project', project, '--passWithNoTests', ...reporters, ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      shell: process.platform === 'win32'
    }
  )
  return countOf(readReport(file), run.status)
}

const folder = mkdtempSync(join(tmpdir(), 'proofsheet-test-'))
const counts = PROJECTS.map((project) => runProject(project, folder))
rmSync(folder, { recursive: true, force: true })

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
