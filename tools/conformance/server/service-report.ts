/** Formats the checks of a real service as a table, with a verdict. */
import { findingLine, findingText } from '../../../src/copy/diagnosis.ts'
import { verdictOf, type Finding, type Severity } from '../../../src/shared/diagnosis.ts'
import type { Group } from '../../../src/shared/sync-status.ts'

export interface Row {
  readonly group: Group
  readonly check: string
  readonly severity: Severity
  /** A short sentence. */
  readonly found: string
}

export interface ServiceReport {
  readonly findings: Readonly<Record<Group, readonly Finding[]>>
  /** Checks that only this command makes: a wrong key, and writes. */
  readonly more: readonly Row[]
  /** Traits that the app would remember, one line per group. */
  readonly learned: readonly string[]
}

const SIGNS: Readonly<Record<Severity, string>> = {
  ok: 'yes',
  handled: 'ok',
  degraded: 'poor',
  failed: 'NO',
  unknown: '-'
}

/** Returns the lines of the table and the verdict. */
export function reportLines(answers: ServiceReport): readonly string[] {
  const rows = [...rowsOf(answers, 'images'), ...rowsOf(answers, 'projects'), ...answers.more]
  const width = Math.max(...rows.map(({ check }) => check.length), 5)
  return [
    `${'group'.padEnd(8)}  ${'check'.padEnd(width)}        result`,
    ...rows.map(
      ({ group, check, severity, found }) =>
        `${group.padEnd(8)}  ${check.padEnd(width)}  ${SIGNS[severity].padEnd(4)}  ${found}`
    ),
    '',
    ...answers.learned,
    '',
    ...verdictLines(rows, isCompatible(answers))
  ]
}

/** Whether all checks finished and the app can work with the service. */
export function isCompatible({ findings, more }: ServiceReport): boolean {
  const verdicts = [verdictOf(findings.images), verdictOf(findings.projects)]
  const isOpen = verdicts.some((verdict) => verdict === 'incompatible' || verdict === 'unclear')
  return !isOpen && more.every(({ severity }) => severity !== 'failed')
}

const rowsOf = ({ findings }: ServiceReport, group: Group): readonly Row[] =>
  findings[group].map((finding) => {
    const { asked, severity, came, advice } = findingText(finding, group)
    return { group, check: asked, severity, found: findingLine({ came, advice }) }
  })

function verdictLines(rows: readonly Row[], isGood: boolean): readonly string[] {
  const of = (severity: Severity): readonly string[] =>
    rows.filter((row) => row.severity === severity).map(({ group, found }) => `  ${group}: ${found}`)
  const [bad, poor] = [of('failed'), of('degraded')]
  if (bad.length > 0) return ['Proofsheet can’t work with this service:', ...bad]
  if (!isGood) return ['Can’t tell right now whether Proofsheet works with this service:', ...of('unknown')]
  if (poor.length === 0) return ['Proofsheet works with this service.']
  return ['Proofsheet works with this service, with limits:', ...poor]
}
