import { expect, test } from 'vitest'
import { STANDARD } from '../../src/reference-service/dialects/dialects.ts'
import { seenProblems } from './seen.ts'

const image = (fields: object) => ({ id: '1', fields, other: {} })
const page = (...records: object[]) => ({ records, unreadable: 0 })

test.each([
  ['name-null', image({ name: 'x' }), 'A record is not read'],
  ['address-data', page(image({ picture: null })), 'A record is not read'],
  ['list-empty', page(image({})), 'The page is not read'],
  ['row-twice', page(image({}), image({})), 'stands there twice'],
  ['', image({ picture: 'javascript:alert(1)' }), 'an address to be refused'],
  ['', image({ picture: 'https://user:pass@a.example/x.png' }), 'an address to be refused']
])('%s: what is read wrongly is told', (hazard, value, problem) => {
  expect(seenProblems(hazard, value, STANDARD).join(' ')).toContain(problem)
})

test('what is read well is not, and nothing was to be read of nothing', () => {
  expect(seenProblems('name-null', image({ name: null }), STANDARD)).toEqual([])
  expect(seenProblems('name-null', null, STANDARD)).toEqual([])
})
