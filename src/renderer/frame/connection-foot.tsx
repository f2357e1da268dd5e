import { projectsLine } from '../copy/connection.ts'
import { connectionWord, footLabel } from '../copy/status.ts'
import { useConnection } from '../stores/connection-store.ts'
import { useSaid } from '../stores/reach.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-shapes.tsx'
import { ConnectionMenu } from './connection-menu.tsx'
import { SampleFoot } from './sample-foot.tsx'
import { connectionIcon } from './state-line.ts'
import styles from './sidebar.module.css'

/** Between words that stand in lines of their own: without it they are read as one. */
const GAP = ' '

/** Whose library this is, and whether its service answers. Address and key of each group are in its menu. */
export function ConnectionFoot({ isRail = false }: { readonly isRail?: boolean }) {
  const name = useConnection((state) => state.connection?.name ?? '')
  const isSample = useConnection((state) => state.connection?.isSample === true)
  const images = useSaid('images')
  const projects = useSaid('projects')
  if (isSample) return <SampleFoot isRail={isRail} />
  const word = connectionWord(images)
  const icon = connectionIcon(images)
  const other = connectionWord(projects)
  const second = other === word ? null : projectsLine(other)
  const text = footLabel(name, second === null ? word : `${word}. ${second}`)
  if (isRail) return <RailFoot text={text} icon={icon} />
  return (
    <div className={styles.foot}>
      <ConnectionMenu
        trigger={
          <button type="button" className={styles.footButton} aria-label={text}>
            <span className={styles.name}>
              <bdi>{name}</bdi>
            </span>
            {GAP}
            <span className={styles.state} data-good={icon === 'check' || undefined}>
              <Icon name={icon} size={12} />
              {word}
            </span>
            {GAP}
            {second !== null && <span className={styles.state}>{second}</span>}
          </button>
        }
      />
    </div>
  )
}

function RailFoot({ text, icon }: { readonly text: string; readonly icon: IconName }) {
  return (
    <div className={styles.foot} data-rail>
      <ConnectionMenu
        trigger={
          <button type="button" className={styles.footButton} aria-label={text}>
            <span className={styles.state} data-good={icon === 'check' || undefined}>
              <Icon name={icon} />
            </span>
          </button>
        }
      />
    </div>
  )
}
