/**
 * Unsent changes whose own row is gone but that other pages still tell of: the item of their batch holds what was
 * wanted. What could cost money or delete a project twice is looked up or left to the person, never sent on trust.
 */
import { CHANGE_KINDS, type ChangeKind } from '../../../shared/change.ts'
import { listFound, type Sides } from './damaged-file.ts'
import type { ReadDb, WriteDb } from './database.ts'
import { lookAgain, putEntry } from './entries.ts'

export interface LostEntry {
  readonly record: number
  readonly kind: string
}

interface OpenItem {
  readonly batch: number
  readonly record: number
  readonly before: number
  readonly after: number
  readonly beforeText: string | null
  readonly afterText: string | null
  /** null: the row of its batch cannot be read. */
  readonly kind: ChangeKind | null
}

type KnownItem = OpenItem & { readonly kind: ChangeKind }

/** Items that wait or need the person although no entry stands behind them. */
const ORPHANS = `SELECT i.batch, i.record, i.before, i.after, i.before_text AS beforeText, i.after_text AS afterText, b.kind
  FROM batch_items i LEFT JOIN batches b USING (batch)
  WHERE i.outcome IN ('waiting', 'needs-you') AND NOT EXISTS (
    SELECT 1 FROM entries o WHERE o.record = i.record AND (o.kind = b.kind OR i.batch IN (o.batch, o.sent_batch)))
  ORDER BY i.batch DESC, i.record`

/** Makes an entry for each of them, the latest batch first; answers those that are known of and were not made. */
export function recoverEntries({ from, into }: Sides): readonly LostEntry[] {
  const indexed = indexedEntries(from)
  const kinds = Map.groupBy(indexed, ({ record }) => record)
  const lost = new Map<string, LostEntry>()
  const note = ({ record, kind }: LostEntry): unknown => lost.set(`${kind} ${record}`, { record, kind })
  for (const item of into.all<OpenItem>(ORPHANS)) {
    const known = withKind(item, kinds.get(item.record) ?? [])
    if (known === null) note({ record: item.record, kind: '' })
    else if (!isThere(into, known) && !recover(into, known)) note(known)
  }
  for (const entry of indexed) if (!isThere(into, entry) && !lost.has(` ${entry.record}`)) note(entry)
  return [...lost.values()]
}

/** The index of the outbox lies on other pages than its rows. */
function indexedEntries(from: ReadDb): readonly LostEntry[] {
  const rows = listFound(from, 'SELECT record, kind FROM outbox INDEXED BY sqlite_autoindex_outbox_1')
  return rows.map((row) => ({ record: Number(row['record']), kind: String(row['kind']) }))
}

/** What an item is about: as its batch says, or as the only change of its record there is; null = it may be several. */
function withKind(item: OpenItem, entries: readonly LostEntry[]): KnownItem | null {
  if (item.kind !== null) return { ...item, kind: item.kind }
  const kind = CHANGE_KINDS.find((one) => one === entries[0]?.kind)
  return entries.length === 1 && kind !== undefined ? { ...item, kind } : null
}

const isThere = (into: ReadDb, { record, kind }: LostEntry): boolean =>
  into.value<number>('SELECT 1 FROM outbox WHERE record = ? AND kind = ?', [record, kind]) !== undefined

/** False when what is known does not tell what to send, or for whom, or whether it was sent. */
function recover(into: WriteDb, item: KnownItem): boolean {
  const owner = ownerOf(into, item)
  if (owner === undefined) return false
  switch (item.kind) {
    case 'favorite':
    case 'delete':
      return put(into, item, { owner, want: item.after })
    case 'name':
      return item.afterText !== null && put(into, item, { owner, want: 1 })
    case 'create':
      return recoverCreate(into, item, owner)
    default:
      // A project's deletion is never repeated by itself, and it may have been sent.
      return false
  }
}

/** What was handed over once counts as sent: it is looked for, and nothing is ordered twice. */
function recoverCreate(into: WriteDb, item: KnownItem, owner: number | null): boolean {
  const create = into.get<{ sentAt: number | null }>('SELECT sent_at AS sentAt FROM creates WHERE record = ?', [
    item.record
  ])
  if (create === undefined || !put(into, item, { owner, want: 1 })) return false
  if (create.sentAt !== null) lookAgain(into, "o.record = ? AND o.kind = 'create'", [item.record])
  return true
}

function put(into: WriteDb, item: KnownItem, { owner, want }: { owner: number | null; want: number }): boolean {
  const { record, kind, batch, before, beforeText, afterText } = item
  const texts = { text: afterText, baseText: beforeText }
  return putEntry(into, { record, kind, want, base: before, ...texts, batch, isHand: false, owner }) !== null
}

/** The owner of what else is in its batch, or the only one there is; undefined = it could be anybody's. */
function ownerOf(into: ReadDb, { batch }: KnownItem): number | null | undefined {
  const beside = into.value<number | null>('SELECT owner FROM outbox WHERE batch = ? LIMIT 1', [batch])
  if (beside !== undefined) return beside
  const owners = into.column<number>("SELECT DISTINCT owner FROM key_owners WHERE grp = 'images'")
  return owners.length > 1 ? undefined : (owners[0] ?? null)
}
