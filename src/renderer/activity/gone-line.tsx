import type { NeedRow } from './need-sections.ts'
import { RecordThumb } from '../frame/record-thumb.tsx'
import { titleOf } from '../copy/title.ts'
import styles from './change-line.module.css'

interface GoneLineProps {
  readonly row: Extract<NeedRow, { kind: 'gone' }>
  readonly isActive: boolean
}

/** A record that seems gone from the service. */
export function GoneLine({ row, isActive }: GoneLineProps) {
  return (
    <div className={styles.row} data-active={isActive || undefined}>
      <div role="gridcell" className={styles.name}>
        <RecordThumb record={row.record} stamp={null} edge={28} isProject={row.group === 'projects'} />
        <bdi>{titleOf(row.name)}</bdi>
      </div>
    </div>
  )
}
