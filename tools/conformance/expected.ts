/** How an expectation is written down: a word for the outcome, and the code that has a sentence for people. */
import type { Outcome } from '../../src/main/engine/domain/outcome.ts'
import type { FailureCode } from '../../src/shared/failure.ts'
import type { Operation } from '../../src/reference-service/routes.ts'

/** Operations of the interface; a new name is an update of its own, as it is read back. */
export type Act = Operation | 'rename-image'

type Kind = Exclude<Outcome<unknown>['kind'], 'applied'>

/**
 * `applied`, or what else became of it and why. `retry-uncounted`: nothing has reached the service. Behind `held`
 * stands for how many seconds.
 */
export type Expected =
  | 'applied'
  | `${Exclude<Kind, 'held' | 'retry'>} ${FailureCode}`
  | `retry ${FailureCode}`
  | `retry-uncounted ${FailureCode}`
  | `held ${FailureCode} ${number}s`

/** Only the acts that the hazard can happen to. */
export type Row = { readonly [A in Act]?: Expected }

export const READ_ACTS = ['list-images', 'show-image', 'list-projects'] as const satisfies readonly Act[]
export const WRITE_ACTS = [
  'store-image',
  'update-image',
  'rename-image',
  'delete-image',
  'delete-project'
] as const satisfies readonly Act[]
export const ACTS = [...READ_ACTS, ...WRITE_ACTS] as const

const filled = (acts: readonly Act[], expected: Expected): Row => Object.fromEntries(acts.map((act) => [act, expected]))

/** The same for every act. */
export const all = (expected: Expected): Row => filled(ACTS, expected)
/** One for what is read, one for what is written; `but` says what differs. */
export const split = (read: Expected, write: Expected, but: Row = {}): Row => ({
  ...filled(READ_ACTS, read),
  ...filled(WRITE_ACTS, write),
  ...but
})
/** For these acts alone. */
export const only = (acts: readonly Act[], expected: Expected): Row => filled(acts, expected)

/** An outcome in the same words. */
export function wordsOf(outcome: Outcome<unknown>): string {
  if (outcome.kind === 'applied') return 'applied'
  const { code } = outcome.failure
  if (outcome.kind === 'held') return `held ${code} ${Math.round(outcome.retryAfterMs / 1000)}s`
  const isUncounted = outcome.kind === 'retry' && !outcome.countsAttempt
  return `${isUncounted ? 'retry-uncounted' : outcome.kind} ${code}`
}

const HELD = /^held (\S+) (\d+)s$/

/** Whether it came as expected. Clocks of services tell whole seconds: one more is as good. */
export function isAsExpected(expected: string, came: string): boolean {
  if (expected === came) return true
  const [, wanted, wantedS] = HELD.exec(expected) ?? []
  const [, code, seconds] = HELD.exec(came) ?? []
  return wanted !== undefined && wanted === code && Number(seconds) === Number(wantedS) + 1
}
