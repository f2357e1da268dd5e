import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { OPTIONS, readOptions } from './options.ts'

const read = (...argv: string[]) => readOptions(argv, '/home/ada/place')
const options = (...argv: string[]) => {
  const got = read(...argv)
  if (got.kind !== 'options') throw new Error(JSON.stringify(got))
  return got.options
}
const problem = (...argv: string[]) => {
  const got = read(...argv)
  return got.kind === 'problem' ? got.sentence.replace(' "npm start -- --help" lists the options.', '') : got.kind
}

it('without any: the sample service, a temporary profile, whatever shell there is', () => {
  expect(options()).toEqual({
    images: null,
    projects: null,
    perMinute: 600,
    port: null,
    hasService: true,
    profile: null,
    shell: null,
    isHeadless: false,
    debuggingPort: null,
    screens: null
  })
})

it('reads every one, joined or apart; paths are of the place of the person', () => {
  expect(options('--images', '5', '--projects=0', '--per-minute', '0', '--port=8090', '--profile', 'p')).toMatchObject({
    images: 5,
    projects: 0,
    perMinute: 0,
    port: 8090,
    profile: '/home/ada/place/p'
  })
  expect(options('--no-service', '--host', '--headless', '--remote-debugging-port', '0')).toMatchObject({
    hasService: false,
    shell: 'host',
    isHeadless: true,
    debuggingPort: 0
  })
  expect(options('--electron').shell).toBe('electron')
  expect(options('--screens', '../shots').screens).toBe('/home/ada/shots')
  expect(options('--profile', '/abs').profile).toBe('/abs')
})

it.each(['--help', '-h'])('%s is help, whatever else is there', (word) => {
  expect(read('--images', '5', word).kind).toBe('help')
})

it.each([
  [['--bogus'], 'There is no option --bogus.'],
  [['-x'], 'There is no option -x.'],
  [['--constructor'], 'There is no option --constructor.'],
  [['five'], '"five" is not an option.'],
  [['--images'], '--images needs a value behind it.'],
  [['--images', '--host'], '--images needs a value behind it.'],
  [['--profile='], '--profile needs a value behind it.'],
  [['--images', 'many'], '--images takes a whole number from 1 to 1,000,000, not "many".'],
  [['--images', '0'], '--images takes a whole number from 1 to 1,000,000, not "0".'],
  [['--images=-5'], '--images takes a whole number from 1 to 1,000,000, not "-5".'],
  [['--per-minute', '1.5'], '--per-minute takes a whole number from 0 to 1,000,000, not "1.5".'],
  [['--port', '70000'], '--port takes a whole number from 1 to 65,535, not "70000".'],
  [['--headless=yes'], '--headless takes no value.'],
  [
    ['--no-service', '--images', '5'],
    '--images is about the service, and --no-service starts none: leave one of them out.'
  ],
  [['--electron', '--host'], '--electron and --host exclude each other: leave one of them out.'],
  [['--screens', 'x', '--images', '5'], '--screens stands alone: it makes what it photographs. Leave out --images.']
])('%j is refused with a sentence', (argv, sentence) => {
  expect(problem(...argv)).toBe(sentence)
})

it('has a line of help for each option', () => {
  const help = readFileSync(join(import.meta.dirname, 'help.txt'), 'utf8')
  for (const name of Object.keys(OPTIONS)) expect(help).toMatch(new RegExp(`^ {2}--${name}\\b`, 'm'))
})
