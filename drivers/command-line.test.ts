import { expect, it } from 'vitest'
import { atLeastOne, UsageError, wholeNumber } from './command-line.ts'

it('takes whole numbers, and says what it was given instead', () => {
  expect([wholeNumber('seed', '0'), atLeastOne('count', '12')]).toEqual([0, 12])
  for (const text of ['', '-1', '1.5', '1e3', '9999999999'])
    expect(() => wholeNumber('seed', text)).toThrow(new UsageError(`--seed takes a whole number, not "${text}".`))
  expect(() => atLeastOne('count', '0')).toThrow('--count takes a number of at least 1.')
})
