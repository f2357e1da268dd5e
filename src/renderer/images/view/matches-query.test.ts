import { expect, test } from 'vitest'
import { NO_LOOKS, type ImageRow } from '../../../shared/image.ts'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import { stillMatches } from './matches-query.ts'

const row: ImageRow = {
  record: 1,
  name: 'A',
  ...NO_LOOKS,
  resolution: null,
  favorite: true,
  mark: 'waiting',
  picture: null,
  prompt: null,
  createdAt: null,
  stage: null
}

test.each([
  ['no filter', {}, true],
  ['favorites', { favorite: true }, true],
  ['not favorites', { favorite: false }, false],
  ['what waits, which the view follows', { mark: 'waiting' }, true],
  ['what needs attention, which the view follows', { mark: 'needs-you' }, true]
] as const)('a waiting favorite under %s', (_name, part, expected) => {
  expect(stillMatches(row, { ...EMPTY_QUERY, ...part })).toBe(expected)
})
