import { expect, test } from 'vitest'
import { stepFrom } from './navigation.ts'
import type { GridStep } from './navigation.ts'

/** 4 columns, 10 records: rows of 4, 4 and 2. */
const shape = { count: 10, columns: 4, rowsPerScreen: 2 }

test.each<[number, GridStep, number]>([
  [0, 'next', 1],
  [3, 'next', 4],
  [9, 'next', 9],
  [4, 'previous', 3],
  [0, 'previous', 0],
  [1, 'down', 5],
  [5, 'down', 9],
  [7, 'down', 9],
  [8, 'down', 8],
  [9, 'down', 9],
  [2, 'up', 2],
  [9, 'up', 5],
  [6, 'row-start', 4],
  [5, 'row-end', 7],
  [8, 'row-end', 9],
  [6, 'first', 0],
  [2, 'last', 9],
  [0, 'page-down', 8],
  [3, 'page-down', 9],
  [9, 'page-up', 1],
  [5, 'page-up', 1],
  [-1, 'down', 0],
  [-1, 'next', 0],
  [-1, 'last', 9]
])('from %i %s leads to %i', (place, step, expected) => {
  expect(stepFrom(place, step, shape)).toBe(expected)
})

test('an empty grid leads nowhere', () => {
  expect(stepFrom(-1, 'next', { ...shape, count: 0 })).toBe(-1)
})
