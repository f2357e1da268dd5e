import { useRef } from 'react'
import { copy, languageName, offeredLanguages } from '../../copy/language.ts'
import type { LanguageChoice } from '../../shared/preferences.ts'
import type { Pace } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { setPace, valueOrReport } from '../commands/batch-commands.ts'
import { showLanguage, useLanguage } from '../stores/preferences-store.ts'
import { useSync } from '../stores/sync-store.ts'
import { closeSettings, useSettings } from '../stores/window-store.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/choices.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ConnectionSection } from './connection-section.tsx'
import { ServiceSection } from './service-section.tsx'
import styles from './settings-dialog.module.css'

/** Settings, while open. Closing them cancels a running diagnosis. */
export function SettingsDialog() {
  const isOpen = useSettings((state) => state.isOpen)
  const close = useRef<HTMLButtonElement>(null)
  if (!isOpen) return null
  return (
    <Dialog
      size="wide"
      title={copy.settings.title}
      initialFocus={close}
      onClose={closeSettings}
      actions={
        <Button ref={close} variant="box" onClick={closeSettings}>
          {copy.settings.close}
        </Button>
      }
    >
      <div className={styles.body}>
        <ConnectionSection />
        <LanguageSection />
        <PaceSection />
        <ServiceSection />
      </div>
    </Dialog>
  )
}

function LanguageSection() {
  const { choice, system } = useLanguage()
  return (
    <section className={styles.section} aria-labelledby="settings-language">
      <h3 id="settings-language">{copy.settings.language}</h3>
      <p id="settings-language-lead" className={styles.lead}>
        {copy.settings.languageLead}
      </p>
      <div className={styles.choice}>
        <Segmented<LanguageChoice>
          label={copy.settings.language}
          describedBy="settings-language-lead"
          value={choice}
          options={[
            { value: 'system', label: copy.settings.languageOfSystem },
            ...offeredLanguages(system).map((tag) => ({ value: tag, label: languageName(tag) }))
          ]}
          onChange={(chosen) => void chooseLanguage(chosen)}
        />
      </div>
    </section>
  )
}

async function chooseLanguage(language: LanguageChoice): Promise<void> {
  const saved = bridge.setPreferences({ language })
  // Main has the request first, so that what the screens read again from it is in the new language.
  showLanguage({ choice: language })
  valueOrReport(await saved)
}

const options = (): readonly { readonly value: Pace; readonly label: string }[] => [
  { value: 'full', label: copy.settings.paceFull },
  { value: 'share', label: copy.settings.paceShare }
]

/** The share of the service’s rate limit that Proofsheet uses. */
function PaceSection() {
  const pace = useSync((state) => state.status?.pace ?? 'full')
  return (
    <section className={styles.section} aria-labelledby="settings-pace">
      <h3 id="settings-pace">{copy.settings.pace}</h3>
      <p id="settings-pace-lead" className={styles.lead}>
        {copy.settings.paceLead}
      </p>
      <div className={styles.choice}>
        <Segmented
          label={copy.settings.pace}
          describedBy="settings-pace-lead"
          value={pace}
          options={options()}
          onChange={(chosen) => void setPace(chosen)}
        />
      </div>
    </section>
  )
}
