import { verdictOfAll, type Diagnosis } from '../../shared/diagnosis.ts'
import { GROUPS } from '../../shared/sync-status.ts'
import { reportText } from '../copy/diagnosis-report.ts'
import { reasonsOf, verdictText } from '../copy/diagnosis.ts'
import { failureText } from '../copy/failures.ts'
import { askingText, settingsCopy } from '../copy/settings.ts'
import { CopyButton } from '../frame/copy-button.tsx'
import { Button } from '../ui/button.tsx'
import { GroupReport } from './group-report.tsx'
import styles from './settings-dialog.module.css'
import { useDiagnosis, type DiagnosisControl } from './use-diagnosis.ts'

/** "Diagnose this service": what was asked, what came, and whether the program can live with it. */
export function ServiceSection() {
  const control = useDiagnosis()
  const { isRunning, diagnosis, failure } = control
  return (
    <section className={styles.section} aria-labelledby="settings-service">
      <h3 id="settings-service">{settingsCopy.service}</h3>
      <p className={styles.lead}>{settingsCopy.diagnoseLead}</p>
      <Controls control={control} />
      <div className={styles.verdict} role="status">
        {failure !== null && failureText(failure, 'library')}
        {diagnosis !== null && !isRunning && <Conclusion diagnosis={diagnosis} />}
      </div>
      {diagnosis !== null &&
        GROUPS.map((group) => <GroupReport key={group} group={group} diagnosis={diagnosis.groups[group]} />)}
    </section>
  )
}

function Controls({ control: { isRunning, diagnosis, start, stop } }: { readonly control: DiagnosisControl }) {
  return (
    <div className={styles.buttons}>
      {/* It stays where it is while it runs: a second click meant for it must not fall on another button. */}
      <Button look="box" isDisabled={isRunning} onClick={start}>
        {diagnosis === null || isRunning ? settingsCopy.diagnose : settingsCopy.diagnoseAgain}
      </Button>
      {isRunning && (
        <Button look="box" onClick={stop}>
          {settingsCopy.stop}
        </Button>
      )}
      {isRunning && <span className={styles.progress}>{progressOf(diagnosis)}</span>}
      {diagnosis !== null && !isRunning && (
        <CopyButton icon="copy" label={settingsCopy.copy} text={reportText(diagnosis)} said={settingsCopy.copied} />
      )}
    </div>
  )
}

function progressOf(diagnosis: Diagnosis | null): string {
  const group = GROUPS.find((name) => diagnosis?.groups[name].state === 'asking') ?? 'images'
  return askingText(group, diagnosis?.groups[group].findings.length ?? 0)
}

function Conclusion({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  if (diagnosis.state === 'cancelled') return settingsCopy.stopped
  const reasons = GROUPS.flatMap((group) => reasonsOf(diagnosis.groups[group].findings, group))
  return (
    <>
      <b>{verdictText(verdictOfAll(diagnosis))}</b>
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>
              <bdi>{reason}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
