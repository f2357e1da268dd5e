import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { atLeastOne, UsageError, wholeNumber } from './command-line.ts'

const ROOT = join(import.meta.dirname, '..')
/** Every command that does one thing and ends. */
const COMMANDS = {
  'npm run conformance': 'tools/conformance/cli.ts',
  'npm run governor': 'bench/governor/cli.ts',
  'npm run histories': 'test/faults/histories/cli.ts',
  'npm run journey': 'tools/journey/cli.ts',
  'npm run kills': 'test/faults/kills/cli.ts',
  'npm run mutants': 'tools/mutants/cli.ts',
  'npm run newcomer': 'tools/newcomer/cli.ts',
  'npm run package': 'tools/package/cli.ts',
  'npm run screens': 'tools/screens/cli.ts',
  'npm run service': 'src/reference-service/cli.ts',
  'npm run smoke': 'tools/smoke/cli.ts'
}

const run = (file: string, word: string) =>
  spawnSync(process.execPath, [join(ROOT, file), word], { cwd: ROOT, encoding: 'utf8' })

it.each(Object.entries(COMMANDS))('%s tells what it can be told, and refuses anything else', (command, file) => {
  const help = run(file, '--help')
  expect([help.status, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toContain(command)
  const slip = run(file, '--no-such-word')
  expect([slip.status, slip.stdout]).toEqual([2, ''])
  expect(slip.stderr).toContain('--no-such-word')
  expect(slip.stderr).not.toMatch(/^ +at /m)
})

it('takes whole numbers, and says what it was given instead', () => {
  expect([wholeNumber('seed', '0'), atLeastOne('count', '12')]).toEqual([0, 12])
  for (const text of ['', '-1', '1.5', '1e3', '9999999999'])
    expect(() => wholeNumber('seed', text)).toThrow(new UsageError(`--seed takes a whole number, not "${text}".`))
  expect(() => atLeastOne('count', '0')).toThrow('--count takes a number of at least 1.')
})
