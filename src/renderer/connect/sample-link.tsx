import { useState } from 'react'
import { bridge } from '../bridge.ts'
import { failureText } from '../copy/failures.ts'
import { sampleCopy } from '../copy/sample.ts'
import { useConnection } from '../stores/connection-store.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './sample-link.module.css'

/** A way to look around before there is a key. */
export function SampleLink({ isDisabled }: { readonly isDisabled: boolean }) {
  const [isOpening, setOpening] = useState(false)
  const open = () => {
    setOpening(true)
    void openSample().finally(() => setOpening(false))
  }
  return (
    <Button look="link" className={styles.link} isDisabled={isDisabled || isOpening} onClick={open}>
      {isOpening ? sampleCopy.opening : sampleCopy.explore}
    </Button>
  )
}

async function openSample(): Promise<void> {
  const opened = await bridge.openSample(null)
  if (opened.ok) useConnection.setState({ connection: opened.value })
  else showToast({ text: failureText(opened.failure, 'library') })
}
