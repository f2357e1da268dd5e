import { describe, expect, it } from 'vitest'
import { PARKED_AFTER, PARKED_AFTER_MS, entryResults, isParked } from './entry-results.ts'
import type { Outcome } from './outcome.ts'

const failure = { code: 'service-trouble' } as const
const entry = { entry: 7, revision: 3 }
const kinds = (outcome: Outcome<never>, lookAt: number | null = 0): string[] =>
  entryResults(entry, outcome, lookAt).map((result) => result.outcome.kind)

describe('what an answer makes of its entry', () => {
  it.each([
    [{ kind: 'applied', value: null }, ['acknowledged']],
    [{ kind: 'rejected', failure }, ['rejected']],
    [{ kind: 'gone', failure }, ['rejected']],
    [{ kind: 'unknown', failure }, ['unknown']],
    [{ kind: 'retry', failure, countsAttempt: false }, ['ready']],
    [{ kind: 'held', failure, retryAfterMs: 1 }, ['ready']],
    [{ kind: 'signed-out', failure }, ['ready']],
    [{ kind: 'stopped', failure }, ['ready']]
  ] as const)('%o: %o', (outcome, expected) => {
    expect(kinds(outcome)).toEqual(expected)
    for (const result of entryResults(entry, outcome, 0)) expect(result).toMatchObject(entry)
  })

  it('puts the look-up of a troubled entry off, and parks one that only ever meets trouble', () => {
    expect(kinds({ kind: 'unknown', failure }, 5_000)).toEqual(['unknown', 'postponed'])
    expect(kinds({ kind: 'unknown', failure }, null)).toEqual(['rejected'])
  })
})

describe('parking', () => {
  const hour = PARKED_AFTER_MS
  it.each([
    [PARKED_AFTER, hour, hour, true],
    [PARKED_AFTER - 1, hour, hour, false],
    [PARKED_AFTER, hour - 1, hour - 1, false],
    // Nothing gets through: trouble of the service, not of the entry.
    [PARKED_AFTER, hour, null, false],
    [PARKED_AFTER, hour, -1, false]
  ])('%i troubles, %i ms, last through at %s: %s', (count, elapsed, lastThroughAt, expected) => {
    expect(isParked({ count, since: 0 }, { elapsed, lastThroughAt })).toBe(expected)
  })
})
