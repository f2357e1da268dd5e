import type { OutcomeWord, RecordEvent } from '../../../shared/batch.ts'
import { inspectorCopy } from '../../copy/inspector.ts'
import { eventPlace, eventText } from '../../copy/record-changes.ts'
import { sentText } from '../../copy/sent-along.ts'
import { formatFullDate } from '../../format.ts'
import { useNow } from '../../frame/use-now.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-shapes.tsx'
import { useDetail } from './detail-store.ts'
import styles from './history-part.module.css'
import words from './panel-words.module.css'

const icons: Readonly<Record<OutcomeWord, IconName>> = {
  waiting: 'dot',
  sending: 'dot',
  checking: 'dot',
  done: 'check',
  alreadySo: 'check',
  needsYou: 'triangle',
  takenBack: 'dash'
}

/** What was changed of this record, here and elsewhere, newest first. */
export function HistoryPart() {
  const history = useDetail((state) => state.history)
  const now = useNow()
  if (history.length === 0) return null
  return (
    <section className={styles.part}>
      <h3 className={words.heading}>{inspectorCopy.history}</h3>
      <ol className={styles.history}>
        {history.map((event) => (
          <HistoryLine key={`${event.at} ${event.field} ${event.batch}`} event={event} now={now} />
        ))}
      </ol>
    </section>
  )
}

function HistoryLine({ event, now }: { readonly event: RecordEvent; readonly now: number }) {
  return (
    <li data-warning={event.word === 'needsYou' || undefined}>
      <Icon name={event.word === null ? 'cloud' : icons[event.word]} size={12} />
      <div>
        <p>
          <bdi>{eventText(event)}</bdi>
        </p>
        <p className={words.origin} title={formatFullDate(event.at)}>
          {eventPlace(event, now)}
        </p>
        {event.sent && <p className={words.origin}>{sentText(event.sent, now)}</p>}
      </div>
    </li>
  )
}
