import { expect, it } from 'vitest'
import { failureParts, failureText } from './failure-details.ts'

it('names what is known, and nothing else', () => {
  expect(failureParts({ code: 'offline' })).toEqual([{ label: 'Kind', text: 'offline' }])
  expect(failureParts({ code: 'not-json', status: 200, host: 'a.test', detail: '<html>' })).toEqual([
    { label: 'Answer', text: '200' },
    { label: 'From', text: 'a.test' },
    { label: 'It said', text: '<html>' },
    { label: 'Kind', text: 'not-json' }
  ])
})

it('lists the words for each field', () => {
  const fields = { style: ['Unknown.', 'Choose another value.'], search: ['Too long.'] }
  expect(failureText({ code: 'refused-fields', status: 422, fields })).toBe(
    'Answer: 422\nstyle: Unknown. Choose another value.\nsearch: Too long.\nKind: refused-fields'
  )
})

it('tells where a redirect leads', () => {
  expect(failureText({ code: 'redirected', location: 'https://b.test/x' })).toContain('Leads to: https://b.test/x')
})
