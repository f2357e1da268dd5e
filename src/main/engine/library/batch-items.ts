/** Reads single items of batches for History: of one batch, or of one record with changes made elsewhere. */
import type { BatchId, BatchItemRow, ItemValue, ItemStatus, RecordEvent } from '../../../shared/batch.ts'
import type { RequestArgs, RequestValue } from '../../../shared/bridge.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { EntryKind, ItemOutcome } from '../domain/entry.ts'
import { NAME_OF } from '../storage/batches.ts'
import type { ReadDb } from '../storage/database.ts'
import { readOwnJson } from '../storage/own-json.ts'
import { sentOfCode } from '../storage/sent-along.ts'
import type { ForeignChange } from '../storage/write-image.ts'

interface StoredItem {
  readonly record: number
  readonly kind: EntryKind
  readonly name: string
  readonly before: 0 | 1
  readonly after: 0 | 1
  readonly beforeText: string | null
  readonly afterText: string | null
  readonly outcome: ItemOutcome
  readonly reason: string | null
  readonly sent: number | null
  /** Whether the sent value is being looked up; `null` if nothing was sent. */
  readonly isUnknown: 0 | 1 | null
}

/** The attempt in flight for an item; a newer value behind it belongs to another item. */
const FLIGHT = `(SELECT a.is_unknown FROM outbox o CROSS JOIN attempts a USING (entry)
  WHERE o.record = i.record AND o.kind = b.kind AND a.batch = i.batch)`

const COLUMNS = `i.record, b.kind, ${NAME_OF('i.record')} AS name, i.before, i.after, i.before_text AS beforeText,
  i.after_text AS afterText, i.outcome, i.reason, i.sent, ${FLIGHT} AS isUnknown`

const STATUS: Readonly<Record<ItemOutcome, ItemStatus>> = {
  waiting: 'waiting',
  done: 'done',
  unchanged: 'unchanged',
  'needs-attention': 'needsAttention',
  canceled: 'canceled'
}

const OUTCOMES = Object.keys(STATUS) as readonly ItemOutcome[]

function statusOf({ outcome, isUnknown }: StoredItem): ItemStatus {
  if (outcome !== 'waiting' || isUnknown === null) return STATUS[outcome]
  return isUnknown === 1 ? 'checking' : 'sending'
}

function valuesOf(item: StoredItem): { before: ItemValue; after: ItemValue } {
  switch (item.kind) {
    case 'favorite':
      return { before: item.before === 1, after: item.after === 1 }
    case 'name':
      return { before: item.beforeText, after: item.afterText }
    case 'create':
      return { before: null, after: item.name }
    default:
      return { before: item.name, after: null }
  }
}

/** Splits a stored reason, which is a failure or the age of the copy that was sent along. */
function reasonOf({ reason, sent }: StoredItem): Pick<BatchItemRow, 'failure' | 'sent'> {
  // Written by `moveItem` and `moveItems`, from an object.
  const stored = readOwnJson<object>(reason) ?? {}
  const copyOf = 'copyOf' in stored && typeof stored.copyOf === 'number' ? stored.copyOf : null
  const along = sent === null ? null : sentOfCode(sent)
  return { failure: 'code' in stored ? (stored as Failure) : null, sent: along === null ? null : { ...along, copyOf } }
}

const toItem = (item: StoredItem): BatchItemRow => ({
  record: item.record,
  name: item.name,
  ...valuesOf(item),
  status: statusOf(item),
  ...reasonOf(item)
})

/** Selects the few records of a batch in flight, however long the batch is. */
const inFlight = (
  isUnknown: 0 | 1
): string => `i.record IN (SELECT o.record FROM attempts a CROSS JOIN outbox o USING (entry)
  WHERE a.is_unknown = ${isUnknown} AND a.batch = :batch)`

/** Returns SQL over an item `i` of a batch `b`. Items in flight or checked are pending as well. */
function hasStatus(status: ItemStatus): string {
  if (status === 'sending' || status === 'checking')
    return `${hasStatus('waiting')} AND ${inFlight(status === 'checking' ? 1 : 0)}`
  return `i.outcome = '${OUTCOMES.find((outcome) => STATUS[outcome] === status)}'`
}

/** Returns items of a batch by record number, and their count. */
export function listBatchItems(
  db: ReadDb,
  { batch, status, offset, limit }: RequestArgs<'listBatchItems'>
): RequestValue<'listBatchItems'> {
  const from = `FROM batches b CROSS JOIN batch_items i USING (batch)
    WHERE b.batch = :batch AND ${status === null ? 'true' : hasStatus(status)}`
  const rows = db.all<StoredItem>(`SELECT ${COLUMNS} ${from} ORDER BY i.record LIMIT :limit OFFSET :offset`, {
    batch,
    limit,
    offset
  })
  return { rows: rows.map(toItem), total: db.value<number>(`SELECT count(*) ${from}`, { batch }) ?? 0 }
}

type StoredEvent = StoredItem & { readonly batch: BatchId; readonly at: number }

/** One index lookup per batch: items are stored by batch, and a second index would slow down every large batch. */
const OF_RECORD = `SELECT ${COLUMNS}, b.batch, b.started_at AS at
  FROM batches b CROSS JOIN batch_items i ON i.batch = b.batch AND i.record = :record
  ORDER BY b.batch DESC LIMIT :limit`

const FIELD: Readonly<Record<EntryKind, RecordEvent['field']>> = {
  favorite: 'favorite',
  name: 'name',
  create: 'record',
  delete: 'record',
  'delete-project': 'record'
}

const toEvent = (item: StoredEvent): RecordEvent => ({
  at: item.at,
  origin: 'here',
  batch: item.batch,
  field: FIELD[item.kind],
  ...valuesOf(item),
  status: statusOf(item),
  ...reasonOf(item)
})

const foreignValue = (field: ForeignChange['field'], value: string | null): ItemValue =>
  field === 'favorite' && value !== null ? value === '1' : value

const toForeign = ({ at, field, before, after }: ForeignChange): RecordEvent => ({
  at,
  origin: 'elsewhere',
  batch: null,
  field,
  before: foreignValue(field, before),
  after: foreignValue(field, after),
  status: null,
  failure: null,
  sent: null
})

/** A longer history shows only its newest part. */
const MAX_EVENTS = 200

/** Returns the changes of one record made here and elsewhere, newest first. */
export function readHistory(db: ReadDb, record: number): RecordEvent[] {
  const params = { record, limit: MAX_EVENTS }
  const here = db.all<StoredEvent>(OF_RECORD, params).map(toEvent)
  const elsewhere = db.all<ForeignChange>(
    'SELECT record, at, field, before, after FROM foreign_changes WHERE record = :record ORDER BY at DESC LIMIT :limit',
    params
  )
  const all = [...here, ...elsewhere.map(toForeign)]
  return all.toSorted((a, b) => b.at - a.at).slice(0, MAX_EVENTS)
}
