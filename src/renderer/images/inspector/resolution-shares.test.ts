import { expect, test } from 'vitest'
import { resolutionShares } from './resolution-shares.ts'

test('largest first, what has none last, nothing for what does not occur', () => {
  const shares = resolutionShares(
    [
      { value: '', count: 1 },
      { value: '256x256', count: 2 },
      { value: '1024x1024', count: 5 },
      { value: '512x512', count: 0 }
    ],
    8
  )
  expect(shares.map(({ value }) => value)).toEqual(['1024x1024', '256x256', ''])
  expect(shares.map(({ share }) => share)).toEqual([0.625, 0.25, 0.125])
})
