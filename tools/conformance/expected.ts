/** The notation of outcomes: a word for the kind, and the failure code. Also the results of a run. */
import type { Outcome } from '../../src/main/engine/domain/outcome.ts'
import type { Operation } from '../../src/reference-service/routes.ts'
import type { FailureCode } from '../../src/shared/failure.ts'

/** Operations of the interface. A rename is separate, because the app reads it back. */
export type Act = Operation | 'rename-image'

type Kind = Exclude<Outcome<unknown>['kind'], 'applied'>

/**
 * An outcome with its reason. `retry-uncounted`: no request reached the service. `rate-limited` also has a number of seconds.
 */
export type Expected =
  | 'applied'
  | `${Exclude<Kind, 'rate-limited' | 'retry'>} ${FailureCode}`
  | `retry ${FailureCode}`
  | `retry-uncounted ${FailureCode}`
  | `rate-limited ${number}s`

/** Outcomes of the acts to which a hazard applies. */
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

/** The same outcome for every act. */
export const all = (expected: Expected): Row => filled(ACTS, expected)
/** One outcome for reads and one for writes, with exceptions in `but`. */
export const split = (read: Expected, write: Expected, but: Row = {}): Row => ({
  ...filled(READ_ACTS, read),
  ...filled(WRITE_ACTS, write),
  ...but
})
/** An outcome for some acts. */
export const only = (acts: readonly Act[], expected: Expected): Row => filled(acts, expected)

/** Returns the notation of an outcome. */
export function wordsOf(outcome: Outcome<unknown>): string {
  if (outcome.kind === 'applied') return 'applied'
  const { code } = outcome.failure
  if (outcome.kind === 'rate-limited') return `rate-limited ${Math.round(outcome.retryAfterMs / 1000)}s`
  const isUncounted = outcome.kind === 'retry' && !outcome.countsAttempt
  return `${isUncounted ? 'retry-uncounted' : outcome.kind} ${code}`
}

const RATE_LIMITED = /^(rate-limited) (\d+)s$/

/** Whether an outcome is as expected. One more second is accepted, because services report whole seconds. */
export function isAsExpected(expected: string, came: string): boolean {
  if (expected === came) return true
  const [, wanted, wantedS] = RATE_LIMITED.exec(expected) ?? []
  const [, code, seconds] = RATE_LIMITED.exec(came) ?? []
  return wanted !== undefined && wanted === code && Number(seconds) === Number(wantedS) + 1
}

/** A problem for an outcome that differs. */
export const mismatch = (expected: string, came: string): string => `Expected "${expected}", got "${came}".`

export interface CaseResult {
  /** Dialect or switch. */
  readonly service: string
  /** ID of a hazard, or the name of a check. */
  readonly hazard: string
  readonly act: string
  /** Empty if the case passed. */
  readonly problems: readonly string[]
}

export const passed = ({ problems }: CaseResult): boolean => problems.length === 0

/** Returns a row for each service, then each failure, then the count. */
export function resultLines(results: readonly CaseResult[]): readonly string[] {
  const services = Map.groupBy(results, ({ service }) => service)
  const width = Math.max(...[...services.keys()].map((name) => name.length), 7)
  const rows = [...services].map(([name, cases]) => {
    const good = cases.filter(passed).length
    return `${name.padEnd(width)}  ${String(good).padStart(6)}  ${String(cases.length - good).padStart(6)}`
  })
  const failures = results
    .filter((result) => !passed(result))
    .map(({ service, hazard, act, problems }) => `${service}, ${hazard} on ${act}: ${problems.join(' ')}`)
  const failed = failures.length
  return [
    `${'service'.padEnd(width)}  ${'passed'.padStart(6)}  ${'failed'.padStart(6)}`,
    ...rows,
    '',
    ...(failed === 0 ? [] : [...failures, '']),
    `${results.length - failed} passed, ${failed} failed`
  ]
}
