/** Whose key was used: entries of one owner are never sent with the key of another. Only salted hashes are kept. */
import type { Group } from '../../../shared/sync-status.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'
import { readMeta, writeMeta } from './meta.ts'
import { readOwnJson } from './own-json.ts'

const currentKey = (group: Group): string => `owner:${group}`
const reignsKey = (group: Group): string => `owners:${group}`

/** Records met after this number were read with the keys of this owner, until the next one came. */
interface Reign {
  readonly owner: number
  readonly after: number
}

/** Empty while there was but one owner. */
const reignsOf = (db: ReadDb, group: Group): readonly Reign[] =>
  // Written below.
  readOwnJson<readonly Reign[]>(readMeta(db, reignsKey(group))) ?? []

/** The owner whose key this is; null for a key never seen. */
export function ownerOfKey(db: ReadDb, group: Group, hash: string): number | null {
  return db.value<number>('SELECT owner FROM key_owners WHERE grp = ? AND hash = ?', [group, hash]) ?? null
}

/** Remembers a key: as one more of `owner`'s, or, with null, as that of a new owner. Answers the owner. */
export function addKeyOwner(db: WriteDb, group: Group, key: { hash: string; owner: number | null }): number {
  return inTransaction(db, () => {
    const owner = key.owner ?? (db.value<number>('SELECT ifnull(max(owner), 0) FROM key_owners') ?? 0) + 1
    db.run('INSERT OR REPLACE INTO key_owners VALUES (?, ?, ?)', [group, key.hash, owner])
    return owner
  })
}

/** The owner whose key is in use, or was last; null before the first key. */
export function currentOwner(db: ReadDb, group: Group): number | null {
  const owner = readMeta(db, currentKey(group))
  return owner === null ? null : Number(owner)
}

/** From now on this owner's entries are sent, and entries made before any key was known become theirs. */
export function setCurrentOwner(db: WriteDb, group: Group, owner: number): void {
  inTransaction(db, () => {
    noteReign(db, group, owner)
    writeMeta(db, currentKey(group), String(owner))
    db.run('UPDATE outbox SET owner = ? WHERE owner IS NULL AND record IN (SELECT record FROM records WHERE grp = ?)', [
      owner,
      group
    ])
  })
}

function noteReign(db: WriteDb, group: Group, owner: number): void {
  const before = currentOwner(db, group)
  if (before === null || before === owner) return
  const after = db.value<number>('SELECT ifnull(max(record), 0) FROM records') ?? 0
  const known = reignsOf(db, group)
  const earlier = known.length === 0 ? [{ owner: before, after: 0 }] : known.filter((one) => one.after < after)
  writeMeta(db, reignsKey(group), JSON.stringify([...earlier, { owner, after }]))
}

/**
 * Whose key reads this record. It need not be the owner of today: what another account left in the library stays there
 * for a while. null while there was none.
 */
export function ownerOfRecord(db: ReadDb, group: Group, record: number): number | null {
  const reign = reignsOf(db, group).findLast(({ after }) => after < record)
  return reign?.owner ?? currentOwner(db, group)
}

/** Whether entries of this group wait for the key of somebody else than `owner`. */
export function hasEntriesOfOthers(db: ReadDb, group: Group, owner: number): boolean {
  const sql = 'SELECT 1 FROM outbox o JOIN records USING (record) WHERE grp = ? AND o.owner <> ? LIMIT 1'
  return db.value<number>(sql, [group, owner]) !== undefined
}

/** How many entries of this group wait, for any owner. */
export function countWaitingEntries(db: ReadDb, group: Group): number {
  const sql = 'SELECT count(*) FROM outbox JOIN records USING (record) WHERE grp = ?'
  return db.value<number>(sql, [group]) ?? 0
}
