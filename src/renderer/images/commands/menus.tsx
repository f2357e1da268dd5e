import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { copy } from '../../../copy/language.ts'
import { titleOf } from '../../../copy/names.ts'
import { IconButton } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { ContextMenu, Menu, MenuItem, MenuLine, MenuTitle } from '../../ui/menu.tsx'
import { hasRecord } from '../selection/records.ts'
import { focusRecord, useSelection } from '../selection/selection.ts'
import { useControl } from './control.ts'
import { isUnsentCreate } from './delete.ts'
import type { ScreenParts } from './screen-parts.ts'
import { keysOfCommand, type TargetCommandName } from './shortcuts.ts'
import { situationNow, whyUnavailable } from './target-commands.ts'
import styles from './commands.module.css'

const GROUPS: readonly (readonly TargetCommandName[])[] = [
  ['open-detail', 'review'],
  ['add-favorite', 'remove-favorite'],
  ['rename', 'copy-name', 'copy-prompt', 'use-settings'],
  ['delete']
]

/** The menu of tiles. On a selected tile it acts on the selection, on another one on that alone. */
export function TileMenu({ children }: { readonly children: ReactNode }) {
  const { parts } = useControl()
  // A new object each time, because the selection may have changed even if the menu acts on it again.
  const [{ on }, setAimed] = useState<{ readonly on?: number }>({})
  const wasChosen = useRef(false)
  useEffect(() => {
    parts.register('openMenu', () => openOnActive(parts))
    return () => parts.register('openMenu', null)
  }, [parts])
  const aim = (target: Element): boolean => {
    const record = recordAt(target)
    if (record === null) return false
    const { selection } = useSelection.getState()
    const isSelected = hasRecord(selection.members, record)
    wasChosen.current = false
    focusRecord(record)
    setAimed(isSelected ? {} : { on: record })
    return true
  }
  const title = titleNow(on)
  return (
    <ContextMenu
      area={<div className={styles.area}>{children}</div>}
      label={title}
      onAim={aim}
      focusAfter={() => (wasChosen.current ? null : parts.keysPlace())}
    >
      <MenuTitle text={title} />
      <TargetMenuItems groups={GROUPS} on={on} onChoose={() => (wasChosen.current = true)} />
    </ContextMenu>
  )
}

function recordAt(target: Element): number | null {
  const record = target.closest<HTMLElement>('[role="gridcell"][data-record]')?.dataset['record']
  return record === undefined ? null : Number(record)
}

function titleNow(on: number | undefined): string {
  const { size, row } = situationNow(on)
  if (row === undefined) return copy.counted.images(size)
  return titleOf(row.name)
}

/** Opens the menu at the focused tile for the keyboard. */
function openOnActive(parts: ScreenParts): void {
  const { active } = useSelection.getState()
  const tile = active === null ? null : parts.tile(active)
  if (!tile) return
  const { left, top, width, height } = tile.getBoundingClientRect()
  const place = { clientX: left + width / 2, clientY: top + height / 2 }
  tile.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }))
}

const labels = (): Readonly<Record<TargetCommandName, string>> => ({
  'open-detail': copy.commands.open,
  review: copy.commands.review,
  'add-favorite': copy.commands.addFavorite,
  'remove-favorite': copy.commands.removeFavorite,
  rename: copy.commands.rename,
  'copy-name': copy.commands.copyName,
  'copy-prompt': copy.commands.copyPrompt,
  'use-settings': copy.commands.useSettings,
  delete: copy.commands.delete
})

const ICONS: Readonly<Partial<Record<TargetCommandName, IconName>>> = {
  'open-detail': 'picture',
  review: 'eye',
  'add-favorite': 'star',
  'copy-name': 'copy',
  delete: 'trash'
}

interface TargetMenuItemsProps {
  readonly groups: readonly (readonly TargetCommandName[])[]
  /** The record the menu was opened on; absent for the selection. */
  readonly on?: number | undefined
  /** Called before a command runs. */
  readonly onChoose?: () => void
}

/** Commands on images as a menu, each with its key, and with the reason if it is unavailable. */
function TargetMenuItems({ groups, on, onChoose }: TargetMenuItemsProps) {
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
          label={name === 'delete' && isUnsentCreate(situation.row) ? copy.commands.discardDraft : labels()[name]}
          {...(ICONS[name] ? { icon: ICONS[name] } : {})}
          keys={keysOfCommand(name)}
          reason={whyUnavailable(name, situation)}
          variant={name === 'delete' ? 'danger' : 'plain'}
          onSelect={choose(name)}
        />
      ))}
    </Fragment>
  ))
}

/** Commands without a button in the bar. */
const MORE_GROUPS: readonly (readonly TargetCommandName[])[] = [
  ['open-detail', 'rename', 'copy-name', 'copy-prompt', 'use-settings'],
  ['delete']
]

/** More commands for the selection. */
export function MoreMenu() {
  const { parts } = useControl()
  return (
    <Menu
      trigger={<IconButton icon="more" label={copy.commands.more} />}
      side="top"
      align="end"
      // The command may remove the bar, so the focus returns to the grid.
      focusAfter={parts.keysPlace}
    >
      <TargetMenuItems groups={MORE_GROUPS} />
    </Menu>
  )
}
