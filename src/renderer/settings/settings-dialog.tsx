import { useRef } from 'react'
import { settingsCopy } from '../copy/settings.ts'
import { closeSettings, useSettings } from '../stores/settings-store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ConnectionSection } from './connection-section.tsx'
import { PaceSection } from './pace-section.tsx'
import { ServiceSection } from './service-section.tsx'
import styles from './settings-dialog.module.css'

/** The settings, while they are open. Leaving them ends what was begun in them. */
export function SettingsDialog() {
  const isOpen = useSettings((state) => state.isOpen)
  const close = useRef<HTMLButtonElement>(null)
  if (!isOpen) return null
  return (
    <Dialog
      isOpen
      size="wide"
      title={settingsCopy.title}
      initialFocus={close}
      onClose={closeSettings}
      actions={
        <Button ref={close} look="box" onClick={closeSettings}>
          {settingsCopy.close}
        </Button>
      }
    >
      <div className={styles.body}>
        <ConnectionSection />
        <PaceSection />
        <ServiceSection />
      </div>
    </Dialog>
  )
}
