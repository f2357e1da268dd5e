import { describe, expect, it } from 'vitest'
import { PARKED_AFTER, PARKED_AFTER_MS, companionResults, entryResults, isParked } from './entry-results.ts'
import type { Outcome } from './outcome.ts'

const failure = { code: 'service-error' } as const
const entry = { entry: 7, revision: 3, isSentOnce: false }
const kinds = (outcome: Outcome<never>, lookupAt: number | null = 0): string[] =>
  entryResults(entry, outcome, lookupAt).map((result) => result.outcome.kind)

describe('the effect of an outcome on its entry', () => {
  it.each([
    [{ kind: 'applied', value: null }, ['acknowledged']],
    [{ kind: 'rejected', failure }, ['rejected']],
    [{ kind: 'gone', failure }, ['rejected']],
    [{ kind: 'unknown', failure }, ['unknown']],
    [{ kind: 'retry', failure, countsAttempt: false }, ['ready']],
    [{ kind: 'rate-limited', failure, retryAfterMs: 1 }, ['unknown']],
    [{ kind: 'signed-out', failure }, ['ready']],
    [{ kind: 'stopped', failure }, ['ready']]
  ] as const)('%o: %o', (outcome, expected) => {
    expect(kinds(outcome)).toEqual(expected)
    for (const result of entryResults(entry, outcome, 0)) expect(result).toMatchObject({ entry: 7, revision: 3 })
  })

  it('trusts a rate-limited response if the network stack never sends the request twice', () => {
    const held = { kind: 'rate-limited', failure, retryAfterMs: 1 } as const
    expect(entryResults({ ...entry, isSentOnce: true }, held, 0)).toMatchObject([{ outcome: { kind: 'ready' } }])
  })

  it('postpones a refused entry if a lookup time is given, but never one that is sent only once', () => {
    const refused = { kind: 'rejected', failure } as const
    expect(entryResults(entry, refused, 5_000)).toMatchObject([{ outcome: { kind: 'postponed', notBefore: 5_000 } }])
    expect(entryResults({ ...entry, isSentOnce: true }, refused, 5_000)).toMatchObject([
      { outcome: { kind: 'rejected' } }
    ])
  })

  it.each([
    [{ kind: 'applied', value: null }, 'acknowledged'],
    [{ kind: 'unknown', failure }, 'unknown'],
    [{ kind: 'rate-limited', failure, retryAfterMs: 1 }, 'unknown'],
    [{ kind: 'rejected', failure }, 'ready'],
    [{ kind: 'retry', failure, countsAttempt: false }, 'ready'],
    [{ kind: 'signed-out', failure }, 'ready']
  ] as const)('for the favorite that a rename carries: %o: %s', (outcome, expected) => {
    expect(companionResults(entry, outcome).map((result) => result.outcome.kind)).toEqual([expected])
  })

  it('records what was sent along for the receipt, and why an entry is pending or needs attention', () => {
    const sent = { results: 'results', showsOther: false, copyOf: null } as const
    const applied = { kind: 'applied', value: null } as const
    expect(entryResults({ ...entry, sent }, applied, 0)[0]?.outcome).toEqual({ kind: 'acknowledged', sent })
    expect(entryResults(entry, applied, 0)[0]?.outcome).toEqual({ kind: 'acknowledged', sent: null })
    expect(entryResults(entry, { kind: 'rate-limited', failure, retryAfterMs: 1 }, 0)[0]?.outcome).toEqual({
      kind: 'unknown',
      failure
    })
    expect(entryResults(entry, { kind: 'gone', failure }, 0)[0]?.outcome).toEqual({ kind: 'rejected', failure })
    expect(entryResults(entry, { kind: 'unknown', failure }, 5_000).map(({ outcome }) => outcome)).toEqual([
      { kind: 'unknown', failure },
      { kind: 'postponed', notBefore: 5_000, failure, countsAttempt: true }
    ])
    expect(entryResults(entry, { kind: 'unknown', failure }, null)[0]?.outcome).toEqual({
      kind: 'rejected',
      failure: { ...failure, isUnconfirmed: true }
    })
    expect(entryResults(entry, { kind: 'unknown', failure }, 0)[0]?.outcome).toEqual({ kind: 'unknown', failure })
  })

  it('for the favorite that a rename carries uses only its own revision', () => {
    const companion = { entry: 8, revision: 2 }
    expect(companionResults(companion, { kind: 'rejected', failure })).toEqual([
      { ...companion, outcome: { kind: 'ready' } }
    ])
    expect(companionResults(companion, { kind: 'unknown', failure })).toEqual([
      { ...companion, outcome: { kind: 'unknown', failure } }
    ])
  })

  it('postpones the lookup of an inconclusive entry, and parks one after repeated failures', () => {
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
    // Nothing gets through, so the service fails and not the entry.
    [PARKED_AFTER, hour, null, false],
    [PARKED_AFTER, hour, -1, false],
    [PARKED_AFTER, hour, 0, true],
    [PARKED_AFTER + 5, hour * 2, 1, true]
  ])('%i failures, %i ms, last success at %s: %s', (count, elapsed, lastThroughAt, expected) => {
    expect(isParked({ count, since: 0 }, { elapsed, lastThroughAt })).toBe(expected)
  })

  it('requires an hour since the first failure, whenever that was', () => {
    const parkedAt = (elapsed: number): boolean =>
      isParked({ count: PARKED_AFTER, since: 5 * hour }, { elapsed, lastThroughAt: 5 * hour })
    expect([parkedAt(6 * hour - 1), parkedAt(6 * hour)]).toEqual([false, true])
  })
})
