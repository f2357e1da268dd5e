import { beforeAll, expect, test } from 'vitest'
import { applyLocale } from '../format.ts'
import { serviceSearchText } from './service-search.ts'

beforeAll(() => applyLocale('en-GB'))

test.each([
  [{ found: 0, added: 0, isWhole: true }, 'The service has none by that name either.'],
  [{ found: 37, added: 12, isWhole: true }, 'The service has 37 by that name, 12 of them new here.'],
  [{ found: 1, added: 1, isWhole: true }, 'The service has 1 by that name, 1 of them new here.'],
  [{ found: 3, added: 0, isWhole: true }, 'The service has 3 by that name, none of them new here.'],
  [
    { found: 1000, added: 1000, isWhole: false },
    'The service has more than 1,000 by that name, 1,000 of them new here. Not all of them were read.'
  ]
])('%o is said', (search, text) => {
  expect(serviceSearchText(search)).toBe(text)
})
