/**
 * Recovers unsent changes whose row is lost but of which other pages have traces: the item of their batch holds the
 * desired value. Changes that could cost money or delete a project twice are looked up or left to the user, never sent
 * on trust.
 */
import { CHANGE_KINDS, type ChangeKind } from '../../../shared/change.ts'
import { listFound, type Sides } from './damaged-file.ts'
import type { ReadDb, WriteDb } from './database.ts'
import { requireLookup, putEntry } from './entries.ts'

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
  /** `null` if the row of its batch cannot be read. */
  readonly kind: ChangeKind | null
}

type KnownItem = OpenItem & { readonly kind: ChangeKind }

/** SQL: items that are pending or need attention but have no entry. */
const ORPHANS = `SELECT i.batch, i.record, i.before, i.after, i.before_text AS beforeText, i.after_text AS afterText, b.kind
  FROM batch_items i LEFT JOIN batches b USING (batch)
  WHERE i.outcome IN ('waiting', 'needs-attention') AND NOT EXISTS (
    SELECT 1 FROM entries o WHERE o.record = i.record AND (o.kind = b.kind OR i.batch IN (o.batch, o.sent_batch)))
  ORDER BY i.batch DESC, i.record`

/** Creates an entry for each such item, the latest batch first. Returns the known entries that could not be created. */
export function recoverEntries({ from, into }: Sides): readonly LostEntry[] {
  const indexed = indexedEntries(from)
  const kinds = Map.groupBy(indexed, ({ record }) => record)
  const lost = new Map<string, LostEntry>()
  const note = ({ record, kind }: LostEntry): unknown => lost.set(`${kind} ${record}`, { record, kind })
  for (const item of into.all<OpenItem>(ORPHANS)) {
    // Stryker disable next-line ArrayDeclaration: what is no entry has no kind either, so its kind stays unknown
    const known = withKind(item, kinds.get(item.record) ?? [])
    if (known === null) note({ record: item.record, kind: '' })
    else if (!hasEntry(into, known) && !recover(into, known)) note(known)
  }
  for (const entry of indexed) if (!hasEntry(into, entry) && !lost.has(` ${entry.record}`)) note(entry)
  return [...lost.values()]
}

/** The index of the outbox is on other pages than its rows. */
function indexedEntries(from: ReadDb): readonly LostEntry[] {
  const rows = listFound(from, 'SELECT record, kind FROM outbox INDEXED BY sqlite_autoindex_outbox_1')
  return rows.map((row) => ({ record: Number(row['record']), kind: String(row['kind']) }))
}

/** Adds the kind of an item, from its batch or from the only entry of its record; `null` if there may be several. */
function withKind(item: OpenItem, entries: readonly LostEntry[]): KnownItem | null {
  if (item.kind !== null) return { ...item, kind: item.kind }
  const kind = CHANGE_KINDS.find((known) => known === entries[0]?.kind)
  return entries.length === 1 && kind !== undefined ? { ...item, kind } : null
}

const hasEntry = (into: ReadDb, { record, kind }: LostEntry): boolean =>
  into.value<number>('SELECT 1 FROM outbox WHERE record = ? AND kind = ?', [record, kind]) !== undefined

/** Returns false if the value, its owner, or whether it was sent is unknown. */
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
    // Stryker disable next-line ConditionalExpression: nothing answered counts as false
    default:
      // The deletion of a project is never repeated automatically, and it may have been sent.
      return false
  }
}

/** Treats a claimed create as sent: it is looked up, and nothing is ordered twice. */
function recoverCreate(into: WriteDb, item: KnownItem, owner: number | null): boolean {
  const create = into.get<{ sentAt: number | null }>('SELECT sent_at AS sentAt FROM creates WHERE record = ?', [
    item.record
  ])
  if (create === undefined || !put(into, item, { owner, want: 1 })) return false
  if (create.sentAt !== null) requireLookup(into, "o.record = ? AND o.kind = 'create'", [item.record])
  return true
}

function put(into: WriteDb, item: KnownItem, { owner, want }: { owner: number | null; want: number }): boolean {
  const { record, kind, batch, before, beforeText, afterText } = item
  const texts = { text: afterText, baseText: beforeText }
  return putEntry(into, { record, kind, want, base: before, ...texts, batch, isInteractive: false, owner }) !== null
}

/** Returns the owner of other entries of its batch, or the only owner; `undefined` if there are several. */
function ownerOf(into: ReadDb, { batch }: KnownItem): number | null | undefined {
  const beside = into.value<number | null>('SELECT owner FROM outbox WHERE batch = ? LIMIT 1', [batch])
  if (beside !== undefined) return beside
  const owners = into.column<number>("SELECT DISTINCT owner FROM key_owners WHERE grp = 'images'")
  return owners.length > 1 ? undefined : (owners[0] ?? null)
}
