import { Fragment } from 'react'
import { commandCopy } from '../../copy/commands.ts'
import type { IconName } from '../../ui/icon-shapes.tsx'
import { MenuItem, MenuLine } from '../../ui/menu-items.tsx'
import { useControl } from '../control-context.ts'
import { whyUnavailable } from './availability.ts'
import { isUnsentCreate } from './delete.ts'
import { keysOfCommand } from './shown-keys.ts'
import type { TargetCommandName } from './shortcuts.ts'
import { situationNow } from './target-commands.ts'

const LABELS: Readonly<Record<TargetCommandName, string>> = {
  'open-detail': commandCopy.open,
  'add-favorite': commandCopy.addFavorite,
  'remove-favorite': commandCopy.removeFavorite,
  rename: commandCopy.rename,
  'copy-name': commandCopy.copyName,
  'copy-prompt': commandCopy.copyPrompt,
  'use-settings': commandCopy.useSettings,
  delete: commandCopy.delete
}

const ICONS: Readonly<Partial<Record<TargetCommandName, IconName>>> = {
  'open-detail': 'picture',
  'add-favorite': 'star',
  'copy-name': 'copy',
  delete: 'trash'
}

interface TargetMenuItemsProps {
  readonly groups: readonly (readonly TargetCommandName[])[]
  /** The record the menu was opened on; absent = what is chosen. */
  readonly on?: number | undefined
  /** Called before a command runs. */
  readonly onChoose?: () => void
}

/** Commands on images as a menu: each with its key, and with the reason when it cannot be done. */
export function TargetMenuItems({ groups, on, onChoose }: TargetMenuItemsProps) {
  const { parts, run } = useControl()
  const situation = situationNow(on)
  const choose = (name: TargetCommandName) => () => {
    onChoose?.()
    parts.focusGrid()
    run({ name }, on)
  }
  return groups.map((names, index) => (
    <Fragment key={names[0]}>
      {index > 0 && <MenuLine />}
      {names.map((name) => (
        <MenuItem
          key={name}
          label={name === 'delete' && isUnsentCreate(situation.row) ? commandCopy.discardDraft : LABELS[name]}
          {...(ICONS[name] ? { icon: ICONS[name] } : {})}
          keys={keysOfCommand(name)}
          reason={whyUnavailable(name, situation)}
          look={name === 'delete' ? 'danger' : 'plain'}
          onSelect={choose(name)}
        />
      ))}
    </Fragment>
  ))
}
