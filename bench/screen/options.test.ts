import { expect, it } from 'vitest'
import { UsageError } from '../../drivers/command-line.ts'
import { HELP, readOptions } from './options.ts'

it('jumps fifty times in a hundred thousand images unless asked otherwise', () => {
  expect(readOptions([])).toMatchObject({ images: 100_000, jumps: 50 })
  expect(readOptions(['--images', '3000', '--program', 'there'])).toMatchObject({ images: 3_000, program: 'there' })
})

it('lists its words in its help, and refuses anything else', () => {
  expect(readOptions(['--help'])).toBeNull()
  for (const word of ['npm run bench:screen', '--images', '--jumps', '--program']) expect(HELP).toContain(word)
  expect(() => readOptions(['--jumps', '0'])).toThrow(UsageError)
  expect(() => readOptions(['--no-such-word'])).toThrow("'--no-such-word'")
})
