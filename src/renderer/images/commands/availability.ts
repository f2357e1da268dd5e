/** What can be done with what is chosen, and why not. Pure: menus and keys ask the same. */
import type { ImageRow } from '../../../shared/image.ts'
import { unavailableCopy } from '../../copy/commands.ts'
import { whyNot } from './delete.ts'
import type { TargetCommandName } from './shortcuts.ts'

export interface Situation {
  readonly size: number
  /** The row of the only record; undefined when there are several, or when it is not here yet. */
  readonly row: ImageRow | undefined
}

/** Commands for one image alone, and what is said of several. */
const SINGLE: Readonly<Partial<Record<TargetCommandName, string>>> = {
  'open-detail': unavailableCopy.severalOpen,
  rename: unavailableCopy.severalRename,
  'copy-name': unavailableCopy.severalCopy,
  'copy-prompt': unavailableCopy.severalCopy,
  'use-settings': unavailableCopy.severalSettings
}

const WHY_NOT = { 'being-sent': unavailableCopy.beingSent, 'being-deleted': unavailableCopy.beingDeleted } as const

const READS_ONLY: ReadonlySet<TargetCommandName> = new Set<TargetCommandName>(['open-detail', 'use-settings'])
const STARS: ReadonlySet<TargetCommandName> = new Set<TargetCommandName>(['add-favorite', 'remove-favorite'])

/** A sentence why the command cannot be done now; null = it can. */
export function whyUnavailable(name: TargetCommandName, { size, row }: Situation): string | null {
  if (size === 0) return unavailableCopy.nothing
  if (size > 1) return SINGLE[name] ?? null
  return row === undefined ? null : whyNotOne(name, row)
}

function whyNotOne(name: TargetCommandName, row: ImageRow): string | null {
  if (name === 'copy-name') return row.name === '' ? unavailableCopy.noName : null
  if (name === 'copy-prompt') return (row.prompt ?? '') === '' ? unavailableCopy.noPrompt : null
  const refused = whyNot(row)
  if (refused === null || READS_ONLY.has(name)) return null
  // A star may be set on what is being created; it follows once that is there.
  if (refused === 'being-sent' && STARS.has(name)) return null
  return WHY_NOT[refused]
}
