/** Reads the content of a library file independently of the program. */
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { type ReadDb, openAsFound } from '../../../src/main/engine/storage/database.ts'

/** The state of a record on screen. */
export interface Shown {
  readonly record: number
  /** '' while it is unknown. */
  readonly id: string
  readonly favorite: boolean
  readonly name: string
  /** `false`: it is about to be deleted. */
  readonly isThere: boolean
}

export interface LibraryFacts {
  /** Result of SQLite's check of the file; 'ok' if it is intact. */
  readonly check: string
  readonly shown: ReadonlyMap<number, Shown>
  /** Records with a change that needs attention. */
  readonly parked: ReadonlySet<number>
  readonly projects: readonly { readonly record: number; readonly name: string; readonly isThere: boolean }[]
  readonly gone: readonly { readonly group: 'images' | 'projects'; readonly id: string }[]
  readonly outbox: readonly OutboxRow[]
  readonly batches: readonly BatchRow[]
  /** Records of each batch. */
  readonly itemsOf: ReadonlyMap<number, readonly number[]>
  /** Record numbers by service id. */
  readonly recordOf: ReadonlyMap<string, number>
}

interface OutboxRow {
  readonly entry: number
  readonly record: number
  readonly kind: string
  readonly state: string
  readonly instance: string | null
  readonly isInFlight: 0 | 1
  /** Code of the last failure. */
  readonly why: string | null
}

interface BatchRow {
  readonly batch: number
  readonly kind: string
  readonly size: number
  readonly unchanged: number
  readonly isRunning: 0 | 1
  readonly isBatchPaused: 0 | 1
  /** The reason as JSON text; `null` if the batch is not paused. */
  readonly pause: string | null
  /** Whether the counters equal the counts of its items. */
  readonly isCounted: 0 | 1
}

const SHOWN = `SELECT i.record, ifnull(r.service_id, '') AS id, ifnull(o.want, ifnull(f.favorite, 0)) AS favorite,
    coalesce(n.want_text, i.name, '') AS name,
    NOT EXISTS (SELECT 1 FROM entries d WHERE d.record = i.record AND d.kind = 'delete' AND d.state <> 'refused') AS isThere
  FROM images i JOIN records r USING (record) LEFT JOIN flags f USING (record)
  LEFT JOIN outbox o ON o.record = i.record AND o.kind = 'favorite'
  LEFT JOIN outbox n ON n.record = i.record AND n.kind = 'name'
  WHERE i.record NOT IN (SELECT record FROM gone) ORDER BY i.record`

const PROJECTS = `SELECT record, project AS name, NOT EXISTS (SELECT 1 FROM outbox o WHERE o.record = p.record) AS isThere
  FROM projects p WHERE record NOT IN (SELECT record FROM gone) ORDER BY record`

const OUTBOX = `SELECT entry, record, kind, state, instance, sent_revision IS NOT NULL AS isInFlight,
    last_failure ->> '$.code' AS why FROM entries ORDER BY entry`

const count = (outcome: string): string =>
  `(SELECT count(*) FROM batch_items i WHERE i.batch = b.batch AND i.outcome = '${outcome}')`

const BATCHES = `SELECT batch, kind, size, unchanged AS unchanged, finished_at IS NULL AS isRunning, pause IS NOT NULL AS isBatchPaused, pause,
    size = waiting + done + unchanged + needs_attention + canceled AND waiting = ${count('waiting')}
      AND done = ${count('done')} AND unchanged = ${count('unchanged')} AND needs_attention = ${count('needs-attention')}
      AND canceled = ${count('canceled')} AND (finished_at IS NULL) = (waiting > 0) AS isCounted
  FROM batches b ORDER BY batch`

/** Reads a library, even one in use. Throws if it cannot be read. */
export function readLibrary(file: string): LibraryFacts {
  const opened = openAsFound(file)
  if (!opened.ok) throw new Error(opened.failure.code)
  const db = opened.value
  try {
    const check = db.value<string>('PRAGMA quick_check') ?? ''
    return { check, ...factsOf(db) }
  } finally {
    db.close()
  }
}

function factsOf(db: ReadDb): Omit<LibraryFacts, 'check'> {
  // The driver has no booleans.
  const bool = <T extends object>(row: T, ...names: (keyof T)[]): T => ({
    ...row,
    ...Object.fromEntries(names.map((name) => [name, Boolean(row[name])]))
  })
  const shown = db.all<Shown>(SHOWN).map((row) => bool(row, 'favorite', 'isThere'))
  const ids = db.all<{ id: string; record: number }>(
    "SELECT service_id AS id, record FROM records WHERE grp = 'images' AND service_id IS NOT NULL"
  )
  return {
    shown: new Map(shown.map((one) => [one.record, one])),
    parked: new Set(db.column<number>("SELECT record FROM entries WHERE state = 'refused'")),
    projects: db.all<LibraryFacts['projects'][number]>(PROJECTS).map((row) => bool(row, 'isThere')),
    gone: db.all('SELECT r.grp AS "group", r.service_id AS id FROM gone JOIN records r USING (record)'),
    outbox: db.all<OutboxRow>(OUTBOX),
    batches: db.all<BatchRow>(BATCHES),
    itemsOf: itemsOf(db),
    recordOf: new Map(ids.map(({ id, record }) => [id, record]))
  }
}

function itemsOf(db: ReadDb): LibraryFacts['itemsOf'] {
  const rows = db.all<{ batch: number; record: number }>('SELECT batch, record FROM batch_items')
  const groups = Map.groupBy(rows, ({ batch }) => batch)
  return new Map([...groups].map(([batch, items]) => [batch, items.map(({ record }) => record)]))
}

/**
 * Reads a copy, so that the next start finds the file and its journal as the kill left them; reading the file itself
 * would merge the journal.
 */
export function readAfterKill(file: string): LibraryFacts {
  const copy = `${file}.look`
  for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true })
  copyFileSync(file, copy)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
  return readLibrary(copy)
}
