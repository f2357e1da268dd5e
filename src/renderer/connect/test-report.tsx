import { useEffect, useRef } from 'react'
import { type ConnectionTest, TEST_LAYERS, type TestLayer, type TestStepStatus } from '../../shared/connection.ts'
import { GROUPS } from '../../shared/sync-status.ts'
import { asSentence, testSentence } from '../../copy/failures.ts'
import { copy } from '../../copy/language.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/notes.tsx'
import { hasPassed, type Problem } from './connect-form.ts'
import type { ConnectState } from './connect-state.ts'
import styles from './connect-screen.module.css'

/** Five lines for each group, and the failure below. The text is announced, the lines are visual. */
export function TestReport({ state }: { readonly state: ConnectState }) {
  const { test, problem, phase, isReady } = state
  return (
    <>
      {(test !== null || phase === 'testing') && <TestTable test={test} />}
      <div aria-live="polite" className={styles.words}>
        {phase === 'testing' && <VisuallyHidden>{copy.connect.testing}</VisuallyHidden>}
        {isReady && <p className={styles.ready}>{copy.connect.bothReady}</p>}
        {problem && isSaidHere(problem) && <ProblemText problem={problem} test={test} />}
      </div>
    </>
  )
}

/** Input errors are shown at their field, not here. */
function isSaidHere({ failure }: Problem): boolean {
  return !failure.code.startsWith('address-') && failure.code !== 'key-missing' && failure.code !== 'key-malformed'
}

function TestTable({ test }: { readonly test: ConnectionTest | null }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{copy.connect.check}</VisuallyHidden>
          </th>
          {GROUPS.map((group) => (
            <th key={group} scope="col">
              {copy.connect.groups[group]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {TEST_LAYERS.map((layer) => (
          <LayerRow key={layer} layer={layer} test={test} />
        ))}
      </tbody>
    </table>
  )
}

function LayerRow({ layer, test }: { readonly layer: TestLayer; readonly test: ConnectionTest | null }) {
  const marks = GROUPS.map((group) => ({ group, mark: test?.[group].marks[layer] ?? 'pending' }) as const)
  const isBad = marks.some(({ mark }) => mark === 'failed')
  return (
    <tr data-bad={isBad || undefined}>
      <th scope="row">{copy.connect.layers[layer]}</th>
      {marks.map(({ group, mark }) => (
        <td key={group}>
          <span className={styles.mark} data-mark={mark}>
            <Icon name={markIcon[mark]} size={mark === 'failed' ? 12 : 16} />
          </span>
          <VisuallyHidden>{copy.connect.marks[mark]}</VisuallyHidden>
        </td>
      ))}
    </tr>
  )
}

const markIcon: Readonly<Record<TestStepStatus, IconName>> = {
  pending: 'dot',
  passed: 'check',
  failed: 'cross',
  skipped: 'dash'
}

function ProblemText({ problem, test }: { readonly problem: Problem; readonly test: ConnectionTest | null }) {
  const { headline, body } = testSentence(problem.failure, problem.group)
  const line = useRef<HTMLParagraphElement>(null)
  // In a low window the text is below the fold while the focus is on the field above.
  useEffect(() => {
    line.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const areImagesReady = problem.group === 'projects' && test !== null && hasPassed(test.images)
  return (
    <p ref={line} className={styles.problem}>
      <b>{asSentence(headline)}</b> {body} {areImagesReady && copy.connect.imagesReady}
    </p>
  )
}
