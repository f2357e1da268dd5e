import { expect, test } from 'vitest'
import { UsageError } from '../../drivers/command-line.ts'
import { readOptions } from './options.ts'

test('nothing given: the program against its own service', () => {
  expect(readOptions([])).toEqual({ kind: 'reference', only: '' })
  expect(readOptions(['--only', 'html'])).toEqual({ kind: 'reference', only: 'html' })
  expect(readOptions(['--help'])).toBeNull()
})

test('an address and a key are enough: projects are there too, with the same key, and nothing is written', () => {
  expect(readOptions(['--images', 'example.org', '--key-file', 'k'])).toEqual({
    kind: 'server',
    place: { kind: 'typed', images: 'example.org', projects: 'example.org', keyFile: 'k', projectsKeyFile: 'k' },
    allowsWrites: false,
    isAgreed: false,
    triesBadKey: false
  })
})

test('a profile has both', () => {
  expect(readOptions(['--profile', 'p'])).toMatchObject({ kind: 'server', place: { kind: 'profile', folder: 'p' } })
})

test.each([
  [['--profile', 'p', '--images', 'a'], '--profile has'],
  [['--images', 'example.org'], '--key-file is missing'],
  [['--key-file', 'k'], '--images is missing'],
  [['--allow-writes'], '--allow-writes needs'],
  [['--images', 'a', '--key-file', 'k', '--only', 'x'], '--only is for']
])('%j is one clear sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence)
  expect(() => readOptions(args)).toThrow(UsageError)
})
