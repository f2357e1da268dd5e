/**
 * Deletions of projects by id instead of by name. The attempt is stored with the claim of its entry, before the request
 * is sent and as long as the claim lasts, so a kill at any moment never repeats one.
 */
import type { ReadDb, WriteDb } from './database.ts'
import { noteInAttempt } from './entries.ts'
import { SOUND_JSON, readOwnJson } from './own-json.ts'

export interface IdAttempt {
  readonly id: string
  /** ms since epoch. */
  readonly at: number
  /**
   * All project names just before the deletion, to verify afterwards that no other project was deleted; `null` if not
   * compared.
   */
  readonly before: readonly string[] | null
}

/** How long ids from a list are trusted; afterwards another project may have the id. */
export const ID_AGE_MS = 15 * 60_000

const ID_OF = (project: string): string => `${SOUND_JSON(`${project}.other`)} ->> '$.id'`

/**
 * SQL: id of a project that the newest complete pass contained; no other project has the same id, or has it as its
 * name.
 */
const USABLE = `SELECT ${ID_OF('p')} FROM outbox o CROSS JOIN projects p USING (record)
    CROSS JOIN seen s ON s.kind = 'full' AND s.record = p.record
  WHERE o.entry = :entry AND s.pass >= (
      SELECT max(pass) FROM passes WHERE grp = 'projects' AND ended_at > :since AND why IS NULL)
    AND NOT EXISTS (SELECT 1 FROM projects x WHERE x.project = ${ID_OF('p')}
      OR (x.record <> p.record AND ${ID_OF('x')} = ${ID_OF('p')}))`

/**
 * Returns the id to delete the project of an entry by; `null` if it could belong to another project, or was read too
 * long ago.
 */
export function usableId(db: ReadDb, { entry, now }: { readonly entry: number; readonly now: number }): string | null {
  return db.value<string | null>(USABLE, { entry, since: now - ID_AGE_MS }) ?? null
}

/**
 * Stores an attempt as not responded to. Returns false if the entry is not claimed or already has an attempt: nothing
 * may be sent then.
 */
export function noteIdAttempt(db: WriteDb, entry: number, attempt: IdAttempt): boolean {
  return noteInAttempt(db, entry, JSON.stringify(attempt).toWellFormed(), { code: 'connection-lost' })
}

/** Returns the attempt of the claim of an entry; `null` if there is none. */
export function findIdAttempt(db: ReadDb, entry: number): IdAttempt | null {
  const sql = "SELECT sent_text FROM entries WHERE entry = ? AND kind = 'delete-project'"
  // Written by `noteIdAttempt`.
  return readOwnJson<IdAttempt>(db.value<string | null>(sql, [entry]) ?? null)
}
