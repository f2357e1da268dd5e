import { commandCopy } from '../../copy/commands.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { TargetCommandName } from '../commands/shortcuts.ts'
import { TargetMenuItems } from '../commands/target-menu-items.tsx'
import { useControl } from '../control-context.ts'

/** What the bar has no button for. */
const GROUPS: readonly (readonly TargetCommandName[])[] = [
  ['open-detail', 'rename', 'copy-name', 'copy-prompt', 'use-settings'],
  ['delete']
]

/** The rest of what can be done with the selection. */
export function MoreMenu() {
  const { parts } = useControl()
  return (
    <Menu
      trigger={<IconButton icon="more" label={commandCopy.more} />}
      side="top"
      align="end"
      // The bar may be gone with the command; the keys are in the grid.
      focusAfter={parts.keysPlace}
    >
      <TargetMenuItems groups={GROUPS} />
    </Menu>
  )
}
