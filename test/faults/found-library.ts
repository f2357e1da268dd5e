/** Writes libraries row by row, as a dead run of the program would leave them. */
import Database from 'better-sqlite3'
import type { EntryState } from '../../src/main/engine/domain/entry.ts'
import { SCHEMA } from '../../src/main/engine/storage/schema.ts'

type Value = string | number | null
type Row = Readonly<Record<string, Value>>

export interface FoundEntry {
  readonly record: number
  readonly kind: string
  readonly want: 0 | 1
  readonly state: EntryState | 'postponed'
  /** Additional columns. */
  readonly more?: Row
}

export class FoundLibrary {
  readonly #db: Database.Database

  /** Creates a new file whose entries belong to the owner of these keys. */
  constructor(file: string, keys: Readonly<Record<'images' | 'projects', string>>) {
    this.#db = new Database(file)
    this.#db.pragma('journal_mode = WAL')
    for (const statement of [...SCHEMA.statements, `PRAGMA user_version = ${SCHEMA.version}`]) this.#db.exec(statement)
    this.put('meta', { key: 'sequence', value: '100' })
    for (const [grp, hash] of Object.entries(keys)) {
      this.put('meta', { key: `owner:${grp}`, value: '1' })
      this.put('key_owners', { grp, hash, owner: 1 })
    }
  }

  /** Inserts one row and returns its number. */
  put(table: string, row: Row): number {
    const columns = Object.keys(row)
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`
    return Number(this.#db.prepare(sql).run(row).lastInsertRowid)
  }

  /** Adds an image that was read; `null` = a created one without an id yet. */
  image(id: number | null, { name, favorite }: { readonly name: string; readonly favorite: boolean }): number {
    const service_id = id === null ? null : String(id)
    const record = this.put('records', { grp: 'images', service_id, first_seen_at: 1 })
    this.put('images', { record, name, name_key: name.toLowerCase(), read_at: 1, request_sequence: 1 })
    this.put('flags', { record, favorite: favorite ? 1 : 0 })
    this.put('texts', { record, folded: name.toLowerCase() })
    this.put('trigrams', { rowid: record, folded: name.toLowerCase() })
    return record
  }

  project(name: string): number {
    const record = this.put('records', { grp: 'projects', service_id: name, first_seen_at: 1 })
    this.put('projects', { record, project: name, project_key: name.toLowerCase(), read_at: 1, request_sequence: 1 })
    return record
  }

  /** Adds a batch with its items and entries, whose states determine what is sent next. Returns the batch number. */
  batch(verb: string, kind: string, entries: readonly FoundEntry[]): number {
    const size = entries.length
    const needs_attention = entries.filter(({ state }) => state === 'refused').length
    const counts = { size, waiting: size - needs_attention, done: 0, unchanged: 0, needs_attention, canceled: 0 }
    const started_at = Date.UTC(2026, 0, 1)
    const batch = this.put('batches', { verb, kind, ...counts, started_at })
    for (const entry of entries) this.#entry(batch, entry, size === 1)
    return batch
  }

  close(): void {
    this.#db.close()
  }

  #entry(batch: number, { record, kind, want, state, more = {} }: FoundEntry, isInteractive: boolean): void {
    const outcome = state === 'refused' ? 'needs-attention' : 'waiting'
    const texts = { before_text: more['base_text'] ?? null, after_text: more['want_text'] ?? null }
    this.put('batch_items', { batch, record, before: kind === 'name' ? 0 : 1 - want, after: want, outcome, ...texts })
    const isInFlight = state === 'sent' || state === 'unknown'
    const is_refused = state === 'refused' ? 1 : 0
    const waits = {
      revision: 1,
      tries: isInFlight ? 1 : 0,
      not_before: 0,
      is_interactive: isInteractive ? 1 : 0,
      owner: 1,
      is_refused
    }
    const entry = this.put('outbox', { record, kind, want, base: 1 - want, batch, ...waits, ...more })
    if (!isInFlight) return
    const is_unknown = state === 'unknown' ? 1 : 0
    const as = { want, want_text: more['want_text'] ?? null, revision: 1, batch, is_unknown, instance: 'a dead run' }
    this.put('attempts', { entry, ...as })
  }
}
