/** Formats the checks of a real service as a table, with a verdict. */
import { findingLine, findingText } from '../../../src/copy/diagnosis.ts'
import { verdictOf, type Finding, type Mark } from '../../../src/shared/diagnosis.ts'
import type { Group } from '../../../src/shared/sync-status.ts'

export interface Row {
  readonly group: Group
  readonly check: string
  readonly mark: Mark
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

const SIGNS: Readonly<Record<Mark, string>> = { good: 'yes', fine: 'ok', poor: 'poor', bad: 'NO', untold: '-' }

/** Returns the lines of the table and the verdict. */
export function reportLines(answers: ServiceReport): readonly string[] {
  const rows = [...rowsOf(answers, 'images'), ...rowsOf(answers, 'projects'), ...answers.more]
  const width = Math.max(...rows.map(({ check }) => check.length), 5)
  return [
    `${'group'.padEnd(8)}  ${'check'.padEnd(width)}        result`,
    ...rows.map(
      ({ group, check, mark, found }) =>
        `${group.padEnd(8)}  ${check.padEnd(width)}  ${SIGNS[mark].padEnd(4)}  ${found}`
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
  const isOpen = verdicts.some((verdict) => verdict === 'unbearable' || verdict === 'unclear')
  return !isOpen && more.every(({ mark }) => mark !== 'bad')
}

const rowsOf = ({ findings }: ServiceReport, group: Group): readonly Row[] =>
  findings[group].map((finding) => {
    const { asked, mark, came, advice } = findingText(finding, group)
    return { group, check: asked, mark, found: findingLine({ came, advice }) }
  })

function verdictLines(rows: readonly Row[], isGood: boolean): readonly string[] {
  const of = (mark: Mark): readonly string[] =>
    rows.filter((row) => row.mark === mark).map(({ group, found }) => `  ${group}: ${found}`)
  const [bad, poor] = [of('bad'), of('poor')]
  if (bad.length > 0) return ['Proofsheet can’t work with this service:', ...bad]
  if (!isGood) return ['Can’t tell right now whether Proofsheet works with this service:', ...of('untold')]
  if (poor.length === 0) return ['Proofsheet works with this service.']
  return ['Proofsheet works with this service, with limits:', ...poor]
}
