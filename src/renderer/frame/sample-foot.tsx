import { useState } from 'react'
import { bridge } from '../bridge.ts'
import { failureText } from '../copy/failures.ts'
import { sampleCopy } from '../copy/sample.ts'
import { pendingSaves } from '../stores/pending-saves.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './sample.module.css'

/** Stands where the connection's state would: that nothing here is real, and the way out. */
export function SampleFoot({ isRail }: { readonly isRail: boolean }) {
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void leaveSample().then(setLeaving)
  }
  if (isRail) {
    return (
      <div className={styles.foot} data-rail>
        <p className={styles.about}>{sampleCopy.short}</p>
        <IconButton icon="cross" label={sampleCopy.leaveLabel} isDisabled={isLeaving} onClick={leave} />
      </div>
    )
  }
  return (
    <div className={styles.foot}>
      <div className={styles.words}>
        <p className={styles.name}>{sampleCopy.name}</p>
        <p className={styles.about}>{sampleCopy.about}</p>
      </div>
      <Button look="box" size="small" aria-label={sampleCopy.leaveLabel} isDisabled={isLeaving} onClick={leave}>
        {sampleCopy.leave}
      </Button>
    </div>
  )
}

/** Whether the sample is left: main then loads the page again. What is on screen stays until then. */
async function leaveSample(): Promise<boolean> {
  // What the window was about to remember is of the sample, and must not come after it.
  pendingSaves.flush()
  const left = await bridge.leaveSample(null)
  if (!left.ok) showToast({ text: failureText(left.failure, 'library') })
  return left.ok
}
