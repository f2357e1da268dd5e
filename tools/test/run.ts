/**
 * Checks, builds and tests, and prints the seconds of each part and `N passed, N failed`. Exit code 1 if anything
 * failed or nothing ran. `--deep` runs the tests in the lists of vitest.config.ts in full, with the existing build;
 * other arguments are passed to vitest (a path or a name filter).
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runTests } from './run-tests.ts'

const isDeep = process.argv.includes('--deep')
const args = process.argv.slice(2).filter((arg) => arg !== '--deep')
/** Scripts of package.json, fast ones first. */
const STEPS = isDeep ? ['build:needed'] : ['check:format', 'check:unused', 'check:lint', 'check:types', 'build']
/** Compiled code of one run (vitest.config.ts), which temporary copies of the sources enlarge. */
const CODE_CACHE = join(resolve(import.meta.dirname, '../..'), 'node_modules/.cache/node-code')
const times: string[] = []

/** Runs a part and records its duration. */
function timed<T>(name: string, run: () => T): T {
  const begun = performance.now()
  const result = run()
  times.push(`${name} ${Math.round((performance.now() - begun) / 1_000)} s`)
  return result
}

rmSync(CODE_CACHE, { recursive: true, force: true })
for (const step of STEPS) {
  const run = () =>
    spawnSync('npm', ['run', '--silent', step], { stdio: 'inherit', shell: process.platform === 'win32' })
  if (timed(step, run).status !== 0) {
    console.log('0 passed, 1 failed')
    process.exit(1)
  }
}
const { passed, failed, seconds } = timed('tests', () =>
  runTests({ args: isDeep ? ['--mode', 'deep', ...args] : args })
)
const parts = [...seconds]
  .toSorted(([, a], [, b]) => b - a)
  .map(([folder, spent]) => `${folder} ${Math.round(spent)} s`)
console.log(`${times.join(', ')}. Of the tests, several at a time: ${parts.join(', ')}.`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
