import { CommandFailure } from '../../commands/command-failure.tsx'
import { ChipsRow } from './chips-row.tsx'
import { SelectionStrip } from './selection-strip.tsx'
import { WorkBar } from './work-bar.tsx'
import styles from './images-head.module.css'

/** The rows between toolbar and grid; in a low window chips and strip share one. */
export function ImagesHead() {
  return (
    <>
      <CommandFailure />
      <div className={styles.rows}>
        <ChipsRow />
        <SelectionStrip />
      </div>
      <WorkBar />
    </>
  )
}
