import { useState } from 'react'
import type { Group } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { answerOwner, setBatchPaused, syncNow, valueOrReport, writeBack } from '../commands/batch-commands.ts'
import { asSentence } from '../../copy/failures.ts'
import { confirmStop, useConnection, useSync } from '../stores/sync-store.ts'
import { openConnectionQuestion, showActivity } from '../stores/window-store.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from '../ui/notes.tsx'
import { chooseBanner } from './banner-choice.ts'
import { ConnectionDialogs } from './connection-dialogs.tsx'
import { FailureDetails } from './failure-details.tsx'
import type { BannerAction, BannerChoice } from './outbox-banners.ts'
import { useLasting, useNow } from './use-window.ts'
import styles from './app-frame.module.css'

/** Passing problems are shown once they have lasted this long. */
const PASSING_MS = 5_000
const NONE: ReadonlySet<string> = new Set()

/** The banner below the toolbar, and the dialog that its button opens. */
export function Banners() {
  const status = useSync((state) => state.status)
  const connection = useConnection((state) => state.connection)
  const now = useNow()
  const [dismissed, setDismissed] = useState(NONE)
  const choice = status && chooseBanner(status, connection, { now, dismissed })
  const hasLasted = useLasting(choice?.id ?? null, PASSING_MS)
  const isShown = choice !== null && (choice.isPassing !== true || hasLasted)
  const run = (action: BannerAction) => {
    if (action.kind === 'dismiss') setDismissed(new Set([...dismissed, choice?.id ?? '']))
    else act(action)
  }
  return (
    <div className={styles.banners} aria-live="polite">
      {isShown && <Bar key={choice.id} choice={choice} onAction={run} />}
      <ConnectionDialogs />
    </div>
  )
}

interface BarProps {
  readonly choice: BannerChoice
  readonly onAction: (action: BannerAction) => void
}

function Bar({ choice, onAction }: BarProps) {
  const actions = (
    <>
      {choice.failure && <FailureDetails failure={choice.failure} />}
      {choice.actions.map((action) => (
        <Button
          key={action.label}
          variant={action.kind === 'dismiss' ? 'plain' : 'box'}
          size="small"
          onClick={() => onAction(action)}
        >
          {action.label}
        </Button>
      ))}
    </>
  )
  return (
    <Banner tone={choice.tone} icon={choice.icon} headline={asSentence(choice.headline)} actions={actions}>
      {choice.body}
    </Banner>
  )
}

/** Actions that need no state of the banner. */
type PlainAction = Exclude<BannerAction, { readonly kind: 'dismiss' }>

function act(action: PlainAction): void {
  switch (action.kind) {
    case 'try-now':
      return void syncNow()
    case 'enter-key':
    case 'edit-address':
      return openConnectionQuestion(action)
    case 'open-page':
      return void openPage(action.group)
    case 'show':
      return showActivity(action.tab)
    case 'answer-owner':
      return void answerOwner(action)
    case 'go-on':
      return void setBatchPaused(action.batch, false)
    case 'write-back':
      return void writeBack(action.entry)
    case 'stop':
      return confirmStop(action.batch)
  }
}

async function openPage(group: Group): Promise<void> {
  valueOrReport(await bridge.openServicePage({ group }))
}
