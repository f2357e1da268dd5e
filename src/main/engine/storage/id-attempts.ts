/**
 * Deletions of projects by id instead of by name. An attempt stands in the claim of its entry, before the request is
 * handed over and as long as the claim lasts: killed at any moment, none is made twice.
 */
import type { ReadDb, WriteDb } from './database.ts'
import { noteInAttempt } from './entries.ts'
import { SOUND_JSON, readOwnJson } from './own-json.ts'

export interface IdAttempt {
  readonly id: string
  /** ms since epoch. */
  readonly at: number
  /** All names in the list right before, to see afterwards that no other project went with it; null = not compared. */
  readonly before: readonly string[] | null
}

/** What a list has shown is no longer relied on after this: another project may have the id by then. */
export const ID_AGE_MS = 15 * 60_000

const ID_OF = (project: string): string => `${SOUND_JSON(`${project}.other`)} ->> '$.id'`

/** Of a project that the newest complete reading has shown; no other one has the same id, or has it as its name. */
const USABLE = `SELECT ${ID_OF('p')} FROM outbox o CROSS JOIN projects p USING (record)
    CROSS JOIN seen s ON s.kind = 'full' AND s.record = p.record
  WHERE o.entry = :entry AND s.pass >= (
      SELECT max(pass) FROM passes WHERE grp = 'projects' AND ended_at > :since AND why IS NULL)
    AND NOT EXISTS (SELECT 1 FROM projects x WHERE x.project = ${ID_OF('p')}
      OR (x.record <> p.record AND ${ID_OF('x')} = ${ID_OF('p')}))`

/** The id to delete the project of an entry by; null where it could be another one's, or was read too long ago. */
export function usableId(db: ReadDb, { entry, now }: { readonly entry: number; readonly now: number }): string | null {
  return db.value<string | null>(USABLE, { entry, since: now - ID_AGE_MS }) ?? null
}

/**
 * Notes an attempt, which has no answer until one is written; false when the entry is not claimed, or had one already:
 * then nothing may be sent.
 */
export function noteIdAttempt(db: WriteDb, entry: number, attempt: IdAttempt): boolean {
  return noteInAttempt(db, entry, JSON.stringify(attempt).toWellFormed(), { code: 'connection-lost' })
}

/** The attempt that belongs to the claim of an entry; null when there was none. */
export function findIdAttempt(db: ReadDb, entry: number): IdAttempt | null {
  const sql = "SELECT sent_text FROM entries WHERE entry = ? AND kind = 'delete-project'"
  // Written above.
  return readOwnJson<IdAttempt>(db.value<string | null>(sql, [entry]) ?? null)
}
