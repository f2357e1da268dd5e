/** The import list names existing rooms and has no cycles. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOMS, mayImport } from './rooms.ts'

const SRC = resolve(import.meta.dirname, '../../src')

describe('the import list', () => {
  it('names only existing rooms', () => {
    const lost = ROOMS.filter(({ place }) => !existsSync(join(SRC, place)))
    expect(lost).toEqual([])
  })

  it('lets no two rooms import each other', () => {
    // A file with its own rules belongs to its folder's room.
    const isWithin = (one: string, other: string): boolean => one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
    const pairs = ROOMS.flatMap((one, at) =>
      ROOMS.slice(at + 1)
        .filter((other) => !isWithin(one.place, other.place) && mayImport(one, other) && mayImport(other, one))
        .map((other) => `${one.place} and ${other.place}`)
    )
    expect(pairs).toEqual([])
  })
})
