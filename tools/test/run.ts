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

const folder = mkdtempSync(join(tmpdir(), 'proofsheet-test-'))
const file = join(folder, 'report.json')

/** Files that could not even be loaded count as failures: a broken import must not look like fewer tests. */
const brokenFiles = (report: Report): number =>
  report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).length

function readReport(): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch (error) {
    console.error(`No report was written: ${String(error)}`)
    return null
  }
}

const run = spawnSync(
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...process.argv.slice(2)],
  { stdio: 'inherit', shell: process.platform === 'win32' }
)
const report = readReport()
rmSync(folder, { recursive: true, force: true })

const passed = report?.numPassedTests ?? 0
const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
// A skipped test is a promise nobody keeps: it counts as failed.
const failed = report === null ? 1 : report.numFailedTests + brokenFiles(report) + skipped
if (skipped > 0) console.error(`${skipped} tests were skipped; skipped tests count as failed.`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 || run.status !== 0 ? 1 : 0)
