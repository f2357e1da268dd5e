import { expect, it } from 'vitest'
import type { PushEntry } from './entry.ts'
import { lacksPicture } from './lacks-picture.ts'

const DAY_MS = 24 * 3_600_000
const NOW = 100 * DAY_MS
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

it('is a star that would carry an empty list, of an image without file and address', () => {
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
])('is none with %j', (mirror) => expect(lacksPicture(star(mirror), NOW)).toBe(false))

it('is neither a rename, which reads its record in any case, nor saved values that go back', () => {
  expect(lacksPicture({ ...star(), kind: 'name' }, NOW)).toBe(false)
  expect(lacksPicture({ ...star(), saved: { id: '1', fields: {}, other: {} } }, NOW)).toBe(false)
})
