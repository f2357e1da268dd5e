import { expect, it } from 'vitest'
import { madeText, missingText, overLimitText, problemsHeading, refusedText } from './create.ts'

it('asks for what is missing by what the field is for', () => {
  expect((['name', 'description', 'resolution'] as const).map(missingText)).toEqual([
    'Enter a name',
    'Describe the picture',
    'Choose a resolution'
  ])
})

it('leaves the words of the service as they are, and says what can be done about a value of a list', () => {
  expect(refusedText('name', 'Too long.')).toBe('Too long.')
  expect(refusedText('style', 'Not offered.')).toBe('Not offered. Pick another.')
})

it('counts fields and letters in whole sentences', () => {
  expect([1, 2].map(problemsHeading)).toEqual(['One field needs a look:', '2 fields need a look:'])
  expect(overLimitText(130, 128)).toBe('130 of 128; the service may refuse it')
})

it('promises nothing but what is known', () => {
  expect(madeText('Pear', false)).toBe('“Pear” is being created')
  expect(madeText('Pear', true)).toBe('“Pear” will be created when you are online')
})
