/** Rows of one section of what needs the person, out of the library. */
import type { NeedReason } from '../../shared/change.ts'
import { succeed } from '../../shared/failure.ts'
import type { Result } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import type { NeedRow } from './need-sections.ts'
import type { RowsAnswer } from './row-pages.ts'

export async function readNeedRows(
  section: string,
  offset: number,
  limit: number
): Promise<Result<RowsAnswer<NeedRow>>> {
  if (section === 'removals-images') return readRemovals('images', offset, limit)
  if (section === 'removals-projects') return readRemovals('projects', offset, limit)
  // Ids of the other sections are made of their reason (need-sections.ts).
  const [kind, code, key] = JSON.parse(section) as [NeedReason['kind'], NeedReason['code'], string]
  const answer = await bridge.listChanges({
    filter: { state: 'needs-you', reason: { kind, code, key }, batch: null },
    offset,
    limit
  })
  if (!answer.ok) return answer
  const { rows, total } = answer.value
  return succeed({ rows: rows.map((change): NeedRow => ({ kind: 'change', change })), total })
}

async function readRemovals(group: Group, offset: number, limit: number): Promise<Result<RowsAnswer<NeedRow>>> {
  const answer = await bridge.listRemovals({ group, offset, limit })
  if (!answer.ok) return answer
  const { rows, total } = answer.value
  return succeed({ rows: rows.map(({ record, name }): NeedRow => ({ kind: 'gone', group, record, name })), total })
}
