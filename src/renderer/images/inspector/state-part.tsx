import type { ImageDetail } from '../../../shared/image.ts'
import { failureText } from '../../copy/failures.ts'
import { inspectorCopy, inStep } from '../../copy/inspector.ts'
import { useNow } from '../../frame/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { ChangeLine } from './change-line.tsx'
import { useDetail } from './detail-store.ts'
import { details } from './details.ts'
import { Fact } from './fact.tsx'
import styles from './state-part.module.css'
import words from './panel-words.module.css'

/** Where the image stands with the service, and what can be done about what is not confirmed. */
export function StatePart({ detail }: { readonly detail: ImageDetail }) {
  const now = useNow()
  const { changes, row, readAt, isKeptCopy } = detail
  return (
    <section className={styles.state} aria-label={inspectorCopy.state}>
      {changes.map((change) => (
        <ChangeLine key={change.entry} change={change} stage={row.stage} now={now} />
      ))}
      {isKeptCopy && <Fact icon="cloud-off" text={inspectorCopy.keptCopy} />}
      {changes.length === 0 && !isKeptCopy && <Fact icon="check" text={inStep(readAt, now)} />}
      {detail.id !== null && <RefreshButton />}
    </section>
  )
}

/** Asks the service for this one record; why it did not answer stands beneath. */
function RefreshButton() {
  const { isRefreshing, failure } = useDetail()
  return (
    <>
      <Button look="link" size="small" isDisabled={isRefreshing} onClick={() => void details.refresh()}>
        {isRefreshing ? inspectorCopy.refreshing : inspectorCopy.refresh}
      </Button>
      <p className={words.error} role="status">
        {failure && failureText(failure, 'images')}
      </p>
    </>
  )
}
