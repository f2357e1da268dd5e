/**
 * Replaces a damaged library with a new one. The damaged file is set aside, never changed and never deleted. The new
 * library takes over the unsent changes with their batches and records, and everything that is stored nowhere else
 * (forms and prompts of images created here, owners of keys, which images were viewed). Everything else is read from
 * the service again.
 */
import type { LibraryRebuilt } from '../../../shared/connection.ts'
import { succeed, type Result } from '../../../shared/failure.ts'
import { mendBatches } from './batches.ts'
import {
  findFound,
  isLibrary,
  listFound,
  scanFound,
  type FoundRow,
  putFound,
  type Scan,
  type Sides
} from './damaged-file.ts'
import { close, inTransaction, openAsFound, openForWriting, type ReadDb, type WriteDb } from './database.ts'
import { dropEntries, requireLookup } from './entries.ts'
import { beginRebuild, completeRebuild } from './rebuild-files.ts'
import { recoverEntries, type LostEntry } from './recover-entries.ts'
import { IS_KEPT_AT } from './removals.ts'
import { refreshSearch } from './search.ts'
import { tryStorage } from './storage-failure.ts'

/** Returns how many unsent changes can be read; `null` if the file cannot be read at all. */
export function countUnsent(file: string): number | null {
  const counted = tryStorage(() => withDamagedFile(file, (from) => [...scanFound(from, OUTBOX)].length))
  return counted.ok ? counted.value : null
}

/**
 * Rebuilds a closed library file. `now`: ms since epoch. Fails with `disk-full`, `disk-read-only` and `library-locked`;
 * the damaged file is then unchanged, and the next attempt starts again.
 */
export function rebuildLibrary(file: string, now: number): Result<LibraryRebuilt> {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const rebuilt = tryStorage((): Result<LibraryRebuilt> => {
    const opened = openForWriting(beginRebuild(file))
    if (!opened.ok) return opened
    const salvaged = salvage(file, opened.value, now)
    return succeed({ ...salvaged, setAside: completeRebuild(file, stamp) })
  })
  return rebuilt.ok ? rebuilt.value : rebuilt
}

type Salvaged = Pick<LibraryRebuilt, 'kept' | 'lost'>

/** Fills a new, empty library and closes it. Uses one transaction, so it is filled completely or not at all. */
function salvage(file: string, into: WriteDb, now: number): Salvaged {
  try {
    const fill = (from: ReadDb) => inTransaction(into, () => salvageTables({ from, into }, now))
    return withDamagedFile(file, fill) ?? { kept: 0, lost: [] }
  } finally {
    close(into)
  }
}

/** Reads the damaged file; `null` if nothing of it can be read. */
function withDamagedFile<T>(file: string, read: (from: ReadDb) => T): T | null {
  const opened = openAsFound(file)
  if (!opened.ok) return null
  try {
    return isLibrary(opened.value) ? read(opened.value) : null
  } finally {
    opened.value.close()
  }
}

const OUTBOX: Scan = { table: 'outbox', key: 'entry' }

function salvageTables(sides: Sides, now: number): Salvaged {
  const { from, into } = sides
  // Without owners, entries would be sent with whatever key is entered first.
  for (const table of ['meta', 'key_owners', 'dialect']) putAll(into, table, listFound(from, `SELECT * FROM ${table}`))
  // Sequence numbers begin again, because every request from now on is newer than all before.
  into.run(`DELETE FROM meta WHERE key = 'sequence' OR ${IS_KEPT_AT}`)
  copyTable(sides, { table: 'creates', key: 'record' })
  copyTable(sides, { table: 'viewed', key: 'record' })
  putAll(into, 'review_stops', listFound(from, 'SELECT * FROM review_stops'))
  copyTable(sides, { table: 'batches', key: 'batch' })
  copyTable(sides, OUTBOX)
  copyTable(sides, { table: 'attempts', key: 'entry' })
  // Attempts are on pages of their own and may be lost, so entries that are never resent automatically are looked up if
  // they were ever sent.
  requireLookup(into, "o.kind IN ('create', 'delete-project') AND o.tried_at IS NOT NULL AND o.is_refused = 0", [])
  copyTable(sides, { table: 'gone', key: 'record' })
  into.run('UPDATE gone SET sequence = 0, doubt_sequence = NULL')
  for (const batch of knownBatches(into)) copyTable(sides, { table: 'batch_items', key: 'record', batch })
  const lost = recoverEntries(sides)
  copyRecords(sides)
  const unsendable = dropUnsendable(into)
  mendBatches(into, now)
  keepSequences(sides)
  const kept = into.value<number>('SELECT count(*) FROM outbox') ?? 0
  return { kept, lost: [...lost, ...unsendable].map(({ record }) => nameOf(from, record)) }
}

function putAll(into: WriteDb, table: string, rows: Iterable<FoundRow>): void {
  for (const row of rows) putFound(into, table, row)
}

function copyTable({ from, into }: Sides, scan: Scan): void {
  putAll(into, scan.table, scanFound(from, scan))
}

/** Returns the batches that were read, and those that entries refer to. */
function knownBatches(into: ReadDb): readonly number[] {
  return into.column<number>(`SELECT batch FROM batches UNION SELECT batch FROM outbox
    UNION SELECT batch FROM attempts`)
}

/** SQL: records that the rows taken over refer to. Images whose prompt is known only here are added to them. */
const NEEDED = `SELECT record FROM outbox UNION SELECT record FROM batch_items UNION SELECT record FROM creates
  UNION SELECT record FROM gone UNION SELECT record FROM viewed UNION SELECT record FROM review_stops`

function copyRecords(sides: Sides): void {
  const { from, into } = sides
  const prompted = listFound(from, 'SELECT record FROM images WHERE description IS NOT NULL')
  const needed = new Set([...into.column<number>(NEEDED), ...prompted.map(({ record }) => Number(record))])
  const ids = new Map<number, FoundRow>()
  for (const record of needed) {
    const row = findFound(from, 'SELECT * FROM records WHERE record = ?', [record]) ?? findInIndex(from, ids, record)
    if (row !== null && putFound(into, 'records', row)) copyRecord(sides, record, String(row['grp']))
  }
  into.run(DATE_RECORDS)
}

/** SQL: restores the creation dates, which the index of ids lacks and images are sorted by. */
const DATE_RECORDS = `UPDATE records SET born_at = (SELECT created_at FROM images i WHERE i.record = records.record)
  WHERE grp = 'images' AND record IN (SELECT record FROM images WHERE created_at IS NOT NULL)`

/**
 * Finds a record in the index of ids, which has the same facts on other pages. Read once, when the table itself fails.
 */
function findInIndex(from: ReadDb, ids: Map<number, FoundRow>, record: number): FoundRow | null {
  if (ids.size === 0) {
    const sql = 'SELECT record, grp, service_id FROM records INDEXED BY records_in_order'
    for (const row of listFound(from, sql)) ids.set(Number(row['record']), { ...row, first_seen_at: 0 })
    // Keeps the map from being empty, so that the index is not read again.
    ids.set(0, {})
  }
  return ids.get(record) ?? null
}

/** Marks a row as stale, so that it is read again before anything about it is sent. */
const STALE = { read_at: 0, request_sequence: 0, results_request_sequence: 0 }

function copyRecord({ from, into }: Sides, record: number, group: string): void {
  const table = group === 'projects' ? 'projects' : 'images'
  const row = findFound(from, `SELECT * FROM ${table} WHERE record = ?`, [record])
  const isThere = row !== null && putFound(into, table, { ...row, ...STALE })
  if (!isThere) into.run(table === 'projects' ? BARE_PROJECT : BARE_IMAGE, [record])
  if (table === 'projects') return
  const flags = findFound(from, 'SELECT record, favorite FROM flags WHERE record = ?', [record])
  if (flags === null || !putFound(into, 'flags', flags)) into.run('INSERT INTO flags (record) VALUES (?)', [record])
  refreshSearch(into, record)
}

const BARE_IMAGE = "INSERT INTO images (record, name_key, read_at, request_sequence) VALUES (?, '', 0, 0)"
const BARE_PROJECT = `INSERT INTO projects (record, project, project_key, read_at, request_sequence)
  SELECT record, ifnull(service_id, ''), ifnull(service_id, ''), 0, 0 FROM records WHERE record = ?`

/** Drops changes of records whose id is lost, because they can never be sent. */
function dropUnsendable(into: WriteDb): readonly LostEntry[] {
  const rows = into.all<LostEntry>('SELECT record, kind FROM outbox WHERE record NOT IN (SELECT record FROM records)')
  dropEntries(into, 'o.record NOT IN (SELECT record FROM records)', [])
  return rows
}

/** Preserves the sequences, because windows and logs may still refer to numbers that were assigned before. */
function keepSequences({ from, into }: Sides): void {
  for (const { name, seq } of listFound(from, 'SELECT name, seq FROM sqlite_sequence')) {
    if (typeof name !== 'string' || typeof seq !== 'number') continue
    const changed = into.run('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?', [seq, name])
    if (changed === 0) into.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [name, seq])
  }
}

/**
 * Returns the name of a record from any page that has it. Searchable text is the folded name, on other pages than the
 * name.
 */
function nameOf(from: ReadDb, record: number): string {
  const candidates = ['name FROM images', 'folded FROM texts', 'project FROM projects', 'service_id FROM records'].map(
    (column) => Object.values(findFound(from, `SELECT ${column} WHERE record = ?`, [record]) ?? {})[0]
  )
  const [name] = String(candidates.find((text) => text !== null && text !== undefined && text !== '') ?? '').split('\n')
  return name || `#${record}`
}
