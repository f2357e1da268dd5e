/** Libraries as released versions wrote them: their own migrations, and rows put in by hand as they put them in. */
import Database from 'better-sqlite3'
import { migrate } from '../../src/main/engine/storage/migrate.ts'

/** Everything that a new library goes through, statement by statement, as the program runs it. */
const STEPS: readonly string[] = stepsOfProgram()

function stepsOfProgram(): string[] {
  const steps: string[] = []
  migrate({ exec: (sql) => void steps.push(sql), version: () => 0, isInTransaction: () => false })
  return steps
}

const versionAfter = (sql: string): number => Number(/^PRAGMA user_version = (\d+)$/.exec(sql)?.[1] ?? 0)

/** Every released schema, oldest first. */
export const RELEASED_VERSIONS: readonly number[] = STEPS.map(versionAfter).filter((version) => version > 0)

/** What brings a library of that version to the newest one. */
export function stepsAfter(version: number): readonly string[] {
  const last = STEPS.findIndex((sql) => versionAfter(sql) === version)
  // Behind it stands the end of its transaction.
  return version === 0 ? STEPS : STEPS.slice(last + 2)
}

type Value = string | number | null
type Row = Readonly<Record<string, Value>>

export interface OldEntry {
  readonly record: number
  readonly kind: string
  readonly want: 0 | 1
  readonly state: string
  /** Further columns, as that version wrote them. */
  readonly more?: Row
}

export class OldLibrary {
  readonly version: number
  readonly #db: Database.Database

  /** A new file with the schema of that version, whose entries are of the owner of these keys. */
  constructor(file: string, version: number, keys: Readonly<Record<'images' | 'projects', string>>) {
    this.version = version
    this.#db = new Database(file)
    this.#db.pragma('journal_mode = WAL')
    for (const statement of STEPS.slice(0, STEPS.length - stepsAfter(version).length)) this.#db.exec(statement)
    this.put('meta', { key: 'tick', value: '100' })
    for (const [grp, hash] of Object.entries(keys)) {
      this.put('meta', { key: `owner:${grp}`, value: '1' })
      this.put('key_owners', { grp, hash, owner: 1 })
    }
  }

  /** Puts one row in and answers its number. */
  put(table: string, row: Row): number {
    const columns = Object.keys(row)
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`
    return Number(this.#db.prepare(sql).run(row).lastInsertRowid)
  }

  /** An image that was read; null = one that was ordered and has no id yet. */
  image(id: number | null, { name, favorite }: { readonly name: string; readonly favorite: boolean }): number {
    const service_id = id === null ? null : String(id)
    const record = this.put('records', { grp: 'images', service_id, first_seen_at: 1 })
    this.put('images', { record, name, name_key: name.toLowerCase(), read_at: 1, asked_at: 1 })
    this.put('flags', { record, favorite: favorite ? 1 : 0 })
    this.put('texts', { record, folded: name.toLowerCase() })
    this.put('trigrams', { rowid: record, folded: name.toLowerCase() })
    return record
  }

  project(name: string): number {
    const record = this.put('records', { grp: 'projects', service_id: name, first_seen_at: 1 })
    this.put('projects', { record, project: name, project_key: name.toLowerCase(), read_at: 1, asked_at: 1 })
    return record
  }

  /** A batch with its items and entries; what an entry waits for stands in its state. Answers the batch. */
  batch(verb: string, kind: string, entries: readonly OldEntry[]): number {
    const size = entries.length
    const needs_you = entries.filter(({ state }) => state === 'rejected').length
    const counts = { size, waiting: size - needs_you, done: 0, already_so: 0, needs_you, taken_back: 0 }
    const started_at = Date.UTC(2026, 0, 1)
    const batch = this.put('batches', { verb, ...(this.version > 1 ? { kind } : {}), ...counts, started_at })
    for (const entry of entries) this.#entry(batch, entry, size === 1)
    return batch
  }

  close(): void {
    this.#db.close()
  }

  #entry(batch: number, { record, kind, want, state, more = {} }: OldEntry, isHand: boolean): void {
    const outcome = state === 'rejected' ? 'needs-you' : 'waiting'
    const texts =
      this.version > 1 ? { before_text: more['base_text'] ?? null, after_text: more['want_text'] ?? null } : {}
    this.put('batch_items', { batch, record, before: kind === 'name' ? 0 : 1 - want, after: want, outcome, ...texts })
    const isInFlight = state === 'claimed' || state === 'unknown'
    const claim = { boot: 'a dead run', claimed_revision: 1, claimed_want: want, claimed_batch: batch }
    const waits = { revision: 1, attempt: isInFlight ? 1 : 0, not_before: 0, is_hand: isHand ? 1 : 0, owner: 1 }
    this.put('outbox', {
      record,
      kind,
      want,
      base: 1 - want,
      state,
      batch,
      ...waits,
      ...(isInFlight ? claim : {}),
      ...more
    })
  }
}
