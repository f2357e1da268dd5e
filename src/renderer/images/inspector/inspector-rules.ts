/** Rules of the inspector. Pure. */
import type { ChangeRow, EngineRepairAction } from '../../../shared/change.ts'
import { RESOLUTIONS } from '../../../shared/image.ts'
import type { FacetCount } from '../../../shared/query.ts'

// Raw data of the service in readable form.

/** Indents the JSON text of an object; `null` if it is empty. Text that is not JSON is returned as it is. */
export function readableJson(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text)
    const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0
    return isEmpty ? null : JSON.stringify(value, null, 2)
  } catch {
    return text === '' ? null : text
  }
}

/** Gives each line a unique key by numbering equal lines. */
export function numberedLines(lines: readonly string[]): readonly { readonly key: string; readonly line: string }[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const times = seen.get(line) ?? 0
    seen.set(line, times + 1)
    return { key: `${times} ${line}`, line }
  })
}

// The actions that the inspector offers beside a change. Pure.

/** How the inspector carries out an action. */
export type RepairHere =
  | { readonly how: 'engine'; readonly repairAction: EngineRepairAction }
  /** Opens the create form, with the unsent create itself or with a copy of the known fields. */
  | { readonly how: 'form'; readonly repairAction: 'edit' | 'create-again' }
  /** Discards a create by deleting its image, which asks first if something would be lost. */
  | { readonly how: 'delete'; readonly repairAction: 'discard' }
  /** Opens Activity for actions that may cost money or need a choice. */
  | { readonly how: 'review'; readonly repairAction: 'review' }

export function repairsHere({ repairActions, kind }: Pick<ChangeRow, 'repairActions' | 'kind'>): readonly RepairHere[] {
  const here: RepairHere[] = []
  for (const repairAction of repairActions) {
    if (repairAction === 'edit' || repairAction === 'create-again') here.push({ how: 'form', repairAction })
    else if (repairAction === 'discard' && kind === 'create') here.push({ how: 'delete', repairAction })
    else if (repairAction !== 'send-again' && repairAction !== 'adopt') here.push({ how: 'engine', repairAction })
  }
  const needsReview = repairActions.includes('send-again') || repairActions.includes('adopt')
  return needsReview ? [{ how: 'review', repairAction: 'review' }, ...here] : here
}

// Counts by resolution as bars: largest pictures first, unknown ones last. Pure.

interface ResolutionShare {
  readonly value: string
  readonly count: number
  /** Share of the total, 0 to 1. */
  readonly share: number
}

const known: readonly string[] = RESOLUTIONS

/** Returns bars whose counts add up to `size`, without a bar for a resolution that does not occur. */
export function resolutionShares(counts: readonly FacetCount[], size: number): readonly ResolutionShare[] {
  return counts
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => known.indexOf(b.value) - known.indexOf(a.value))
    .map(({ value, count }) => ({ value, count, share: size === 0 ? 0 : count / size }))
}
