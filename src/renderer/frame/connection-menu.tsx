import type { ReactElement } from 'react'
import { GROUPS } from '../../shared/sync-status.ts'
import type { Group } from '../../shared/sync-status.ts'
import { groupLabel } from '../copy/connect.ts'
import { connectionCopy, groupTitle } from '../copy/connection.ts'
import { settingsCopy } from '../copy/settings.ts'
import { connectionWord } from '../copy/status.ts'
import { askAboutConnection } from '../stores/connection-dialogs.ts'
import { useConnection } from '../stores/connection-store.ts'
import { openSettings } from '../stores/settings-store.ts'
import { useSaid } from '../stores/reach.ts'
import { MenuItem, MenuLine, MenuTitle } from '../ui/menu-items.tsx'
import { Menu } from '../ui/menu.tsx'

/** Address and key of each group, each with its own state. */
export function ConnectionMenu({ trigger }: { readonly trigger: ReactElement }) {
  return (
    <Menu trigger={trigger} side="top">
      {GROUPS.map((group, at) => (
        <GroupItems key={group} group={group} isFirst={at === 0} />
      ))}
      <MenuLine />
      <MenuItem label={settingsCopy.open} onSelect={openSettings} />
    </Menu>
  )
}

function GroupItems({ group, isFirst }: { readonly group: Group; readonly isFirst: boolean }) {
  const connection = useConnection((state) => state.connection?.[group] ?? null)
  const said = useSaid(group)
  if (connection === null) return null
  const host = URL.parse(connection.address)?.host ?? connection.address
  const word = connectionWord(said)
  const isKeyless = connection.key === 'absent'
  return (
    <>
      {!isFirst && <MenuLine />}
      <MenuTitle text={groupTitle(groupLabel[group], host, word)} />
      <MenuItem
        label={connectionCopy.editAddress}
        onSelect={() => askAboutConnection({ kind: 'edit-address', group, proposed: null })}
      />
      <MenuItem label={connectionCopy.enterKey} onSelect={() => askAboutConnection({ kind: 'enter-key', group })} />
      <MenuItem
        label={connectionCopy.removeKey}
        reason={isKeyless ? connectionCopy.noKey : null}
        onSelect={() => askAboutConnection({ kind: 'remove-key', group })}
      />
    </>
  )
}
