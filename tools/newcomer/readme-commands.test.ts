import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCommands } from './judge.ts'

const block = (...lines: string[]): string => ['# Title', '', '```sh', ...lines, '```', ''].join('\n')

describe('the commands of a README', () => {
  it('are the lines of its first block, without comments', () => {
    const readme = `${block('npm start      # opens it', '', 'npm test -- a#b  # tests it')}${block('rm -r x')}`
    expect(readCommands(readme)).toEqual({ start: 'npm start', test: 'npm test -- a#b' })
  })

  it.each([
    ['no block', '# Title', 0],
    ['one command', block('npm start'), 1],
    ['three', block('npm i', 'npm start', 'npm test'), 3]
  ])('are missing with %s', (_what, readme, count) => {
    expect(() => readCommands(readme)).toThrow(`contains ${count}`)
  })

  it('are two words each in the README of this project', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
    expect(readCommands(readme)).toEqual({ start: 'npm start', test: 'npm test' })
  })
})
