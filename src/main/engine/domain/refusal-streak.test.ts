import { expect, test } from 'vitest'
import type { Failure } from '../../../shared/failure.ts'
import { REFUSALS_ALIKE } from '../../../shared/limits.ts'
import { RefusalStreaks } from './refusal-streak.ts'

const quota: Failure = { code: 'refused-fields', status: 422, fields: { results: ['Refused.'] } }
const times = <T>(count: number, run: () => T): T[] => Array.from({ length: count }, run)

test('the twentieth identical refusal stops the batch, and counting restarts', () => {
  const streaks = new RefusalStreaks()
  expect(times(REFUSALS_ALIKE - 1, () => streaks.refused(1, quota, []))).not.toContain(true)
  expect(streaks.refused(1, quota, [])).toBe(true)
  expect(times(REFUSALS_ALIKE - 1, () => streaks.refused(1, quota, []))).not.toContain(true)
})

test('a success, or a refusal for another reason, ends the streak', () => {
  const streaks = new RefusalStreaks()
  times(REFUSALS_ALIKE - 1, () => streaks.refused(1, quota, []))
  streaks.taken(1)
  expect(times(REFUSALS_ALIKE - 1, () => streaks.refused(1, quota, []))).not.toContain(true)
  expect(streaks.refused(1, { code: 'not-found' }, [])).toBe(false)
  expect(streaks.refused(1, quota, [])).toBe(false)
})

test('refusals that each name their own record are identical', () => {
  const streaks = new RefusalStreaks()
  const refused = (id: number): boolean => {
    const detail = `No query results for model [Image] ${id}`
    return streaks.refused(1, { code: 'not-found', status: 404, detail }, [String(id), 'Dawn'])
  }
  expect(Array.from({ length: REFUSALS_ALIKE }, (_, index) => refused(1_003 + index)).at(-1)).toBe(true)
})

test('batches are counted separately', () => {
  const streaks = new RefusalStreaks()
  times(REFUSALS_ALIKE - 1, () => streaks.refused(1, quota, []))
  expect(streaks.refused(2, quota, [])).toBe(false)
  expect(streaks.refused(1, quota, [])).toBe(true)
})

test.each<[string, Failure]>([
  ['code', { ...quota, code: 'refused' }],
  ['status', { ...quota, status: 400 }],
  ['fields', { ...quota, fields: { name: ['Refused.'] } }],
  ['message', { ...quota, detail: 'Another reason' }]
])('a refusal with another %s is not identical', (_, other) => {
  const streaks = new RefusalStreaks()
  times(REFUSALS_ALIKE - 1, () => streaks.refused(1, quota, []))
  expect(streaks.refused(1, other, [])).toBe(false)
  expect(streaks.refused(1, quota, [])).toBe(false)
})
