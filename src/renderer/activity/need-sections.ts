/** The sections of what needs the person: records that seem gone, then changes by their reason. Pure. */
import type { NeedGroup, NeedReason } from '../../shared/change.ts'
import type { ChangeRow, EngineRemedy, Remedy } from '../../shared/change.ts'
import { GROUPS } from '../../shared/sync-status.ts'
import type { Group, SyncStatus } from '../../shared/sync-status.ts'
import type { Section } from './sections.ts'

export type NeedSection = Section &
  ({ readonly kind: 'removals'; readonly group: Group } | { readonly kind: 'changes'; readonly need: NeedGroup })

/** A row under it: a change, or a record that seems gone. */
export type NeedRow =
  | { readonly kind: 'change'; readonly change: ChangeRow }
  | { readonly kind: 'gone'; readonly group: Group; readonly record: number; readonly name: string }

export function needSections(status: SyncStatus, needs: readonly NeedGroup[]): readonly NeedSection[] {
  const removals = GROUPS.flatMap((group): NeedSection[] => {
    const asked = status[group].removals
    return asked === null
      ? []
      : [{ kind: 'removals', group, id: `removals-${group}`, count: asked.count, hasHead: true }]
  })
  const changes = needs.map((need): NeedSection => ({
    kind: 'changes',
    need,
    id: reasonId(need.reason),
    count: need.count,
    hasHead: true
  }))
  return [...removals, ...changes]
}

function reasonId(reason: NeedReason): string {
  return JSON.stringify([reason.kind, reason.code, reason.key])
}

/** Key of a row that survives a change of its place. */
export function needRowKey(row: NeedRow): string {
  return row.kind === 'change' ? `change-${row.change.entry}` : `gone-${row.record}`
}

/** Those that need one change at hand, or a form. */
const ONE_BY_ONE: ReadonlySet<Remedy> = new Set<Remedy>(['adopt', 'edit', 'create-again'])

/** What can be done about a whole group with one press. */
export function groupRemedies({ remedies }: NeedGroup): readonly EngineRemedy[] {
  return remedies.filter((remedy): remedy is EngineRemedy => !ONE_BY_ONE.has(remedy))
}
