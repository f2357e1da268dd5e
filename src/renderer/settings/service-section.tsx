import { useEffect, useRef, useState } from 'react'
import { type Diagnosis, type GroupDiagnosis, type Severity, verdictOfAll } from '../../shared/diagnosis.ts'
import type { Failure } from '../../shared/failure.ts'
import { type Group, GROUPS } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { type FindingText, findingText, reasonsOf, reportText, traitTexts } from '../../copy/diagnosis.ts'
import { failureText } from '../../copy/failures.ts'
import { copy } from '../../copy/language.ts'
import { CopyButton } from '../frame/failure-details.tsx'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './settings-dialog.module.css'

/** “Diagnose this service”: checks, results, and whether Proofsheet can work with the service. */
export function ServiceSection() {
  const control = useDiagnosis()
  const { isRunning, diagnosis, failure } = control
  return (
    <section className={styles.section} aria-labelledby="settings-service">
      <h3 id="settings-service">{copy.settings.service}</h3>
      <p className={styles.lead}>{copy.settings.diagnoseLead}</p>
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

function Controls({
  control: { isRunning, diagnosis, start, stop }
}: {
  readonly control: ReturnType<typeof useDiagnosis>
}) {
  return (
    <div className={styles.buttons}>
      {/* Stays in place while it runs, so that a second click does not hit another button. */}
      <Button variant="box" isDisabled={isRunning} onClick={start}>
        {diagnosis === null || isRunning ? copy.settings.diagnose : copy.settings.diagnoseAgain}
      </Button>
      {isRunning && (
        <Button variant="box" onClick={stop}>
          {copy.settings.stop}
        </Button>
      )}
      {isRunning && <span className={styles.progress}>{progressOf(diagnosis)}</span>}
      {diagnosis !== null && !isRunning && (
        <CopyButton
          icon="copy"
          label={copy.settings.copy}
          text={reportText(diagnosis)}
          copiedLabel={copy.settings.copied}
        />
      )}
    </div>
  )
}

function progressOf(diagnosis: Diagnosis | null): string {
  const group = GROUPS.find((name) => diagnosis?.groups[name].state === 'checking') ?? 'images'
  return `${copy.settings.checking[group]} ${copy.settings.answers(diagnosis?.groups[group].findings.length ?? 0)}`
}

function Conclusion({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  if (diagnosis.state === 'canceled') return copy.settings.stopped
  const reasons = GROUPS.flatMap((group) => reasonsOf(diagnosis.groups[group].findings, group))
  return (
    <>
      <b>{copy.diagnosis.verdicts[verdictOfAll(diagnosis)]}</b>
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

interface GroupReportProps {
  readonly group: Group
  readonly diagnosis: GroupDiagnosis
}

/** One group: a row for each finding, and the traits of its service. Text of the service is shown as text. */
function GroupReport({ group, diagnosis: { findings, state, dialectTraits } }: GroupReportProps) {
  if (findings.length === 0) return null
  return (
    <div className={styles.report}>
      <h4>{copy.connect.groups[group]}</h4>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{copy.diagnosis.asked}</th>
            <th scope="col">{copy.diagnosis.came}</th>
            <th scope="col">{copy.diagnosis.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {findings.map((finding) => (
            <Row key={finding.kind} text={findingText(finding, group)} />
          ))}
        </tbody>
      </table>
      {state === 'done' && <Traits dialectTraits={dialectTraits} />}
    </div>
  )
}

const severityIcon: Readonly<Record<Severity, IconName>> = {
  ok: 'check',
  handled: 'info',
  degraded: 'triangle',
  failed: 'cross',
  unknown: 'dash'
}

function Row({ text: { asked, came, severity, advice } }: { readonly text: FindingText }) {
  return (
    <tr>
      <th scope="row">{asked}</th>
      <td>
        <bdi>{came}</bdi>
      </td>
      <td>
        <span className={styles.mark} data-mark={severity}>
          <Icon name={severityIcon[severity]} size={12} />
          {copy.diagnosis.marks[severity]}
        </span>
        {advice !== null && <span className={styles.advice}>{advice}</span>}
      </td>
    </tr>
  )
}

function Traits({ dialectTraits }: Pick<GroupDiagnosis, 'dialectTraits'>) {
  const traits = traitTexts(dialectTraits)
  return (
    <>
      <h5>{copy.diagnosis.dialectTraits}</h5>
      {traits.length === 0 && <p className={styles.advice}>{copy.diagnosis.nothingLearned}</p>}
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

// The diagnosis of the service, while the component that shows it is mounted.

interface DiagnosisState {
  readonly isRunning: boolean
  /** The known part; `null` before the first result. */
  readonly diagnosis: Diagnosis | null
  /** Why there is none. */
  readonly failure: Failure | null
}

const NOTHING: DiagnosisState = { isRunning: false, diagnosis: null, failure: null }

/** Runs a diagnosis; ends the run on unmount. */
function useDiagnosis() {
  const [state, setState] = useState(NOTHING)
  /** Counts starts; results of earlier ones are not shown. */
  const started = useRef(0)
  const lastRun = useRef(0)

  useEffect(() => {
    const end = bridge.subscribe.diagnosis((diagnosis) => {
      setState((now) => (now.isRunning && diagnosis.run > lastRun.current ? { ...now, diagnosis } : now))
    })
    return () => {
      end()
      started.current += 1
      void bridge.cancelDiagnosis(null)
    }
  }, [])

  async function run(): Promise<void> {
    started.current += 1
    const ownStart = started.current
    lastRun.current = Math.max(lastRun.current, state.diagnosis?.run ?? 0)
    setState({ ...NOTHING, isRunning: true })
    const answer = await bridge.diagnose(null)
    if (ownStart !== started.current) return
    setState(answer.ok ? { ...NOTHING, diagnosis: answer.value } : { ...NOTHING, failure: answer.failure })
  }

  function stop(): void {
    started.current += 1
    void bridge.cancelDiagnosis(null)
    setState(({ diagnosis }) => ({
      ...NOTHING,
      diagnosis: diagnosis === null ? null : { ...diagnosis, state: 'canceled' }
    }))
  }

  return {
    ...state,
    /** Does nothing while one is running. */
    start: (): void => {
      if (!state.isRunning) void run()
    },
    stop
  }
}
