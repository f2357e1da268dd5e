import type { GroupState } from '../../shared/sync-status.ts'
import { connectionText, footLabel, statusCopy } from '../copy/status.ts'
import { useConnection } from '../stores/connection-store.ts'
import { useSync } from '../stores/sync-store.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-shapes.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './sidebar.module.css'

const icons: Readonly<Record<GroupState, IconName>> = {
  idle: 'check',
  reading: 'check',
  sending: 'check',
  'up-to-date': 'check',
  offline: 'cloud-off',
  'not-answering': 'cloud-off',
  held: 'check',
  'signed-out': 'key',
  'no-access': 'lock',
  stopped: 'triangle'
}

/** Whose library this is, and whether its service answers. */
export function ConnectionFoot({ isRail = false }: { readonly isRail?: boolean }) {
  const name = useConnection((state) => state.connection?.name ?? '')
  const images = useSync((state) => state.status?.images ?? null)
  // "Connected" is said only after the service has answered.
  const isKnown = images !== null && (images.answeredAt !== null || images.state !== 'idle')
  const word = isKnown ? connectionText(images) : statusCopy.notContacted
  const icon = isKnown ? icons[images.state] : 'cloud'
  if (isRail) return <RailFoot text={footLabel(name, word)} icon={icon} />
  return (
    <div className={styles.foot}>
      <p className={styles.name}>
        <bdi>{name}</bdi>
      </p>
      <p className={styles.state} data-good={icon === 'check' || undefined}>
        <Icon name={icon} size={12} />
        {word}
      </p>
    </div>
  )
}

function RailFoot({ text, icon }: { readonly text: string; readonly icon: IconName }) {
  return (
    <div className={styles.foot} data-rail>
      <Tooltip text={text} side="inline-end">
        <span className={styles.state} data-good={icon === 'check' || undefined}>
          <Icon name={icon} />
          <VisuallyHidden>{text}</VisuallyHidden>
        </span>
      </Tooltip>
    </div>
  )
}
