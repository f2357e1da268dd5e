import { type ReactElement, useState } from 'react'
import { type Group, GROUPS } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { failureText } from '../../copy/failures.ts'
import { copy } from '../../copy/language.ts'
import { inOneRow } from '../../copy/names.ts'
import { connectionLabel } from '../../copy/status.ts'
import { pendingSaves } from '../stores/pending-saves.ts'
import { useConnection, useSaid } from '../stores/sync-store.ts'
import { openConnectionQuestion, openSettings } from '../stores/window-store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuItem, MenuLine, MenuTitle } from '../ui/menu.tsx'
import { showToast } from '../ui/toast.tsx'
import { connectionIcon } from './state-line.ts'
import frame from './app-frame.module.css'
import styles from './sidebar.module.css'

/** A space between lines, so that assistive technology does not join their words. */
const GAP = ' '

/** The name of the library, and whether its service responds. Its menu has address and key of each group. */
export function ConnectionFooter({ isRail = false }: { readonly isRail?: boolean }) {
  const name = useConnection((state) => state.connection?.name ?? '')
  const isSample = useConnection((state) => state.connection?.isSample === true)
  const images = useSaid('images')
  const projects = useSaid('projects')
  if (isSample) return <SampleFooter isRail={isRail} />
  const label = connectionLabel(images)
  const icon = connectionIcon(images)
  const other = connectionLabel(projects)
  const second = other === label ? null : copy.connection.projectsLine(other)
  const text = copy.connection.footer(name, second === null ? label : `${label}. ${second}`)
  const state = (
    <span className={styles.state} data-good={icon === 'check' || undefined}>
      <Icon name={icon} size={isRail ? 16 : 12} />
      {!isRail && label}
    </span>
  )
  const lines = (
    <>
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {GAP}
      {state}
      {GAP}
      {second !== null && <span className={styles.state}>{second}</span>}
    </>
  )
  return (
    <div className={styles.foot} data-rail={isRail || undefined}>
      <ConnectionMenu
        trigger={
          <button type="button" className={styles.footButton} aria-label={text}>
            {isRail ? state : lines}
          </button>
        }
      />
    </div>
  )
}

/** Address and key of each group, each with its own state. */
function ConnectionMenu({ trigger }: { readonly trigger: ReactElement }) {
  return (
    <Menu trigger={trigger} side="top">
      {GROUPS.map((group, at) => (
        <GroupItems key={group} group={group} isFirst={at === 0} />
      ))}
      <MenuLine />
      <MenuItem label={copy.settings.open} onSelect={openSettings} />
    </Menu>
  )
}

function GroupItems({ group, isFirst }: { readonly group: Group; readonly isFirst: boolean }) {
  const connection = useConnection((state) => state.connection?.[group] ?? null)
  const said = useSaid(group)
  if (connection === null) return null
  const host = URL.parse(connection.address)?.host ?? connection.address
  const label = connectionLabel(said)
  const isKeyless = connection.key === 'absent'
  return (
    <>
      {!isFirst && <MenuLine />}
      <MenuTitle text={inOneRow([copy.connect.groups[group], host, label])} />
      <MenuItem
        label={copy.connection.editAddress}
        onSelect={() => openConnectionQuestion({ kind: 'edit-address', group, proposed: null })}
      />
      <MenuItem
        label={copy.connection.enterKey}
        onSelect={() => openConnectionQuestion({ kind: 'enter-key', group })}
      />
      <MenuItem
        label={copy.connection.removeKey}
        reason={isKeyless ? copy.connection.noKey : null}
        onSelect={() => openConnectionQuestion({ kind: 'remove-key', group })}
      />
    </>
  )
}

/** Replaces the connection’s state for the sample library, with the button to leave it. */
function SampleFooter({ isRail }: { readonly isRail: boolean }) {
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void leaveSample().then(setLeaving)
  }
  if (isRail) {
    return (
      <div className={frame.foot} data-rail>
        <p className={frame.about}>{copy.sample.short}</p>
        <IconButton icon="cross" label={copy.sample.leaveLabel} isDisabled={isLeaving} onClick={leave} />
      </div>
    )
  }
  return (
    <div className={frame.foot}>
      <div className={frame.words}>
        <p className={frame.name}>{copy.sample.name}</p>
        <p className={frame.about}>{copy.sample.about}</p>
      </div>
      <Button variant="box" size="small" aria-label={copy.sample.leaveLabel} isDisabled={isLeaving} onClick={leave}>
        {copy.sample.leave}
      </Button>
    </div>
  )
}

/** Returns whether the sample was left: main then reloads the page. The screen stays until then. */
async function leaveSample(): Promise<boolean> {
  // Pending preferences belong to the sample and must be saved before it is left.
  pendingSaves.flush()
  const left = await bridge.leaveSample(null)
  if (!left.ok) showToast({ text: failureText(left.failure, 'library') })
  return left.ok
}
