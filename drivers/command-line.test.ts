import { resolve } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { defineCommand, flag, helpOf, number, oneOf, path, readOptions, required, text, texts } from './command-line.ts'

const COMMAND = defineCommand({
  name: 'npm run it',
  about: 'Does it.',
  options: {
    count: number('so many', 100, [1, 1_000]),
    perMinute: number('a minute', null, [0, 65_535]),
    full: flag('all of it'),
    only: text('WORD', 'these alone'),
    files: texts('GLOB', 'several'),
    out: path('DIR', 'a place'),
    select: oneOf(['style', 'all'], 'what\nand why')
  },
  result: 'Exit code 1: it failed.',
  check: ({ full, only }) => (full && only !== null ? '--full is all: leave out --only.' : null)
})

const read = (...args: readonly string[]) => readOptions(COMMAND, args)
afterEach(() => vi.unstubAllEnvs())

it('parses every kind of option, joined or separate, and resolves paths from the user’s folder', () => {
  vi.stubEnv('INIT_CWD', '/home/ada')
  const line = '--count 5 --per-minute=0 --full --files a --files b --out ../shots --select all'
  expect(read(...line.split(' '))).toEqual({
    count: 5,
    perMinute: 0,
    full: true,
    only: null,
    files: ['a', 'b'],
    out: resolve('/home/shots'),
    select: 'all',
    rest: []
  })
  expect(read('--out', '/abs')?.out).toBe(resolve('/abs'))
  expect(read()).toEqual({
    count: 100,
    perMinute: null,
    full: false,
    only: null,
    files: [],
    out: null,
    select: null,
    rest: []
  })
})

it.each(['--help', '-h'])('%s requests help, whatever else is given', (word) => {
  expect(read('--count', '5', word)).toBeNull()
})

it('shows each option in the help, with its default', () => {
  expect(helpOf(COMMAND)).toBe(`npm run it -- [options]

Does it.

  --count N       so many (100)
  --per-minute N  a minute
  --full          all of it
  --only WORD     these alone
  --files GLOB    several
  --out DIR       a place
  --select WORD   what
                  and why
  --help          show this text

Exit code 1: it failed.`)
})

it.each([
  [['--bogus'], 'There is no option --bogus.'],
  [['-x'], 'There is no option -x.'],
  [['--constructor'], 'There is no option --constructor.'],
  [['five'], '"five" is not an option.'],
  [['--', '--full'], '"--full" is not an option.'],
  [['--count'], '--count requires a value.'],
  [['--count', '--full'], '--count requires a value.'],
  [['--out='], '--out requires a value.'],
  [['--full=yes'], '--full takes no value.'],
  [['--count', 'many'], '--count takes a whole number from 1 to 1,000, not "many".'],
  [['--count', '0'], '--count takes a whole number from 1 to 1,000, not "0".'],
  [['--count=-5'], '--count takes a whole number from 1 to 1,000, not "-5".'],
  [['--count', '1.5'], '--count takes a whole number from 1 to 1,000, not "1.5".'],
  [['--count', '1e2'], '--count takes a whole number from 1 to 1,000, not "1e2".'],
  [['--per-minute', '70000'], '--per-minute takes a whole number from 0 to 65,535, not "70000".'],
  [['--select', 'some'], '--select takes style or all, not "some".'],
  [['--full', '--only', 'x'], '--full is all: leave out --only.']
])('refuses %j with one sentence', (args, sentence) => {
  expect(() => read(...args)).toThrow(
    expect.objectContaining({ exitCode: 2, message: `${sentence} "npm run it -- --help" lists the options.` })
  )
})

it('requires an option', () => {
  const command = defineCommand({ name: 'it', about: '', options: { out: required(text('DIR', 'a place')) } })
  expect(() => readOptions(command, [])).toThrow('--out DIR is required.')
  expect(readOptions(command, ['--out', 'x'])?.out).toBe('x')
})

it('accepts other arguments if the command does', () => {
  const command = defineCommand({ name: 'it', about: '', options: {}, takesRest: '[files]' })
  expect(readOptions(command, ['a.ts', 'b.ts'])?.rest).toEqual(['a.ts', 'b.ts'])
  expect(helpOf(command)).toMatch(/^it -- \[options\] \[files\]\n/)
})
