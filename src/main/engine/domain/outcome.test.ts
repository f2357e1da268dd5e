import { expect, it } from 'vitest'
import type { Failure } from '../../../shared/failure.ts'
import { isInconclusive, type Outcome, shownBy } from './outcome.ts'

const failure: Failure = { code: 'service-error' }

it.each<Outcome<string>>([
  { kind: 'unknown', failure },
  { kind: 'stopped', failure },
  { kind: 'retry', failure, countsAttempt: true }
])('$kind tells nothing about the record', (outcome) => expect(isInconclusive(outcome)).toBe(true))

it.each<Outcome<string>>([
  { kind: 'retry', failure, countsAttempt: false },
  { kind: 'applied', value: 'shown' },
  { kind: 'rate-limited', failure, retryAfterMs: 1_000 },
  { kind: 'rejected', failure },
  { kind: 'gone', failure },
  { kind: 'signed-out', failure }
])('$kind is conclusive', (outcome) => expect(isInconclusive(outcome)).toBe(false))

it('returns the value of an applied outcome only', () => {
  expect(shownBy({ kind: 'applied', value: 'shown' })).toBe('shown')
  expect(shownBy({ kind: 'applied', value: null })).toBeNull()
  expect(shownBy({ kind: 'gone', failure })).toBeNull()
})
