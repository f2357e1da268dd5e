/**
 * The words of every command that does one thing and ends. `npm run governor`, `npm run histories` and `npm run kills`
 * have the same tests beside their options.ts.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readArguments } from '../../src/reference-service/cli-arguments.ts'
import * as conformance from '../conformance/options.ts'
import * as journey from '../journey/options.ts'
import * as mutants from '../mutants/options.ts'
import * as newcomer from '../newcomer/options.ts'
import * as packaging from '../package/options.ts'
import * as screens from '../screens/options.ts'
import { readSmokeOptions } from '../smoke/options.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Returns the help text, or `null` for words that are taken. Throws for any others. */
type Read = (args: readonly string[]) => string | null

const reading =
  ({
    HELP,
    readOptions
  }: {
    readonly HELP: string
    readonly readOptions: (args: readonly string[]) => unknown
  }): Read =>
  (args) =>
    readOptions(args) === null ? HELP : null

const telling =
  (read: (args: readonly string[]) => { readonly kind: string; readonly text?: string }): Read =>
  (args) => {
    const { kind, text = '' } = read(args)
    if (kind === 'problem') throw new Error(text)
    return kind === 'help' ? text : null
  }

const COMMANDS: Readonly<Record<string, Read>> = {
  'npm run conformance': reading(conformance),
  'npm run journey': reading(journey),
  'npm run mutants': reading(mutants),
  'npm run newcomer': reading(newcomer),
  'npm run package': reading(packaging),
  'npm run screens': reading(screens),
  'npm run service': telling(readArguments),
  'npm run smoke': telling(readSmokeOptions)
}

it.each(Object.entries(COMMANDS))('%s tells what it can be told, and refuses anything else', (command, read) => {
  expect(read(['--help'])).toContain(command)
  expect(() => read(['--no-such-word'])).toThrow("'--no-such-word'")
})

it('a command ends with 0 behind its help, and with 2 behind one sentence about a slip', () => {
  const run = (word: string) =>
    spawnSync(process.execPath, [join(ROOT, 'tools/screens/cli.ts'), word], { cwd: ROOT, encoding: 'utf8' })
  const help = run('--help')
  expect([help.status, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toContain('npm run screens')
  const slip = run('--no-such-word')
  expect([slip.status, slip.stdout]).toEqual([2, ''])
  expect(slip.stderr).toContain('--no-such-word')
  expect(slip.stderr).not.toMatch(/^ +at /m)
})
