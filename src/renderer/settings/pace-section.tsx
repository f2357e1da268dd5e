import type { Pace } from '../../shared/pace.ts'
import { setPace } from '../commands/batch-commands.ts'
import { settingsCopy } from '../copy/settings.ts'
import { useSync } from '../stores/sync-store.ts'
import { Segmented } from '../ui/segmented.tsx'
import styles from './settings-dialog.module.css'

const OPTIONS: readonly { readonly value: Pace; readonly label: string }[] = [
  { value: 'full', label: settingsCopy.paceFull },
  { value: 'share', label: settingsCopy.paceShare }
]

/** How much of what the service allows is used. */
export function PaceSection() {
  const pace = useSync((state) => state.status?.pace ?? 'full')
  return (
    <section className={styles.section} aria-labelledby="settings-pace">
      <h3 id="settings-pace">{settingsCopy.pace}</h3>
      <p id="settings-pace-lead" className={styles.lead}>
        {settingsCopy.paceLead}
      </p>
      <div className={styles.choice}>
        <Segmented
          label={settingsCopy.pace}
          describedBy="settings-pace-lead"
          value={pace}
          options={OPTIONS}
          onChange={(chosen) => void setPace(chosen)}
        />
      </div>
    </section>
  )
}
