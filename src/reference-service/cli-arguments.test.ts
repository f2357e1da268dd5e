import { expect, test } from 'vitest'
import { readArguments } from './cli-arguments.ts'

test('nothing given: 2000 images, 38 projects, port 8090, 60 a minute', () => {
  expect(readArguments([])).toEqual({
    kind: 'options',
    options: {
      images: 2000,
      projects: 38,
      port: 8090,
      perMinute: 60,
      storeDelayMs: 0,
      storeSpreadMs: 0,
      faults: null,
      answerDelayMs: 0,
      seed: 1,
      strictResults: false,
      listResults: false
    }
  })
})

test('every option', () => {
  const line =
    '--images 10 --projects=3 --port 0 --per-minute 600 --store-delay 5 --store-spread 6 --faults 20 --delay 7 --seed 9 --strict-results --list-results'
  const keys = ['--images-key', 'an-images-key', '--projects-key', 'a-projects-key']
  expect(readArguments([...line.split(' '), ...keys])).toMatchObject({
    kind: 'options',
    options: {
      images: 10,
      projects: 3,
      port: 0,
      perMinute: 600,
      storeDelayMs: 5,
      storeSpreadMs: 6,
      faults: expect.any(Function),
      answerDelayMs: 7,
      seed: 9,
      strictResults: true,
      listResults: true,
      imagesKey: 'an-images-key',
      projectsKey: 'a-projects-key'
    }
  })
})

test.each([
  [['--fast'], "Unknown option '--fast'"],
  [['--images', 'many'], '--images takes a whole number from 0 to 1000000, not "many"'],
  [['--images', '1e3'], '--images takes a whole number from 0 to 1000000, not "1e3"'],
  [['--images', '1000001'], '--images takes a whole number from 0 to 1000000, not "1000001"'],
  [['--port', '70000'], '--port takes a whole number from 0 to 65535, not "70000"'],
  [['--delay='], '--delay takes a whole number'],
  [['--images'], '--images'],
  [['extra'], 'extra'],
  [['--faults', '101'], '--faults takes a whole number from 0 to 100, not "101"'],
  [['--images-key', 'short'], '--images-key takes 8 to 512 printable characters without blanks'],
  [['--projects-key', 'has a blank in it'], '--projects-key takes 8 to 512 printable characters']
])('%j is one clear sentence', (args, sentence) => {
  const read = readArguments(args)
  expect(read.kind).toBe('problem')
  expect(read).toMatchObject({ text: expect.stringContaining(sentence) })
  expect(read).toMatchObject({ text: expect.stringMatching(/^[^\n]+\. Run with --help to see every option\.$/) })
})

test('help names every option', () => {
  const read = readArguments(['-h'])
  expect(read).toMatchObject({ kind: 'help', text: expect.stringContaining('--per-minute N') })
})
