import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OPTIONS, readDevOptions } from './options.ts'

const read = (...argv: string[]) => readDevOptions(argv, '/home/ann')

test('without options there is a service, a temporary profile and the shell that is there', () => {
  expect(read()).toEqual({
    kind: 'options',
    options: {
      profile: null,
      hasService: true,
      images: 2000,
      perMinute: 600,
      isHeadless: false,
      shell: null,
      debuggingPort: 0
    }
  })
})

test('every option is taken, and a folder is of the place the person calls from', () => {
  const words = '--profile p --images 5 --per-minute 0 --headless --host --remote-debugging-port 9222'
  expect(read(...words.split(' '))).toEqual({
    kind: 'options',
    options: {
      profile: '/home/ann/p',
      hasService: true,
      images: 5,
      perMinute: 0,
      isHeadless: true,
      shell: 'host',
      debuggingPort: 9222
    }
  })
  expect(read('--no-service', '--electron')).toMatchObject({ options: { hasService: false, shell: 'electron' } })
})

test.each([
  [['--no-service', '--images', '5'], /^--images is about the service, and --no-service starts none/],
  [['--host', '--electron'], /^--electron and --host exclude each other/],
  [['--images', 'many'], /^--images takes a whole number from 1 to 1,000,000, not "many"/],
  [['--images', '0'], /from 1/],
  [['--remote-debugging-port', '70000'], /to 65,535/],
  [['--profile='], /^--profile needs a value behind it/],
  [['--hot'], /^There is no option --hot\./],
  [['surplus'], /^"surplus" is not an option\./]
])('%j is answered by a sentence', (argv, sentence) => {
  const answer = read(...argv)
  expect(answer).toMatchObject({ kind: 'problem', sentence: expect.stringMatching(sentence) })
  expect(answer).toMatchObject({ sentence: expect.stringContaining('npm run dev -- --help') })
})

test('--help tells of every option there is, and of no other', () => {
  expect(read('--help')).toEqual({ kind: 'help' })
  const help = readFileSync(join(import.meta.dirname, 'help.txt'), 'utf8')
  const told = [...help.matchAll(/--([a-z][a-z-]+)/g)].map(([, name]) => name)
  expect(new Set(told)).toEqual(new Set(Object.keys(OPTIONS)))
})
