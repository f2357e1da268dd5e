import type { AttentionGroup } from '../../../shared/change.ts'
import { setBatchPaused, setPaused, syncNow } from '../../commands/batch-commands.ts'
import { undoReceipt } from '../../commands/undo-commands.ts'
import { copy } from '../../../copy/language.ts'
import { needSentence, repairActionLabel } from '../../../copy/needs.ts'
import { useJobFacts } from '../../frame/job-line.ts'
import { startGroupRepair, startOnlyRepair } from '../../frame/repair-store.ts'
import { useNow } from '../../frame/use-window.ts'
import { countFilters } from '../../stores/query-store.ts'
import { type ActivityTab, openConnectionQuestion, showActivity } from '../../stores/window-store.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { followsMarks } from '../view/arrivals.ts'
import { type ShownView, useView } from '../view/view-store.ts'
import { type PendingAction, pendingLines } from './work-lines.ts'
import styles from './images-head.module.css'

/** A bar over pending images or those that need attention: reasons, counts and actions. */
export function WorkBar() {
  const shown = useView((state) => state.shown)
  if (shown === null || shown.order.numbers.length === 0 || !followsMarks(shown.query)) return null
  return shown.query.mark === 'waiting' ? <PendingBar /> : <NeedsBar shown={shown} />
}

interface WorkLine {
  readonly key: string
  readonly text: string
  /** Its meaning, or the message of the service. */
  readonly more?: string
  readonly action: { readonly label: string; readonly run: () => void } | null
}

/** The other lines are in Activity. */
const LINES_SHOWN = 3

function Lines({ lines, tab }: { readonly lines: readonly WorkLine[]; readonly tab: ActivityTab }) {
  const hidden = lines.length - LINES_SHOWN
  return (
    <section className={styles.bar} aria-label={copy.work.reasons} data-tab={tab}>
      <ul>
        {lines.slice(0, LINES_SHOWN).map(({ key, text, more = '', action }) => (
          <li key={key}>
            <Icon name={tab === 'waiting' ? 'dot' : 'triangle'} size={12} />
            <span>
              {text} <small title={more}>{more}</small>
            </span>
            {action && (
              <Button variant="box" size="small" onClick={action.run}>
                {action.label}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button variant="link" size="small" onClick={() => showActivity(tab)}>
        {hidden > 0 ? copy.work.moreReasons(hidden) : copy.work.showInActivity}
      </Button>
    </section>
  )
}

/** With other filters only part of a reason’s changes is on screen, so the bar offers no action on all of them. */
function NeedsBar({ shown: { needs, query } }: { readonly shown: ShownView }) {
  const isWhole = countFilters(query) === 1
  const actionOf = (need: AttentionGroup): WorkLine['action'] => {
    const { count, usual } = need
    const { kind } = need.reason
    if (count === 1)
      return {
        label: repairActionLabel({ repairAction: usual, count, kind, row: null }),
        run: () => void startOnlyRepair(need)
      }
    const repairAction = need.repairActions.find((each) => each === usual)
    if (repairAction === undefined) return { label: copy.status.review, run: () => showActivity('needs-attention') }
    return {
      label: repairActionLabel({ repairAction, count, kind, row: null }),
      run: () => startGroupRepair(need, repairAction)
    }
  }
  const lines = needs.map((need) => {
    const { headline, body } = needSentence(need)
    return { key: JSON.stringify(need.reason), text: headline, more: body, action: isWhole ? actionOf(need) : null }
  })
  return <Lines lines={lines} tab="needs-attention" />
}

function PendingBar() {
  const facts = useJobFacts()
  const now = useNow()
  if (facts === null) return null
  const lines = pendingLines(facts, now).map(({ key, text, action }) => ({
    key,
    text,
    action: action && { label: labels()[action.kind], run: () => act(action) }
  }))
  return lines.length === 0 ? null : <Lines lines={lines} tab="waiting" />
}

const labels = (): Readonly<Record<PendingAction['kind'], string>> => ({
  resume: copy.status.resume,
  'resume-batch': copy.status.resume,
  'try-now': copy.banners.tryNow,
  review: copy.status.review,
  'enter-key': copy.banners.enterKey,
  undo: copy.status.undo
})

function act(action: PendingAction): void {
  switch (action.kind) {
    case 'resume':
      return void setPaused(false)
    case 'resume-batch':
      return void setBatchPaused(action.receipt.batch, false)
    case 'try-now':
      return void syncNow()
    case 'review':
      return showActivity('waiting')
    case 'enter-key':
      return openConnectionQuestion(action)
    case 'undo':
      return void undoReceipt(action.receipt)
  }
}
