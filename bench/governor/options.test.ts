import { expect, it } from 'vitest'
import { UsageError } from '../../drivers/command-line.ts'
import { HELP, readOptions } from './options.ts'

it('tries ten thousand of each unless told otherwise', () => {
  expect(readOptions([])).toEqual({ updates: 10_000, installations: 10_000, seed: 1 })
  expect(readOptions(['--updates', '300', '--seed', '7'])).toMatchObject({ updates: 300, seed: 7 })
})

it('tells in its help what it can be told, and refuses anything else', () => {
  expect(readOptions(['--help'])).toBeNull()
  for (const word of ['npm run governor', '--updates', '--installations', '--seed']) expect(HELP).toContain(word)
  expect(() => readOptions(['--updates', '0'])).toThrow(UsageError)
  expect(() => readOptions(['--no-such-word'])).toThrow("'--no-such-word'")
})
