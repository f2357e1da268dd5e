/** Chooses what is said of a service that was diagnosed, and writes the report to hand on. */
import {
  type Diagnosis,
  type Finding,
  type FindingKind,
  type GroupDiagnosis,
  isCut,
  type Severity,
  severityOf,
  questionOf,
  verdictOfAll
} from '../shared/diagnosis.ts'
import { maskSecrets } from '../shared/mask-secrets.ts'
import { type Group, GROUPS } from '../shared/sync-status.ts'
import type { FindingSentence } from './en/diagnosis.ts'
import { asSentence, failureParts, failureSentence, listSentence } from './failures.ts'
import { formatDateTime } from './format.ts'
import { copy } from './language.ts'

/** One row of the table, in words. */
export interface FindingText extends FindingSentence {
  readonly group: Group
  readonly kind: FindingKind
  readonly asked: string
  readonly severity: Severity
}

/** A failure in the words that the screens have for it; of the list, those for lists. */
function failureFinding({ kind, failure = { code: 'not-understood' } }: Finding, group: Group): FindingSentence {
  const isOfList = kind.startsWith('list.') || kind.startsWith('rest.')
  const { headline, body } = isOfList ? listSentence(failure, group) : failureSentence(failure, group)
  const came = failure.status === undefined ? headline : `${headline} (${failure.status})`
  return { came: asSentence(came), advice: body === '' ? null : body }
}

export function findingText(finding: Finding, group: Group): FindingText {
  const { count = 0, total = null } = finding
  const sentence = copy.diagnosis.findings[finding.kind]({ count, total, failure: failureFinding(finding, group) })
  return {
    group,
    kind: finding.kind,
    asked: copy.diagnosis.questions[questionOf(finding)],
    severity: severityOf(finding),
    ...sentence
  }
}

/** What came and what it means, in one line. */
export const findingLine = ({ came, advice }: FindingSentence): string => (advice === null ? came : `${came} ${advice}`)

/** What a verdict that is not the best one rests on, a line for each finding. */
export function reasonsOf(findings: readonly Finding[], group: Group): readonly string[] {
  return findings
    .filter((finding) => isReason(finding))
    .map((finding) => {
      const { asked, ...words } = findingText(finding, group)
      return `${copy.connect.groups[group]}, ${copy.names.inSentence(asked)}: ${findingLine(words)}`
    })
}

const isReason = (finding: Finding): boolean => {
  const severity = severityOf(finding)
  return severity === 'failed' || severity === 'degraded' || isCut(finding)
}

interface TraitText {
  readonly label: string
  readonly value: string
}

/** In the order of the labels; what only an update or a delete shows is missing until one was sent. */
export function traitTexts(dialectTraits: Readonly<Record<string, string>>): readonly TraitText[] {
  const { traitValues } = copy.diagnosis
  const traits: Readonly<Record<string, string>> = copy.diagnosis.traits
  const known = [...Object.keys(traits), ...Object.keys(dialectTraits)]
  return [...new Set(known)]
    .filter((trait) => Object.hasOwn(dialectTraits, trait))
    .map((trait) => {
      const value = dialectTraits[trait] ?? ''
      return { label: traits[trait] ?? trait, value: traitValues[trait]?.[value] ?? value }
    })
}

// A diagnosis as plain text, to be handed to whoever runs the service. The key is in nothing it is made of.

/** Lines of text; whatever looks like a key in what the service said is masked once more. */
export function reportText(diagnosis: Diagnosis): string {
  const { startedAt, state, groups } = diagnosis
  const lines = [
    copy.diagnosis.reportOf(formatDateTime(startedAt)),
    copy.diagnosis.verdicts[verdictOfAll(diagnosis)],
    ...(state === 'canceled' ? [copy.settings.stopped] : []),
    ...GROUPS.flatMap((group) => ['', ...groupLines(groups[group], group)])
  ]
  return lines.map(maskSecrets).join('\n')
}

function groupLines({ address, findings, dialectTraits }: GroupDiagnosis, group: Group): readonly string[] {
  const traits = traitTexts(dialectTraits).map(({ label, value }) => `  ${label}: ${value}`)
  const rows = findings.flatMap((finding) => {
    const { asked, severity, ...words } = findingText(finding, group)
    const parts = finding.failure === undefined ? [] : failureParts(finding.failure)
    return [
      `  ${asked}: ${copy.diagnosis.marks[severity]}. ${findingLine(words)}`,
      ...parts.map(({ label, text }) => `    ${label}: ${text}`)
    ]
  })
  return [
    `${copy.connect.groups[group]}: ${address}`,
    ...(rows.length === 0 ? [`  ${copy.diagnosis.waiting}`] : rows),
    `${copy.diagnosis.dialectTraits}:`,
    ...(traits.length === 0 ? [`  ${copy.diagnosis.nothingLearned}`] : traits)
  ]
}
