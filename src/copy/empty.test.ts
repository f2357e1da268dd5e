import { beforeAll, expect, test } from 'vitest'
import { ENGLISH, copy, setLanguage } from './language.ts'

beforeAll(() => setLanguage(ENGLISH, 'en-GB'))

test.each([
  [{ found: 0, added: 0, isWhole: true }, 'No matches on the service.'],
  [{ found: 37, added: 12, isWhole: true }, 'Found 37 on the service, 12 new to this library.'],
  [{ found: 1, added: 1, isWhole: true }, 'Found 1 on the service, 1 new to this library.'],
  [{ found: 3, added: 0, isWhole: true }, 'Found 3 on the service, none new to this library.'],
  [
    { found: 1000, added: 1000, isWhole: false },
    'Found more than 1,000 on the service, 1,000 new to this library. Not all were loaded.'
  ]
])('%o is said', (search, text) => {
  expect(copy.search.found(search)).toBe(text)
})
