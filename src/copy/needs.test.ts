import { describe, expect, it } from 'vitest'
import type { AttentionGroup } from '../shared/change.ts'
import type { Failure } from '../shared/failure.ts'
import { needSentence, repairQuestion, removalQuestion } from './needs.ts'

const group = (kind: AttentionGroup['reason']['kind'], count: number, failure: Failure): AttentionGroup => ({
  reason: { code: failure.code, kind, key: '' },
  failure,
  count,
  repairActions: [],
  usual: 'retry'
})
const refused = (field: string) => ({ code: 'refused-fields', fields: { [field]: ['No.'] } }) as const

describe('what the service refused', () => {
  it.each([
    ['favorite', 'results', 2, 'The service rejected the results of 2 items'],
    ['favorite', 'favorite', 2, 'The service rejected 2 changes'],
    ['name', 'name', 1, 'The service rejected 1 change'],
    ['create', 'name', 1, 'The service rejected 1 new image'],
    ['create', 'style', 3, 'The service rejected 3 new images']
  ] as const)('a %s, because of its %s', (kind, field, count, headline) => {
    expect(needSentence(group(kind, count, refused(field)))).toEqual({ headline, body: '“No.”' })
  })
})

it('shows what the service said of one of them as an example', () => {
  const detail = 'No query results for model [Image] 1003'
  const gone = { code: 'not-found', status: 404, detail } as const
  expect(needSentence(group('favorite', 99, gone)).body).toMatch(
    / The service said, for example, “No query .* 1003”\.$/
  )
  expect(needSentence(group('favorite', 1, gone)).body).toMatch(/ The service said “No query .* 1003”\.$/)
  const page = { code: 'not-found', status: 410, detail: '<html>' } as const
  expect(needSentence(group('favorite', 1, page)).body).not.toContain('said')
})

it.each([
  [1, 'The service lists this project but can’t find it by name. Delete it on the service.'],
  [2, 'The service lists these projects but can’t find them by name. Delete them on the service.']
])('says of %i that the service lists but can’t find what to do', (count, body) => {
  for (const status of [404, 410]) {
    expect(needSentence(group('delete-project', count, { code: 'project-still-there', status })).body).toBe(body)
  }
})

it('names the projects that left with one that was deleted by its id', () => {
  const failure = { code: 'project-others-gone', others: ['b.example'] } as const
  const { headline, body } = needSentence(group('delete-project', 1, failure))
  expect([headline, body.includes('b.example')]).toEqual(['Other projects are missing after 1 deletion', true])
})

describe('the question before copies are removed', () => {
  it('names how many, and is asked for more than one', () => {
    expect(repairQuestion('remove-copy', 'favorite', 1)).toBeNull()
    expect(repairQuestion('remove-copy', 'favorite', 1204)).toMatchObject({
      title: 'Remove 1,204 items from this library?',
      go: 'Remove 1,204'
    })
    expect(removalQuestion('projects', 2).title).toBe('Remove 2 projects from this library?')
  })
})

it('says of what was sent without an answer that it may be done, whatever refused the look-up', () => {
  const { headline, body } = needSentence(group('favorite', 2, { code: 'forbidden', isUnconfirmed: true }))
  expect(headline).toMatch(/ \(2 changes\)$/)
  expect(body).toMatch(/never confirmed/)
  const kept = needSentence(group('favorite', 2, { code: 'not-taken', isUnconfirmed: true }))
  expect(kept.body).toMatch(/^Your changes are kept here/)
})

it('says what can be done where sync has given up on a change', () => {
  const { headline, body } = needSentence(group('favorite', 2, { code: 'service-error' }))
  expect([headline, body]).toEqual(['The service is having problems (2 changes)', 'Retry them, or discard them.'])
})
