/**
 * Takes the unsent changes of a damaged library over into a new one, with their batches, the records they are about,
 * and what is known nowhere else (forms and prompts of what was created here, whose key was used). What the service
 * knows is read from it again.
 */
import { mendBatches } from './batches.ts'
import {
  findFound,
  listFound,
  scanFound,
  tablesFound,
  type FoundRow,
  putFound,
  type FoundTable,
  type Sides
} from './damaged-file.ts'
import { inTransaction, openAsFound, type ReadDb, type WriteDb } from './database.ts'
import { dropEntries, lookAgain } from './entries.ts'
import { recoverEntries, type LostEntry } from './recover-entries.ts'
import { refreshSearch } from './search.ts'
import { tryStorage } from './storage-failure.ts'

export interface Salvaged {
  /** Unsent changes in the new library. */
  readonly kept: number
  /** What is still known of each that could not be read: the name of its record, or its number. */
  readonly lost: readonly string[]
}

/** How many unsent changes can be read; null when nothing can. */
export function countUnsent(file: string): number | null {
  const opened = openAsFound(file)
  if (!opened.ok) return null
  try {
    const counted = tryStorage(() =>
      tablesFound(opened.value)?.has('outbox') === true
        ? [...scanFound(opened.value, { table: 'outbox', key: 'entry' })].length
        : null
    )
    return counted.ok ? counted.value : null
  } finally {
    opened.value.close()
  }
}

/** Fills a new, empty library. One transaction: all of it or nothing. `now`: ms since epoch. */
export function salvage(file: string, into: WriteDb, now: number): Salvaged {
  const opened = openAsFound(file)
  if (!opened.ok) return { kept: 0, lost: [] }
  const from = opened.value
  try {
    const tables = tablesFound(from)
    if (tables === null) return { kept: 0, lost: [] }
    return inTransaction(into, () => carry({ from, into, tables }, now))
  } finally {
    from.close()
  }
}

function carry(sides: Sides, now: number): Salvaged {
  const { from, into, tables } = sides
  // Entries of nobody in particular would be sent with whatever key comes first.
  for (const table of ['meta', 'key_owners', 'dialect'] as const) {
    if (tables.has(table)) putAll(sides, table, listFound(from, `SELECT * FROM ${table}`))
  }
  into.clock.tick = into.value<number>("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'tick'") ?? 0
  carryTable(sides, 'creates', 'record')
  carryTable(sides, 'batches', 'batch')
  carryTable(sides, 'outbox', 'entry')
  carryTable(sides, 'attempts', 'entry')
  // Attempts lie on pages of their own: what is never resent automatically is looked for wherever it was ever sent.
  lookAgain(into, "o.kind IN ('create', 'delete-project') AND o.tried_at IS NOT NULL AND o.is_refused = 0", [])
  carryTable(sides, 'gone', 'record')
  for (const batch of knownBatches(into)) carryItems(sides, batch)
  const lost = recoverEntries(sides)
  carryRecords(sides)
  const nameless = dropUnsendable(into)
  mendBatches(into, now)
  keepSequences(sides)
  const kept = into.value<number>('SELECT count(*) FROM outbox') ?? 0
  return { kept, lost: [...lost, ...nameless].map((entry) => nameOf(sides, entry)) }
}

function putAll({ into }: Sides, table: FoundTable, rows: Iterable<FoundRow>): void {
  for (const row of rows) putFound(into, table, row)
}

function carryTable(sides: Sides, table: FoundTable, key: string): void {
  if (sides.tables.has(table)) putAll(sides, table, scanFound(sides.from, { table, key }))
}

/** Batches that were read, and those that entries tell of. */
function knownBatches(into: ReadDb): readonly number[] {
  return into.column<number>(`SELECT batch FROM batches UNION SELECT batch FROM outbox
    UNION SELECT batch FROM attempts`)
}

function carryItems(sides: Sides, batch: number): void {
  const scan = { table: 'batch_items', key: 'record', within: { column: 'batch', value: batch } }
  if (sides.tables.has('batch_items')) putAll(sides, 'batch_items', scanFound(sides.from, scan))
}

/** Records that something here is about, and images whose prompt is known here alone. */
const NEEDED = `SELECT record FROM outbox UNION SELECT record FROM batch_items UNION SELECT record FROM creates
  UNION SELECT record FROM gone`

function carryRecords(sides: Sides): void {
  const { from, into, tables } = sides
  const needed = new Set(into.column<number>(NEEDED))
  if (tables.has('images')) {
    for (const { record } of listFound(from, 'SELECT record FROM images WHERE description IS NOT NULL')) {
      if (typeof record === 'number') needed.add(record)
    }
  }
  const ids = new Map<number, FoundRow>()
  for (const record of needed) {
    const row = findFound(from, 'SELECT * FROM records WHERE record = ?', [record]) ?? indexed(from, ids, record)
    if (row !== null && putFound(into, 'records', row)) carryRecord(sides, record, String(row['grp']))
  }
  into.run(DATE_RECORDS)
}

/** Libraries of before version 6 and the index of ids tell no date of a record, and images are sorted by it. */
const DATE_RECORDS = `UPDATE records SET born_at = (SELECT created_at FROM images i WHERE i.record = records.record)
  WHERE grp = 'images' AND record IN (SELECT record FROM images WHERE created_at IS NOT NULL)`

/** The index of ids holds the same facts on other pages. Read once, when the table itself fails. */
function indexed(from: ReadDb, ids: Map<number, FoundRow>, record: number): FoundRow | null {
  if (ids.size === 0) {
    const sql = 'SELECT record, grp, service_id FROM records INDEXED BY records_in_order'
    for (const row of listFound(from, sql)) ids.set(Number(row['record']), { ...row, first_seen_at: 0 })
    // Asked and not found, it is not asked again.
    ids.set(0, {})
  }
  return ids.get(record) ?? null
}

/** Nothing of it counts as fresh: before anything is sent about it, it is read again. */
const STALE = { read_at: 0, asked_at: 0 }
const STALE_IMAGE = { ...STALE, results_asked_at: 0 }

function carryRecord({ from, into }: Sides, record: number, group: string): void {
  const table = group === 'projects' ? 'projects' : 'images'
  const row = findFound(from, `SELECT * FROM ${table} WHERE record = ?`, [record])
  const isThere = row !== null && putFound(into, table, { ...row, ...(table === 'images' ? STALE_IMAGE : STALE) })
  if (table === 'projects') {
    if (!isThere) into.run(BARE_PROJECT, [record])
    return
  }
  if (!isThere) into.run("INSERT INTO images (record, name_key, read_at, asked_at) VALUES (?, '', 0, 0)", [record])
  const flags = findFound(from, 'SELECT record, favorite FROM flags WHERE record = ?', [record])
  if (flags === null || !putFound(into, 'flags', flags)) into.run('INSERT INTO flags (record) VALUES (?)', [record])
  refreshSearch(into, record)
}

const BARE_PROJECT = `INSERT INTO projects (record, project, project_key, read_at, asked_at)
  SELECT record, ifnull(service_id, ''), ifnull(service_id, ''), 0, 0 FROM records WHERE record = ?`

/** A change of a record whose id nobody knows can never be sent. */
function dropUnsendable(into: WriteDb): readonly LostEntry[] {
  const rows = into.all<LostEntry>('SELECT record, kind FROM outbox WHERE record NOT IN (SELECT record FROM records)')
  dropEntries(into, 'o.record NOT IN (SELECT record FROM records)', [])
  return rows
}

/** Numbers that were given once are never given again: windows and logs may still hold them. */
function keepSequences({ from, into }: Sides): void {
  for (const { name, seq } of listFound(from, 'SELECT name, seq FROM sqlite_sequence')) {
    if (typeof name !== 'string' || typeof seq !== 'number') continue
    const changed = into.run('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?', [seq, name])
    if (changed === 0) into.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [name, seq])
  }
}

/** As much as any page still tells of it. */
function nameOf({ from, into }: Sides, { record }: LostEntry): string {
  const told = [
    into.value<string | null>('SELECT name FROM images WHERE record = ?', [record]),
    findFound(from, 'SELECT name FROM images WHERE record = ?', [record])?.['name'],
    // What search looks through: the name without case, on other pages than the name itself.
    String(findFound(from, 'SELECT folded FROM texts WHERE record = ?', [record])?.['folded'] ?? '').split('\n')[0],
    findFound(from, 'SELECT project FROM projects WHERE record = ?', [record])?.['project'],
    findFound(from, 'SELECT service_id FROM records WHERE record = ?', [record])?.['service_id']
  ]
  return String(told.find((name) => name !== null && name !== undefined && name !== '') ?? `#${record}`)
}
