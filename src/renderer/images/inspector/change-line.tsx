import type { ChangeRow } from '../../../shared/change.ts'
import type { RecordStage } from '../../../shared/image.ts'
import { repairChanges } from '../../commands/batch-commands.ts'
import { asSentence, failureSentence } from '../../copy/failures.ts'
import { inspectorCopy } from '../../copy/inspector.ts'
import { remedyLabel } from '../../copy/needs.ts'
import { changeOrigin, changeText, discardLabel } from '../../copy/record-changes.ts'
import { showActivity } from '../../stores/activity-store.ts'
import { useSendTime } from '../../stores/reach.ts'
import { openCreate } from '../../stores/create-store.ts'
import { Button } from '../../ui/button.tsx'
import { useControl } from '../control-context.ts'
import type { ImagesControl } from '../images-control.ts'
import { Fact } from './fact.tsx'
import { remediesHere } from './remedies-here.ts'
import type { RemedyHere } from './remedies-here.ts'
import styles from './change-line.module.css'
import words from './panel-words.module.css'

export interface ChangeLineProps {
  readonly change: ChangeRow
  readonly stage: RecordStage | null
  /** ms since epoch. */
  readonly now: number
}

/** One change that is not confirmed: what it is, where it comes from, why it is stuck, and what can be done. */
export function ChangeLine({ change, stage, now }: ChangeLineProps) {
  const needsYou = change.word === 'needsYou'
  const time = useSendTime(change.group)
  const failure = change.failure && failureSentence(change.failure, change.group)
  const text = needsYou && failure ? asSentence(failure.headline) : changeText(change, { stage, time, now })
  return (
    <Fact icon={needsYou ? 'triangle' : 'dot'} text={text} isWarning={needsYou}>
      {needsYou && failure && <p className={styles.reason}>{failure.body}</p>}
      <p className={words.origin}>{changeOrigin(change, now)}</p>
      {!needsYou && failure && <p className={words.origin}>{asSentence(failure.headline)}</p>}
      <div className={styles.remedies}>
        {remediesHere(change).map((here) => (
          <RemedyButton key={here.remedy} here={here} change={change} />
        ))}
      </div>
    </Fact>
  )
}

function RemedyButton({ here, change }: { readonly here: RemedyHere; readonly change: ChangeRow }) {
  const control = useControl()
  return (
    <Button look="box" size="small" onClick={() => void remedy(control, here, change)}>
      {labelOf(here, change)}
    </Button>
  )
}

function labelOf({ remedy: name }: RemedyHere, change: ChangeRow): string {
  if (name === 'review') return inspectorCopy.review
  const own = name === 'discard' ? discardLabel(change.kind) : null
  return own ?? remedyLabel({ remedy: name, count: 1, row: change })
}

async function remedy(control: ImagesControl, here: RemedyHere, change: ChangeRow): Promise<void> {
  const { record, entry } = change
  if (here.how === 'review') return showActivity('needs-you')
  if (here.how === 'delete') return control.run({ name: 'delete' }, record)
  if (here.remedy === 'create-again') return control.run({ name: 'use-settings' }, record)
  if (here.how === 'form') return openCreate(undefined, record)
  const target = { kind: 'entries', entries: [entry] } as const
  const changed = await repairChanges({ target, remedy: here.remedy, choice: null })
  if (changed !== null) await control.loader.reread(changed)
}
