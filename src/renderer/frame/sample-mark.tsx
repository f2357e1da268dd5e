import { useEffect } from 'react'
import { sampleCopy } from '../copy/sample.ts'
import { useConnection } from '../stores/connection-store.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import styles from './sample.module.css'

/** Beside a screen's title and in the window's, for as long as the library is the sample. */
export function SampleMark() {
  const isSample = useConnection((state) => state.connection?.isSample === true)
  useEffect(() => {
    if (!isSample) return undefined
    const before = document.title
    document.title = sampleCopy.windowTitle
    return () => {
      document.title = before
    }
  }, [isSample])
  if (!isSample) return null
  return (
    <Tooltip text={sampleCopy.badgeHint}>
      <span className={styles.badge}>{sampleCopy.badge}</span>
    </Tooltip>
  )
}
