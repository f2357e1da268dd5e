import { describe, expect, it } from 'vitest'
import { copyOf, FRESH_MS, lacksPicture } from './copy-of.ts'
import type { PushEntry } from './entry.ts'

const DAY_MS = 24 * 3_600_000
const NOW = 100 * DAY_MS

function entry(kind: PushEntry['kind'], readAt: number, results: string | null = '["a"]') {
  return { kind, mirror: { favorite: false, name: 'A', results, result: null, url: null, readAt, bornAt: 0 } }
}

describe('the copied results that an update carries', () => {
  it('are dated by their read time once they are no longer fresh', () => {
    expect(copyOf(entry('favorite', NOW - FRESH_MS), NOW)).toBe(NOW - FRESH_MS)
    expect(copyOf(entry('name', 5), NOW)).toBe(5)
  })

  it('are not dated while they are fresh', () => {
    expect(copyOf(entry('favorite', NOW - FRESH_MS + 1), NOW)).toBeNull()
    expect(copyOf(entry('favorite', NOW), NOW)).toBeNull()
  })

  it('do not exist if no results were ever read, or none are sent', () => {
    expect(copyOf(entry('favorite', 5, null), NOW)).toBeNull()
    expect(copyOf(entry('delete', 5), NOW)).toBeNull()
    expect(copyOf(entry('delete-project', 5), NOW)).toBeNull()
  })

  it('are not fresh if their read time is in the future', () => {
    expect(copyOf(entry('favorite', NOW + 1), NOW)).toBe(NOW + 1)
  })
})

const NOTHING: PushEntry['mirror'] = {
  favorite: false,
  name: 'Koi',
  results: '[]',
  result: null,
  url: null,
  readAt: NOW - 1_000,
  bornAt: NOW - DAY_MS + 1
}
const star = (mirror: Partial<PushEntry['mirror']> = {}) =>
  ({ kind: 'favorite', saved: null, mirror: { ...NOTHING, ...mirror } }) as const

it('reports a favorite update that would carry an empty list for an image without file and address', () => {
  expect(lacksPicture(star(), NOW)).toBe(true)
  expect(lacksPicture(star({ result: '', url: '' }), NOW)).toBe(true)
  expect(lacksPicture(star({ bornAt: NOW + 2 * 3_600_000 }), NOW)).toBe(true)
})

it.each([
  { results: null },
  { results: '["koi.jpg"]' },
  { result: 'koi.jpg' },
  { url: 'http://service.test/koi.jpg' },
  { bornAt: NOW - DAY_MS }
])('reports nothing with %j', (mirror) => expect(lacksPicture(star(mirror), NOW)).toBe(false))

it('reports nothing for a rename, which reads its record anyway, or for restoring saved values', () => {
  expect(lacksPicture({ ...star(), kind: 'name' }, NOW)).toBe(false)
  expect(lacksPicture({ ...star(), saved: { id: '1', fields: {}, other: {} } }, NOW)).toBe(false)
})
