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

interface ChoiceSectionProps<Value extends string> {
  readonly id: string
  readonly title: string
  readonly lead: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** One setting with a few values. */
function ChoiceSection<Value extends string>({ id, title, lead, ...choice }: ChoiceSectionProps<Value>) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p id={`${id}-lead`} className={styles.lead}>
        {lead}
      </p>
      <div className={styles.choice}>
        <Segmented label={title} describedBy={`${id}-lead`} {...choice} />
      </div>
    </section>
  )
}

function LanguageSection() {
  const { choice, system } = useLanguage()
  return (
    <ChoiceSection<LanguageChoice>
      id="settings-language"
      title={copy.settings.language}
      lead={copy.settings.languageLead}
      value={choice}
      options={[
        { value: 'system', label: copy.settings.languageOfSystem },
        ...offeredLanguages(system).map((tag) => ({ value: tag, label: languageName(tag) }))
      ]}
      onChange={(chosen) => void chooseLanguage(chosen)}
    />
  )
}

async function chooseLanguage(language: LanguageChoice): Promise<void> {
  const saved = bridge.setPreferences({ language })
  // Main has the request first, so that what the screens read again from it is in the new language.
  showLanguage({ choice: language })
  valueOrReport(await saved)
}

/** The share of the service’s rate limit that Proofsheet uses. */
function PaceSection() {
  const pace = useSync((state) => state.status?.pace ?? 'full')
  return (
    <ChoiceSection<Pace>
      id="settings-pace"
      title={copy.settings.pace}
      lead={copy.settings.paceLead}
      value={pace}
      options={[
        { value: 'full', label: copy.settings.paceFull },
        { value: 'share', label: copy.settings.paceShare }
      ]}
      onChange={(chosen) => void setPace(chosen)}
    />
  )
}
