/** Whose key was used: entries of one owner are never sent with the key of another. Only salted hashes are kept. */
import type { Group } from '../../../shared/sync-status.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'
import { ownEntries } from './entries.ts'
import { readMeta, writeMeta } from './meta.ts'
import { readOwnJson } from './own-json.ts'

const currentKey = (group: Group): string => `owner:${group}`
const reignsKey = (group: Group): string => `owners:${group}`
const undecidedKey = (group: Group): string => `owner-undecided:${group}`
const uncomparedKey = (group: Group): string => `owners-uncompared:${group}`

/** Records met after this number were read with the keys of this owner, until the next one came. */
interface Reign {
  readonly owner: number
  readonly after: number
}

// Written below.
const readList = <T>(db: ReadDb, key: string): readonly T[] => readOwnJson<readonly T[]>(readMeta(db, key)) ?? []
const writeList = (db: WriteDb, key: string, list: readonly unknown[]): void =>
  writeMeta(db, key, list.length === 0 ? null : JSON.stringify(list))

/** Empty while there was but one owner. */
const reignsOf = (db: ReadDb, group: Group) => readList<Reign>(db, reignsKey(group))
const uncomparedOf = (db: ReadDb, group: Group) => readList<number>(db, uncomparedKey(group))

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

/** Of whom is what is wanted now; null while that is not known: then it is of the first owner whose key is taken. */
export function ownerOfWish(db: ReadDb, group: Group): number | null {
  return readMeta(db, undecidedKey(group)) === null ? currentOwner(db, group) : null
}

/** A key came into use of which nothing tells yet whose it is. Ends with the next owner. */
export function noteUndecidedKey(db: WriteDb, group: Group): void {
  if (readMeta(db, undecidedKey(group)) === null) writeMeta(db, undecidedKey(group), '1')
}

/** From now on this owner's entries are sent, and entries made before it was known whose key it is become theirs. */
export function setCurrentOwner(db: WriteDb, group: Group, owner: number): void {
  inTransaction(db, () => {
    noteReign(db, group, owner)
    writeMeta(db, currentKey(group), String(owner))
    writeMeta(db, undecidedKey(group), null)
    ownEntries(db, group, { from: null, owner })
  })
}

/** Nothing could tell whether the owner is one of those before: taken for a new one, as nothing waited. */
export function noteUncompared(db: WriteDb, group: Group, owner: number): void {
  writeList(db, uncomparedKey(group), [...uncomparedOf(db, group), owner])
}

/** Whether nothing has shown yet that this owner and the one whose key was in use last are two. */
export function mayBeSameOwner(db: ReadDb, group: Group, owner: number): boolean {
  const current = currentOwner(db, group)
  return uncomparedOf(db, group).some((one) => one === owner || one === current)
}

/** The user's answer on an owner and the one whose key was in use last: what was kept for the two is of one, or of two. */
export function decideOwners(db: WriteDb, group: Group, { owner, isSame }: { owner: number; isSame: boolean }): void {
  inTransaction(db, () => {
    const last = currentOwner(db, group)
    const left = uncomparedOf(db, group).filter((one) => one !== owner && one !== last)
    writeList(db, uncomparedKey(group), left)
    if (!isSame || last === null) return
    db.run('UPDATE key_owners SET owner = ? WHERE grp = ? AND owner = ?', [owner, group, last])
    ownEntries(db, group, { from: last, owner })
    const reigns = reignsOf(db, group).map((one) => (one.owner === last ? { ...one, owner } : one))
    writeList(db, reignsKey(group), reigns)
    writeMeta(db, currentKey(group), String(owner))
  })
}

/** Creates that were wanted before it was known whose key it is: the next owner's key sends them, and reads them then. */
const UNDECIDED_CREATES = `SELECT record FROM outbox o JOIN records USING (record)
  WHERE grp = ? AND o.owner IS NULL AND kind = 'create' ORDER BY record`

function noteReign(db: WriteDb, group: Group, owner: number): void {
  const before = currentOwner(db, group)
  if (before === null || before === owner) return
  const last = db.value<number>('SELECT ifnull(max(record), 0) FROM records') ?? 0
  const known = reignsOf(db, group)
  const earlier = known.length === 0 ? [{ owner: before, after: 0 }] : known
  // What late answers to the key before bring in between is still of that one.
  const creates = db.column<number>(UNDECIDED_CREATES, [group]).flatMap((record) => [
    { owner, after: record - 1 },
    { owner: before, after: record }
  ])
  const reigns = [...earlier, ...creates, { owner, after: last }]
  const lasting = reigns.filter(({ after }, place) => after !== reigns[place + 1]?.after)
  writeList(db, reignsKey(group), lasting)
}

/**
 * Whose key reads this record. It need not be the owner of today: what another account left in the library stays there
 * for a while. null while there was none.
 */
export function ownerOfRecord(db: ReadDb, group: Group, record: number): number | null {
  return ownersOfRecords(db, group)(record)
}

function ownersOfRecords(db: ReadDb, group: Group): (record: number) => number | null {
  const [reigns, current] = [reignsOf(db, group), currentOwner(db, group)]
  return (record) => reigns.findLast(({ after }) => after < record)?.owner ?? current
}

const OF_OTHERS = 'SELECT 1 FROM outbox o JOIN records USING (record) WHERE grp = ? AND o.owner <> ? LIMIT 1'
const UNDECIDED = `SELECT DISTINCT record FROM outbox o JOIN records USING (record)
  WHERE grp = ? AND o.owner IS NULL AND service_id IS NOT NULL`

/**
 * Whether entries of this group wait for the key of somebody else than `owner`. What was wanted while nothing told whose
 * key was in use waits for whoever reads its record; what only this library knows, for anybody.
 */
export function hasEntriesOfOthers(db: ReadDb, group: Group, owner: number): boolean {
  if (db.value<number>(OF_OTHERS, [group, owner]) !== undefined) return true
  const ownerOf = ownersOfRecords(db, group)
  return db.column<number>(UNDECIDED, [group]).some((record) => (ownerOf(record) ?? owner) !== owner)
}

/** How many entries of this group wait, for any owner. */
export function countWaitingEntries(db: ReadDb, group: Group): number {
  const sql = 'SELECT count(*) FROM outbox JOIN records USING (record) WHERE grp = ?'
  return db.value<number>(sql, [group]) ?? 0
}
