import type { GroupDiagnosis, Mark } from '../../shared/diagnosis.ts'
import type { Group } from '../../shared/sync-status.ts'
import { groupLabel } from '../copy/connect.ts'
import { diagnosisCopy, findingText, markLabel, traitTexts, type FindingText } from '../copy/diagnosis.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-shapes.tsx'
import styles from './group-report.module.css'

interface GroupReportProps {
  readonly group: Group
  readonly diagnosis: GroupDiagnosis
}

/** One group: a row for each answer, and how its service talks. Text of the service is shown as text. */
export function GroupReport({ group, diagnosis: { findings, state, speaks } }: GroupReportProps) {
  if (findings.length === 0) return null
  return (
    <div className={styles.report}>
      <h4>{groupLabel[group]}</h4>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{diagnosisCopy.asked}</th>
            <th scope="col">{diagnosisCopy.came}</th>
            <th scope="col">{diagnosisCopy.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {findings.map((finding) => (
            <Row key={finding.kind} text={findingText(finding, group)} />
          ))}
        </tbody>
      </table>
      {state === 'done' && <Traits speaks={speaks} />}
    </div>
  )
}

const markIcon: Readonly<Record<Mark, IconName>> = {
  good: 'check',
  fine: 'info',
  poor: 'triangle',
  bad: 'cross',
  untold: 'dash'
}

function Row({ text: { asked, came, mark, advice } }: { readonly text: FindingText }) {
  return (
    <tr>
      <th scope="row">{asked}</th>
      <td>
        <bdi>{came}</bdi>
      </td>
      <td>
        <span className={styles.mark} data-mark={mark}>
          <Icon name={markIcon[mark]} size={12} />
          {markLabel[mark]}
        </span>
        {advice !== null && <span className={styles.advice}>{advice}</span>}
      </td>
    </tr>
  )
}

function Traits({ speaks }: Pick<GroupDiagnosis, 'speaks'>) {
  const traits = traitTexts(speaks)
  return (
    <>
      <h5>{diagnosisCopy.speaks}</h5>
      {traits.length === 0 && <p className={styles.advice}>{diagnosisCopy.nothingLearned}</p>}
      <dl className={styles.traits}>
        {traits.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
