import { expect, test } from 'vitest'
import { STANDARD } from '../../src/reference-service/dialects/dialects.ts'
import { seenProblems } from './seen.ts'

const image = (fields: object) => ({ id: '1', fields, other: {} })
const page = (...records: object[]) => ({ records, unreadable: 0 })

test.each([
  ['name-null', image({ name: 'x' }), 'A record is misread'],
  ['address-data', page(image({ picture: null })), 'A record is misread'],
  ['list-empty', page(image({})), 'The page is misread'],
  ['row-twice', page(image({}), image({})), 'appears twice'],
  ['', image({ picture: 'javascript:alert(1)' }), 'a forbidden address'],
  ['', image({ picture: 'https://user:pass@a.example/x.png' }), 'a forbidden address']
])('%s: reports misread values', (hazard, value, problem) => {
  expect(seenProblems(hazard, value, STANDARD).join(' ')).toContain(problem)
})

test('reports nothing for correct values, nor without a value', () => {
  expect(seenProblems('name-null', image({ name: null }), STANDARD)).toEqual([])
  expect(seenProblems('name-null', null, STANDARD)).toEqual([])
})
