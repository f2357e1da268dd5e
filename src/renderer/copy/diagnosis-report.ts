/** A diagnosis as plain text, to be handed to whoever runs the service. The key is in nothing it is made of. */
import { type Diagnosis, type GroupDiagnosis, verdictOfAll } from '../../shared/diagnosis.ts'
import { maskSecrets } from '../../shared/mask-secrets.ts'
import { type Group, GROUPS } from '../../shared/sync-status.ts'
import { formatDateTime } from '../format.ts'
import { groupLabel } from './connect.ts'
import { diagnosisCopy, findingLine, findingText, markLabel, traitTexts, verdictText } from './diagnosis.ts'
import { failureParts } from './failure-details.ts'
import { settingsCopy } from './settings.ts'

/** Lines of text; whatever looks like a key in what the service said is masked once more. */
export function reportText(diagnosis: Diagnosis): string {
  const { startedAt, state, groups } = diagnosis
  const lines = [
    `Proofsheet, diagnosis of ${formatDateTime(startedAt)}`,
    verdictText(verdictOfAll(diagnosis)),
    ...(state === 'cancelled' ? [settingsCopy.stopped] : []),
    ...GROUPS.flatMap((group) => ['', ...groupLines(groups[group], group)])
  ]
  return lines.map(maskSecrets).join('\n')
}

function groupLines({ address, findings, speaks }: GroupDiagnosis, group: Group): readonly string[] {
  const traits = traitTexts(speaks).map(({ label, value }) => `  ${label}: ${value}`)
  const rows = findings.flatMap((finding) => {
    const { asked, mark, ...words } = findingText(finding, group)
    const parts = finding.failure === undefined ? [] : failureParts(finding.failure)
    return [
      `  ${asked}: ${markLabel[mark]}. ${findingLine(words)}`,
      ...parts.map(({ label, text }) => `    ${label}: ${text}`)
    ]
  })
  return [
    `${groupLabel[group]}: ${address}`,
    ...(rows.length === 0 ? [`  ${diagnosisCopy.waiting}`] : rows),
    `${diagnosisCopy.speaks}:`,
    ...(traits.length === 0 ? [`  ${diagnosisCopy.nothingLearned}`] : traits)
  ]
}
