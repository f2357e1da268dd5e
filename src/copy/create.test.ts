import { expect, it } from 'vitest'
import { missingText, refusedText } from './images.ts'
import { copy } from './language.ts'

it('asks for what is missing by what the field is for', () => {
  expect((['name', 'description', 'resolution'] as const).map(missingText)).toEqual([
    'Enter a name',
    'Enter a prompt',
    'Choose a resolution'
  ])
})

it('leaves the words of the service as they are, and says what can be done around a value of a list', () => {
  expect(refusedText('name', 'Too long.')).toBe('Too long.')
  expect(refusedText('style', 'Not offered.')).toBe('Not offered. Choose another value.')
})

it('counts letters without a limit that no service reported', () => {
  expect([copy.create.length(1), copy.create.length(1_300)]).toEqual(['1 character', '1,300 characters'])
})

it('counts fields in whole sentences', () => {
  expect([1, 2].map(copy.create.problems)).toEqual(['Fix 1 field:', 'Fix 2 fields:'])
})

it('promises nothing but what is known', () => {
  expect(copy.create.made['now']('Pear')).toBe('“Pear” is being created')
  expect(copy.create.made['when-reached']('Pear')).toBe('“Pear” will be created once the service responds')
})
