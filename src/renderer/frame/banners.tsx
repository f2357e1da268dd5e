import { useState } from 'react'
import type { Group } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { asSentence } from '../copy/failures.ts'
import { useConnection } from '../stores/connection-store.ts'
import { useSync } from '../stores/sync-store.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { chooseBanner } from './banner-choice.ts'
import type { BannerAction } from './banner-choice.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { useLasting } from './use-lasting.ts'
import { useNow } from './use-now.ts'
import styles from './app-shell.module.css'

/** Troubles that pass are shown once they have lasted this long. */
const PASSING_MS = 5_000

/** The bar under the toolbar, and the dialog its button may open. */
export function Banners() {
  const status = useSync((state) => state.status)
  const connection = useConnection((state) => state.connection)
  const now = useNow()
  const [keyGroup, setKeyGroup] = useState<Group | null>(null)
  const choice = status && chooseBanner(status, connection, now)
  const hasLasted = useLasting(choice?.id ?? null, PASSING_MS)
  const isShown = choice !== null && (!choice.isPassing || hasLasted)

  const act: Readonly<Record<BannerAction, (group: Group) => void>> = {
    'try-now': () => void bridge.syncNow(null),
    'enter-key': setKeyGroup
  }
  return (
    <div className={styles.banners} aria-live="polite">
      {isShown && (
        <Banner
          key={choice.id}
          tone={choice.tone}
          icon={choice.icon}
          headline={asSentence(choice.headline)}
          actions={
            <Button look="box" size="small" onClick={() => act[choice.action.kind](choice.action.group)}>
              {choice.action.label}
            </Button>
          }
        >
          {choice.body}
        </Banner>
      )}
      {keyGroup && <NewKeyDialog group={keyGroup} onClose={() => setKeyGroup(null)} />}
    </div>
  )
}
