/** The sections of Needs attention: changes by reason, then missing records. Pure. */
import type { ChangeRow, AttentionGroup, NeedReason } from '../../shared/change.ts'
import { LONG_NEED } from '../../shared/limits.ts'
import { type Group, GROUPS, type SyncStatus } from '../../shared/sync-status.ts'
import type { Section } from './sections.ts'

export type NeedSection = Section & {
  /** Number of rows, shown or not. */
  readonly size: number
  readonly isOpen: boolean
} & ({ readonly kind: 'removals'; readonly group: Group } | { readonly kind: 'changes'; readonly need: AttentionGroup })

/** A row of a section: a change, or a record that seems gone. */
export type NeedRow =
  | { readonly kind: 'change'; readonly change: ChangeRow }
  | { readonly kind: 'gone'; readonly group: Group; readonly record: number; readonly name: string }

/**
 * Returns the reasons in the order they occurred, short lists before long ones, then missing records, which no change
 * of the user caused. `opened`: ids of expanded long lists; the others show only their head.
 */
export function needSections(
  status: SyncStatus,
  needs: readonly AttentionGroup[],
  opened: ReadonlySet<string>
): readonly NeedSection[] {
  const sectionOf = (id: string, size: number) => {
    const isOpen = size <= LONG_NEED || opened.has(id)
    return { id, size, isOpen, count: isOpen ? size : 0, hasHead: true }
  }
  const changes = needs.map((need): NeedSection => ({
    kind: 'changes',
    need,
    ...sectionOf(reasonId(need.reason), need.count)
  }))
  const removals = GROUPS.flatMap((group): NeedSection[] => {
    const missing = status[group].removals
    return missing === null ? [] : [{ kind: 'removals', group, ...sectionOf(`removals-${group}`, missing.count) }]
  })
  return [...changes, ...removals]
}

function reasonId(reason: NeedReason): string {
  return JSON.stringify([reason.kind, reason.code, reason.key])
}

/** Returns the key of a row, which stays the same when the row moves. */
export function needRowKey(row: NeedRow): string {
  return row.kind === 'change' ? `change-${row.change.entry}` : `gone-${row.record}`
}
