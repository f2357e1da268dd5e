import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allParts, pickParts } from './scope.ts'
import type { EquivalentList } from './verdict.ts'

const ROOT = join(import.meta.dirname, '../..')
const FILES = allParts(ROOT).flatMap(({ files }) => files)
const LIST = JSON.parse(readFileSync(join(import.meta.dirname, 'equivalent.json'), 'utf8')) as EquivalentList

describe('what is changed', () => {
  it('is there, each file once, and no tests', () => {
    const files = FILES
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    expect(new Set(files).size).toBe(files.length)
    expect(files.filter((file) => file.includes('.test.'))).toEqual([])
    expect(files).toEqual(
      expect.arrayContaining(['src/main/engine/domain/pacer.ts', 'src/main/engine/storage/outbox.ts'])
    )
  })

  it('is tried on a set-up that is there', () => {
    expect(allParts(ROOT).filter(({ config }) => !existsSync(join(ROOT, config)))).toEqual([])
  })

  it('can be picked by patterns', () => {
    const parts = [
      { files: ['src/domain/pacer.ts', 'src/domain/window.ts'], config: 'domain' },
      { files: ['src/storage/holds.ts'], config: 'outbox' }
    ]
    expect(pickParts(parts, [])).toEqual(parts)
    expect(pickParts(parts, ['**/pacer.ts', '**/holds.ts'])).toEqual([
      { files: ['src/domain/pacer.ts'], config: 'domain' },
      parts[1]
    ])
    expect(pickParts(parts, ['**/domain/*.ts'])).toEqual(parts.slice(0, 1))
    expect(pickParts(parts, ['pacer.ts'])).toEqual([])
  })
})

it('every explanation names a line that stands in a file that is changed, and gives its reason', () => {
  const files = new Set(FILES)
  for (const [file, entries] of Object.entries(LIST)) {
    expect(files).toContain(file)
    const lines = new Set(
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .map((line) => line.trim())
    )
    for (const { line, because } of entries) {
      expect(lines).toContain(line)
      expect(because).toMatch(/\w+ \w+ \w+/)
    }
  }
})
