/** What a run has come to: every case with what was expected, for a table and a last line. */

export interface CaseResult {
  /** Dialect or switch. */
  readonly service: string
  /** Hazard, or the name of a check. */
  readonly hazard: string
  readonly act: string
  /** What is wrong; empty = passed. */
  readonly problems: readonly string[]
}

export const passed = ({ problems }: CaseResult): boolean => problems.length === 0

/** One row for each service, then every failure, then the count. */
export function tell(results: readonly CaseResult[]): readonly string[] {
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
