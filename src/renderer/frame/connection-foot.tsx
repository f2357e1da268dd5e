import type { GroupState, GroupStatus } from '../../shared/sync-status.ts'
import { projectsLine } from '../copy/connection.ts'
import { connectionText, footLabel, statusCopy } from '../copy/status.ts'
import { useConnection } from '../stores/connection-store.ts'
import { useSync } from '../stores/sync-store.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-shapes.tsx'
import { ConnectionMenu } from './connection-menu.tsx'
import { SampleFoot } from './sample-foot.tsx'
import styles from './sidebar.module.css'

const icons: Readonly<Record<GroupState, IconName>> = {
  idle: 'check',
  reading: 'check',
  sending: 'check',
  checking: 'check',
  'up-to-date': 'check',
  offline: 'cloud-off',
  'not-answering': 'cloud-off',
  held: 'check',
  'signed-out': 'key',
  'no-access': 'lock',
  stopped: 'triangle'
}

/** Between words that stand in lines of their own: without it they are read as one. */
const GAP = ' '

/** Whose library this is, and whether its service answers. Address and key of each group are in its menu. */
export function ConnectionFoot({ isRail = false }: { readonly isRail?: boolean }) {
  const name = useConnection((state) => state.connection?.name ?? '')
  const isSample = useConnection((state) => state.connection?.isSample === true)
  const images = useSync((state) => state.status?.images ?? null)
  const projects = useSync((state) => state.status?.projects ?? null)
  if (isSample) return <SampleFoot isRail={isRail} />
  const { word, icon } = answerOf(images)
  const other = projects === null ? word : answerOf(projects).word
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

/** "Connected" is said only after the service has answered. */
function answerOf(group: GroupStatus | null): { readonly word: string; readonly icon: IconName } {
  const isKnown = group !== null && (group.answeredAt !== null || group.state !== 'idle')
  return isKnown
    ? { word: connectionText(group), icon: icons[group.state] }
    : { word: statusCopy.notContacted, icon: 'cloud' }
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
