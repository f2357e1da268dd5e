/**
 * Tracks the owners of API keys: entries of one owner are never sent with the key of another. Stores only salted
 * hashes.
 */
import type { Group } from '../../../shared/sync-status.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'
import { ownEntries } from './entries.ts'
import { readMeta, writeMeta } from './meta.ts'
import { readOwnJson } from './own-json.ts'

const currentKey = (group: Group): string => `owner:${group}`
const periodsKey = (group: Group): string => `owners:${group}`
const undecidedKey = (group: Group): string => `owner-undecided:${group}`
const uncomparedKey = (group: Group): string => `owners-uncompared:${group}`

/** A period of one owner: records with a number above `after` were read with their keys, up to the next period. */
interface OwnerPeriod {
  readonly owner: number
  readonly after: number
}

// Written by `writeList`.
const readList = <T>(db: ReadDb, key: string): readonly T[] => readOwnJson<readonly T[]>(readMeta(db, key)) ?? []
const writeList = (db: WriteDb, key: string, list: readonly unknown[]): void =>
  writeMeta(db, key, list.length === 0 ? null : JSON.stringify(list))

/** Empty while there has been only one owner. */
const periodsOf = (db: ReadDb, group: Group) => readList<OwnerPeriod>(db, periodsKey(group))
const uncomparedOf = (db: ReadDb, group: Group) => readList<number>(db, uncomparedKey(group))

/** Returns the owner of a key; `null` for an unknown key. */
export function ownerOfKey(db: ReadDb, group: Group, hash: string): number | null {
  return db.value<number>('SELECT owner FROM key_owners WHERE grp = ? AND hash = ?', [group, hash]) ?? null
}

/** Stores a key as one of `owner`, or, if `null`, as the key of a new owner. Returns the owner. */
export function addKeyOwner(db: WriteDb, group: Group, key: { hash: string; owner: number | null }): number {
  return inTransaction(db, () => {
    const owner = key.owner ?? (db.value<number>('SELECT ifnull(max(owner), 0) FROM key_owners') ?? 0) + 1
    db.run('INSERT OR REPLACE INTO key_owners VALUES (?, ?, ?)', [group, key.hash, owner])
    return owner
  })
}

/** Returns the owner of the key that is in use, or was last; `null` before the first key. */
export function currentOwner(db: ReadDb, group: Group): number | null {
  const owner = readMeta(db, currentKey(group))
  return owner === null ? null : Number(owner)
}

/**
 * Returns the owner of new entries; `null` while that is unknown, which assigns them to the first owner whose key is
 * accepted.
 */
export function ownerOfIntent(db: ReadDb, group: Group): number | null {
  return readMeta(db, undecidedKey(group)) === null ? currentOwner(db, group) : null
}

/** Notes that a key came into use whose owner is still unknown. The next `setCurrentOwner` ends that. */
export function noteUndecidedKey(db: WriteDb, group: Group): void {
  if (readMeta(db, undecidedKey(group)) === null) writeMeta(db, undecidedKey(group), '1')
}

/** Sets the owner whose entries are sent; entries made while the owner was unknown become theirs. */
export function setCurrentOwner(db: WriteDb, group: Group, owner: number): void {
  inTransaction(db, () => {
    notePeriod(db, group, owner)
    writeMeta(db, currentKey(group), String(owner))
    writeMeta(db, undecidedKey(group), null)
    ownEntries(db, group, { from: null, owner })
  })
}

/** Notes an owner that could not be compared with earlier ones and counts as new, because nothing was pending. */
export function noteUncompared(db: WriteDb, group: Group, owner: number): void {
  writeList(db, uncomparedKey(group), [...uncomparedOf(db, group), owner])
}

/** Returns whether this owner and the previous one may still be the same, because nothing distinguishes them. */
export function mayBeSameOwner(db: ReadDb, group: Group, owner: number): boolean {
  const current = currentOwner(db, group)
  return uncomparedOf(db, group).some((uncompared) => uncompared === owner || uncompared === current)
}

/** Applies the user's decision on whether an owner and the previous one are the same, and joins their entries if so. */
export function decideOwners(db: WriteDb, group: Group, { owner, isSame }: { owner: number; isSame: boolean }): void {
  inTransaction(db, () => {
    const last = currentOwner(db, group)
    const left = uncomparedOf(db, group).filter((uncompared) => uncompared !== owner && uncompared !== last)
    writeList(db, uncomparedKey(group), left)
    if (!isSame || last === null) return
    db.run('UPDATE key_owners SET owner = ? WHERE grp = ? AND owner = ?', [owner, group, last])
    ownEntries(db, group, { from: last, owner })
    const periods = periodsOf(db, group).map((period) => (period.owner === last ? { ...period, owner } : period))
    writeList(db, periodsKey(group), periods)
    writeMeta(db, currentKey(group), String(owner))
  })
}

/** SQL: creates made while the owner was unknown. The key of the next owner sends them, and then reads them. */
const UNDECIDED_CREATES = `SELECT record FROM outbox o JOIN records USING (record)
  WHERE grp = ? AND o.owner IS NULL AND kind = 'create' ORDER BY record`

function notePeriod(db: WriteDb, group: Group, owner: number): void {
  const before = currentOwner(db, group)
  if (before === null || before === owner) return
  const last = db.value<number>('SELECT ifnull(max(record), 0) FROM records') ?? 0
  const known = periodsOf(db, group)
  const earlier = known.length === 0 ? [{ owner: before, after: 0 }] : known
  // Records that late responses to the previous key add in between still belong to its owner.
  const creates = db.column<number>(UNDECIDED_CREATES, [group]).flatMap((record) => [
    { owner, after: record - 1 },
    { owner: before, after: record }
  ])
  const periods = [...earlier, ...creates, { owner, after: last }]
  const lasting = periods.filter(({ after }, index) => after !== periods[index + 1]?.after)
  writeList(db, periodsKey(group), lasting)
}

/**
 * Returns the owner whose key reads this record, which need not be the current one, because records of another account
 * stay in the library for a while. `null` if there was no owner.
 */
export function ownerOfRecord(db: ReadDb, group: Group, record: number): number | null {
  return ownersOfRecords(db, group)(record)
}

function ownersOfRecords(db: ReadDb, group: Group): (record: number) => number | null {
  const [periods, current] = [periodsOf(db, group), currentOwner(db, group)]
  return (record) => periods.findLast(({ after }) => after < record)?.owner ?? current
}

const OF_OTHERS = 'SELECT 1 FROM outbox o JOIN records USING (record) WHERE grp = ? AND o.owner <> ? LIMIT 1'
const UNDECIDED = `SELECT DISTINCT record FROM outbox o JOIN records USING (record)
  WHERE grp = ? AND o.owner IS NULL AND service_id IS NOT NULL`

/**
 * Returns whether entries of this group need the key of another owner than `owner`. Entries made while the owner was
 * unknown belong to the owner of their record, or to any owner if only this library knows the record.
 */
export function hasEntriesOfOthers(db: ReadDb, group: Group, owner: number): boolean {
  if (db.value<number>(OF_OTHERS, [group, owner]) !== undefined) return true
  const ownerOf = ownersOfRecords(db, group)
  return db.column<number>(UNDECIDED, [group]).some((record) => (ownerOf(record) ?? owner) !== owner)
}

/** Returns the number of entries of this group, of any owner. */
export function countWaitingEntries(db: ReadDb, group: Group): number {
  const sql = 'SELECT count(*) FROM outbox JOIN records USING (record) WHERE grp = ?'
  return db.value<number>(sql, [group]) ?? 0
}
