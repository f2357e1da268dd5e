import { expect, it } from 'vitest'
import { changesText, harmText } from './batches.ts'
import { copy } from './language.ts'

const change = (field: string, before: string | null = 'a', after: string | null = null) => ({ field, before, after })

it('tells which fields changed, with what they were and are, and how many more', () => {
  expect(changesText([change('name', 'Quay'), change('is_public', 'true', 'false')])).toBe(
    'Name: “\u2068Quay\u2069” → empty. is_public: “\u2068true\u2069” → “\u2068false\u2069”.'
  )
  const six = ['name', 'style', 'medium', 'filter', 'resolution', 'results'].map((field) => change(field))
  expect(changesText(six)).toMatch(/^Name: .*Image filter: .* 2 more fields changed\.$/)
})

it('tells what going on does to each of the others', () => {
  expect(harmText(1, [change('name')])).toBe('Sending the remaining change may also change these fields: Name.')
  expect(harmText(19, [change('name'), change('is_public')])).toBe(
    'Sending the remaining 19 may also change these fields: Name, is_public.'
  )
  expect([harmText(0, [change('name')]), harmText(5, [])]).toEqual(['', ''])
})

it('counts what was not shown, and what would be sent all the same', () => {
  expect(copy.firstUpdates.notShownBody(1)).toMatch(/^It accepted 1 change, but/)
  expect(copy.firstUpdates.notShownBody(11)).toMatch(/^It accepted 11 changes, but/)
  expect([copy.firstUpdates.sendAnyway(1), copy.firstUpdates.sendAnyway(9_999)]).toEqual([
    'Send 1 remaining change anyway',
    'Send remaining 9,999 anyway'
  ])
})
