import { expect, test } from 'vitest'
import { readPictureAddress, stepFor } from './picture-address.ts'

test('reads record, stamp, and size rounded up to a step', () => {
  expect(readPictureAddress('app://img/17/a1b2-C_3?size=176')).toEqual({ record: 17, stamp: 'a1b2-C_3', step: 192 })
})

test.each([
  'app://img/17/a1b2',
  'app://img/17/a1b2?size=',
  'app://img/17/a1b2?size=0',
  'app://img/17/a1b2?size=NaN',
  'app://img/17?size=9',
  'app://img/-1/a?size=9',
  'app://img/1.5/a?size=9',
  'app://img/17/../../etc/passwd?size=9',
  'app://img/17/%2e%2e%2fpasswd?size=9',
  'app://img/17/a/b?size=9',
  'app://bundle/17/a?size=9',
  'https://img/17/a?size=9',
  'no address'
])('refuses %s', (address) => {
  expect(readPictureAddress(address)).toBeNull()
})

test.each([
  [1, 192],
  [192, 192],
  [193, 384],
  [720, 768],
  [1_600, 4096],
  [9_999, 4096]
])('%i px is served by the step %i', (size, step) => {
  expect(stepFor(size)).toBe(step)
})
