import { OPTIONAL_LOOKS, type ImageRow, type Look } from '../../../shared/image.ts'
import { inspectorCopy } from '../../copy/inspector.ts'
import { lookLabel, valueLabel } from '../../copy/looks.ts'
import { formatDateTime, formatFullDate } from '../../format.ts'
import { useDetail } from './detail-store.ts'
import styles from './facts-part.module.css'

const FACTS: readonly Look[] = ['resolution', ...OPTIONAL_LOOKS]

/** What the service keeps of the image and lets nobody change: plain words, no fields. */
export function FactsPart({ row }: { readonly row: ImageRow }) {
  const detail = useDetail((state) => state.detail)
  const id = detail === null ? null : (detail.id ?? inspectorCopy.notCreated)
  return (
    <dl className={styles.facts}>
      {FACTS.map((look) => (
        <LookFact key={look} look={look} value={row[look]} />
      ))}
      <DateFact label={inspectorCopy.created} at={row.createdAt} />
      <div>
        <dt>{inspectorCopy.id}</dt>
        <dd>
          <bdi>{id}</bdi>
        </dd>
      </div>
    </dl>
  )
}

function LookFact({ look, value }: { readonly look: Look; readonly value: string | null }) {
  const isNone = value === null || value === ''
  return (
    <div>
      <dt>{lookLabel[look]}</dt>
      <dd data-quiet={isNone || undefined}>{isNone ? inspectorCopy.none : valueLabel(look, value)}</dd>
    </div>
  )
}

function DateFact({ label, at }: { readonly label: string; readonly at: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-quiet={at === null || undefined} title={at === null ? undefined : formatFullDate(at)}>
        {at === null ? inspectorCopy.unknown : formatDateTime(at)}
      </dd>
    </div>
  )
}
