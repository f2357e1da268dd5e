import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { countImages } from '../../copy/counted.ts'
import { ContextMenu } from '../../ui/context-menu.tsx'
import { MenuTitle } from '../../ui/menu-items.tsx'
import { useControl } from '../control-context.ts'
import { hasRecord } from '../selection/record-set.ts'
import { useSelection } from '../selection/selection-store.ts'
import type { ScreenParts } from './screen-parts.ts'
import type { TargetCommandName } from './shortcuts.ts'
import { situationNow } from './target-commands.ts'
import { TargetMenuItems } from './target-menu-items.tsx'
import { titleOf } from '../../copy/title.ts'
import styles from './tile-menu.module.css'

const GROUPS: readonly (readonly TargetCommandName[])[] = [
  ['open-detail'],
  ['add-favorite', 'remove-favorite'],
  ['rename', 'copy-name', 'copy-prompt', 'use-settings'],
  ['delete']
]

/** The menu on tiles. On a selected one it is for all that is selected, on another one for that alone. */
export function TileMenu({ children }: { readonly children: ReactNode }) {
  const { parts } = useControl()
  // A new object each time: what is selected may differ although the menu is for the selection once more.
  const [{ on }, setAimed] = useState<{ readonly on?: number }>({})
  const isChosen = useRef(false)
  useEffect(() => {
    parts.register('openMenu', () => openOnActive(parts))
    return () => parts.register('openMenu', null)
  }, [parts])
  const aim = (target: Element): boolean => {
    const record = recordAt(target)
    if (record === null) return false
    const { selection, focus } = useSelection.getState()
    const isSelected = hasRecord(selection.members, record)
    isChosen.current = false
    focus(record)
    setAimed(isSelected ? {} : { on: record })
    return true
  }
  const title = titleNow(on)
  return (
    <ContextMenu
      area={<div className={styles.area}>{children}</div>}
      label={title}
      onAim={aim}
      focusAfter={() => (isChosen.current ? null : parts.keysPlace())}
    >
      <MenuTitle text={title} />
      <TargetMenuItems groups={GROUPS} on={on} onChoose={() => (isChosen.current = true)} />
    </ContextMenu>
  )
}

function recordAt(target: Element): number | null {
  const record = target.closest<HTMLElement>('[role="gridcell"][data-record]')?.dataset['record']
  return record === undefined ? null : Number(record)
}

function titleNow(on: number | undefined): string {
  const { size, row } = situationNow(on)
  if (row === undefined) return countImages(size)
  return titleOf(row.name)
}

/** The keyboard has no pointer: the menu stands on the tile with the focus. */
function openOnActive(parts: ScreenParts): void {
  const { active } = useSelection.getState()
  const tile = active === null ? null : parts.tile(active)
  if (!tile) return
  const { left, top, width, height } = tile.getBoundingClientRect()
  const place = { clientX: left + width / 2, clientY: top + height / 2 }
  tile.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }))
}
