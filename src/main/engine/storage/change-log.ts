/**
 * Log of which records changed at which revision of the library. Written in the transaction of the change, read by
 * other threads to update their copies.
 */
import type { ReadDb, WriteDb } from './database.ts'

/** Bits of `kinds`. */
export const CHANGED = {
  /** Effective favorite, badge, or whether it was viewed. */
  overlay: 1,
  /** Facets, prompt, picture. */
  fields: 2,
  /** Records were added or renamed, so orders are out of date. */
  order: 4,
  projects: 8
} as const

/** Longer lists are logged as "read everything again", which is faster at that size. */
const MAX_LISTED = 200_000
/** Changes that a reader may fall behind before it reads everything again. */
const KEPT = 512

export interface Change {
  readonly revision: number
  readonly kinds: number
  /** `null` if there are too many to list. */
  readonly records: Uint32Array | null
}

/** Returns the current revision, which rises with every visible change; 0 for an empty library. */
export function currentRevision(db: ReadDb): number {
  return db.value<number>('SELECT max(revision) FROM changes') ?? 0
}

const toBlob = (records: Uint32Array): Uint8Array => Buffer.from(records.buffer, records.byteOffset, records.byteLength)

// A blob may start at any offset; a copy is aligned.
const fromBlob = (blob: Uint8Array): Uint32Array => new Uint32Array(Uint8Array.from(blob).buffer)

/** Logs a change and returns its revision. Without a changed kind nothing is written and the revision stays. */
export function logChange(db: WriteDb, change: { kinds: number; records: Uint32Array }): number {
  const last = currentRevision(db)
  if (change.kinds === 0) return last
  const listed = change.records.length > MAX_LISTED ? null : toBlob(change.records)
  db.run('INSERT INTO changes VALUES (?, ?, ?)', [last + 1, change.kinds, listed])
  db.run('DELETE FROM changes WHERE revision <= ?', [last + 1 - KEPT])
  return last + 1
}

/** Returns changes after `revision`, oldest first; `null` if some of them are no longer kept. */
export function changesSince(db: ReadDb, revision: number): readonly Change[] | null {
  const oldest = db.value<number>('SELECT min(revision) FROM changes') ?? revision + 1
  if (oldest > revision + 1) return null
  const rows = db.all<{ revision: number; kinds: number; records: Uint8Array | null }>(
    'SELECT revision, kinds, records FROM changes WHERE revision > ? ORDER BY revision',
    [revision]
  )
  return rows.map((row) => ({ ...row, records: row.records === null ? null : fromBlob(row.records) }))
}
