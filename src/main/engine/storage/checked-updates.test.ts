import { describe, expect, it } from 'vitest'
import { image } from '../../../../test/helpers/temporary-library.ts'
import { only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { valueOf } from '../../../../test/helpers/temporary-library.ts'
import type { Failure } from '../../../shared/failure.ts'
import { TRUSTED } from '../domain/first-update-stages.ts'
import type { PushEntry } from '../domain/entry.ts'
import { readReceipt } from './batches.ts'
import { setCurrentOwner } from './key-owners.ts'
import { writeMeta } from './meta.ts'
import { nextEntries, unknownEntries } from './outbox.ts'
import {
  addSeen,
  countSeen,
  dropSaved,
  dropChecked,
  findSaved,
  isSaved,
  noteChecked,
  readChecked,
  refuteFirst,
  refuteUnseen,
  saveRecord,
  trustByDecision,
  type CheckedUpdate
} from './checked-updates.ts'

const NOW = 1_000_000
const ADDRESS = 'https://images.example.org'
const MORE: Failure = { code: 'changed-more', changes: [{ field: 'style', before: 'anime', after: null }] }

const setFavorite = ({ library }: VerbRig, records: readonly number[], favorite = true): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch.batch

/** Claims everything due and notes it as sent. */
function sendAll(rig: VerbRig): PushEntry[] {
  const claimed = rig.claim()
  for (const entry of claimed) noteChecked(rig.db, entry)
  return claimed
}

const checked = (rig: VerbRig, record: number): CheckedUpdate =>
  only(readChecked(rig.db, NOW).filter((update) => update.record === record))

describe('confirmed updates', () => {
  it('are counted for one address, up to the trust threshold', () => {
    const { db } = verbRig(1)
    expect(countSeen(db, ADDRESS)).toBe(0)
    addSeen(db, ADDRESS, 1)
    addSeen(db, ADDRESS, 10)
    expect([countSeen(db, ADDRESS), countSeen(db, 'https://other.example.org')]).toEqual([11, 0])
    addSeen(db, ADDRESS, 500)
    expect(countSeen(db, ADDRESS)).toBe(TRUSTED)
    addSeen(db, 'https://other.example.org', 2)
    expect([countSeen(db, ADDRESS), countSeen(db, 'https://other.example.org')]).toEqual([0, 2])
  })

  it('keep records to be compared, both when trusted and when another update changed other fields', () => {
    const rig = verbRig(3)
    setFavorite(rig, [1, 2, 3])
    const [first, second] = sendAll(rig)
    for (const { entry, record } of [first, second].filter((claimed) => claimed !== undefined)) {
      saveRecord(rig.db, { entry, record, image: image(String(record)), readAt: NOW })
    }
    for (const entry of [first, second].filter((claimed) => claimed !== undefined)) noteChecked(rig.db, entry)
    addSeen(rig.db, ADDRESS, TRUSTED)
    expect(readChecked(rig.db, NOW).map(({ record }) => record)).toEqual([1, 2])
    refuteFirst(rig.db, { checked: checked(rig, 1), failure: MORE, address: ADDRESS, now: NOW })
    expect(readChecked(rig.db, NOW).map(({ record }) => record)).toEqual([2])
    expect(findSaved(rig.db, 2)?.state).toBe('sent')
  })

  it.each([
    ['changed-more', 0, 1],
    ['changed-more', 5, 5],
    ['not-shown', 5, TRUSTED],
    ['refusals', 0, 0],
    ['user', 3, 3]
  ] as const)('of a batch paused for %s: %i become %i by decision of the user', (why, before, after) => {
    const { db } = verbRig(1)
    addSeen(db, ADDRESS, before)
    trustByDecision(db, why)
    expect(countSeen(db, ADDRESS)).toBe(after)
  })

  it.each([
    [TRUSTED - 1, 1],
    [TRUSTED, 0]
  ])('with a count of %i leave %i pending confirmations', (count, left) => {
    const rig = verbRig(1)
    valueOf(rig.library.setFavorite({ records: Uint32Array.of(1), favorite: true }))
    noteChecked(rig.db, only(rig.claim()))
    addSeen(rig.db, ADDRESS, count)
    expect(rig.db.value('SELECT count(*) FROM checked_updates')).toBe(left)
  })

  it('are read from a library of an earlier version', () => {
    const { db } = verbRig(1)
    writeMeta(db, 'updates-seen', JSON.stringify({ address: ADDRESS, count: 7 }))
    expect(countSeen(db, ADDRESS)).toBe(7)
  })

  it('are zero if no update was sent on the connection', () => {
    const { db } = verbRig(1)
    trustByDecision(db, 'not-shown')
    expect(countSeen(db, ADDRESS)).toBe(0)
  })
})

describe('a sent update', () => {
  it('is kept with its desired value until it is confirmed', () => {
    const rig = verbRig(3)
    const both = setFavorite(rig, [1, 2])
    const { batch } = valueOf(rig.library.renameImage({ record: 3, name: 'Quay' })).batch
    sendAll(rig)
    const open = { isInFlight: true, isDone: false, isShown: false, isSaved: false, isStuck: false }
    expect(readChecked(rig.db, NOW)).toEqual([
      {
        record: 1,
        serviceId: '1',
        kind: 'favorite',
        want: true,
        name: null,
        batch: both,
        isInteractive: false,
        ...open
      },
      {
        record: 2,
        serviceId: '2',
        kind: 'favorite',
        want: true,
        name: null,
        batch: both,
        isInteractive: false,
        ...open
      },
      { record: 3, serviceId: '3', kind: 'name', want: true, name: 'Quay', batch, isInteractive: true, ...open }
    ])
    dropChecked(rig.db, [
      { record: 1, kind: 'favorite' },
      { record: 3, kind: 'favorite' }
    ])
    expect(readChecked(rig.db, NOW).map(({ record }) => record)).toEqual([2, 3])
  })

  it('has the value that was sent last', () => {
    const rig = verbRig(1)
    setFavorite(rig, [1])
    rig.settle(only(sendAll(rig)), { kind: 'acknowledged' })
    setFavorite(rig, [1], false)
    sendAll(rig)
    expect(checked(rig, 1).want).toBe(false)
  })

  it('is done once the service accepted it, and in flight until its result is known', () => {
    const rig = verbRig(4)
    setFavorite(rig, [1, 2, 3, 4])
    const [first, second, third] = sendAll(rig)
    if (first === undefined || second === undefined || third === undefined) throw new Error('expected four entries')
    rig.settle(first, { kind: 'acknowledged' })
    rig.settle(second, { kind: 'unknown', failure: { code: 'connection-lost' } })
    rig.settle(third, { kind: 'unknown', failure: { code: 'connection-lost' } })
    const later = {
      kind: 'postponed',
      notBefore: NOW + 1,
      failure: { code: 'timed-out' },
      countsAttempt: true
    } as const
    rig.settle(third, later)
    const states = readChecked(rig.db, NOW).map(({ isInFlight, isDone }) => [isInFlight, isDone])
    // Acknowledged; looked up now; looked up later; in flight.
    expect(states).toEqual([
      [false, true],
      [true, false],
      [false, false],
      [true, false]
    ])
    expect(readChecked(rig.db, NOW + 1)[2]).toMatchObject({ isInFlight: true })
  })
})

describe('the saved record of the first update', () => {
  const save = (rig: VerbRig, entry: PushEntry, name: string, readAt = 7): void =>
    saveRecord(rig.db, { entry: entry.entry, record: entry.record, image: image(entry.record, { name }), readAt })

  it('is the last read before its update, and does not change afterwards', () => {
    const rig = verbRig(1)
    setFavorite(rig, [1])
    const [entry] = nextEntries(rig.db, { group: 'images', lane: 'interactive', limit: 1, now: NOW })
    if (entry === undefined) throw new Error('expected an entry')
    expect(findSaved(rig.db, 1)).toBeNull()
    save(rig, entry, 'First')
    save(rig, entry, 'Second', 8)
    expect(findSaved(rig.db, 1)).toEqual({ image: image(1, { name: 'Second' }), readAt: 8, state: 'read' })
    sendAll(rig)
    save(rig, entry, 'Third', 9)
    expect(findSaved(rig.db, 1)).toEqual({ image: image(1, { name: 'Second' }), readAt: 8, state: 'sent' })
  })

  it.each([
    [['old', 'r1'], ['r1']],
    [undefined, undefined]
  ])('with results %o gets those that its update carries: %o', (results, expected) => {
    const rig = verbRig(1)
    setFavorite(rig, [1])
    const { fields, ...saved } = image(1, { name: 'First' })
    const before = { ...saved, fields: { ...fields, ...(results === undefined ? {} : { results }) } }
    saveRecord(rig.db, { entry: 1, record: 1, image: before, readAt: 7 })
    sendAll(rig)
    expect(findSaved(rig.db, 1)?.image?.fields.results).toEqual(expected)
  })

  it('may be unreadable', () => {
    const rig = verbRig(1)
    saveRecord(rig.db, { entry: 1, record: 1, image: null, readAt: 7 })
    expect(findSaved(rig.db, 1)).toEqual({ image: null, readAt: 7, state: 'read' })
  })

  it('is dropped if no decision is pending, or no entry is left', () => {
    const rig = verbRig(4)
    setFavorite(rig, [1, 2, 3])
    const entries = rig.claim()
    for (const entry of entries) save(rig, entry, 'Kept')
    saveRecord(rig.db, { entry: 99, record: 4, image: null, readAt: 7 })
    rig.db.run("UPDATE saved SET state = 'sent' WHERE record = 2")
    rig.db.run("UPDATE saved SET state = 'needs-decision' WHERE record IN (3, 4)")
    dropSaved(rig.db)
    expect([1, 2, 3, 4].map((record) => findSaved(rig.db, record)?.state ?? null)).toEqual([
      null,
      null,
      'needs-decision',
      null
    ])
    expect(entries.map(({ entry }) => isSaved(rig.db, entry))).toEqual([false, false, true])
    rig.db.run("UPDATE saved SET state = 'writing-back'")
    expect(entries.map(({ entry }) => isSaved(rig.db, entry))).toEqual([false, false, true])
  })
})

describe('a first update that changed other fields', () => {
  /** Sets up three favorites of which the first was sent and done. */
  const refuted = (): { readonly rig: VerbRig; readonly batch: number } => {
    const rig = verbRig(4)
    const batch = setFavorite(rig, [1, 2, 3])
    const [entry] = nextEntries(rig.db, { group: 'images', lane: 'batch', limit: 1, now: NOW })
    if (entry === undefined) throw new Error('expected an entry')
    saveRecord(rig.db, { entry: entry.entry, record: 1, image: image(1), readAt: 7 })
    const [first] = sendAll(rig)
    if (first === undefined) throw new Error('expected an entry')
    rig.settle(first, { kind: 'acknowledged' })
    setCurrentOwner(rig.db, 'images', 7)
    refuteFirst(rig.db, { checked: checked(rig, 1), failure: MORE, now: NOW + 5, address: ADDRESS })
    return { rig, batch }
  }

  it('needs attention, with the fields that it changed, and belongs to the current key', () => {
    const { rig, batch } = refuted()
    expect(rig.receipt(batch)).toMatchObject({ size: 3, needsAttention: 1 })
    const row = rig.db.get(
      'SELECT kind, want, state, tries, batch, is_interactive, owner, last_failure FROM entries WHERE record = 1'
    )
    expect(row).toEqual({
      kind: 'favorite',
      want: 1,
      state: 'refused',
      tries: 1,
      batch,
      is_interactive: 0,
      owner: 7,
      last_failure: JSON.stringify(MORE)
    })
    expect(rig.db.value('SELECT reason FROM batch_items WHERE record = 1')).toBe(JSON.stringify(MORE))
  })

  it('pauses the rest of its batch, and keeps its record for the decision', () => {
    const { rig, batch } = refuted()
    const entry = rig.db.value<number>('SELECT entry FROM outbox WHERE record = 1') ?? -1
    expect(readReceipt(rig.db, batch).pause).toEqual({ why: 'changed-more', entry, failure: MORE, left: 2 })
    expect(findSaved(rig.db, 1)).toMatchObject({ state: 'needs-decision' })
    expect(isSaved(rig.db, entry)).toBe(true)
    expect(readChecked(rig.db, NOW)).toEqual([])
  })

  it('concerns its connection, which a decision of the user trusts', () => {
    const { rig } = refuted()
    expect(countSeen(rig.db, ADDRESS)).toBe(0)
    trustByDecision(rig.db, 'changed-more')
    expect(countSeen(rig.db, ADDRESS)).toBe(1)
  })

  it('needs a decision on the current desired value, and still pauses its batch', () => {
    const rig = verbRig(3)
    const batch = setFavorite(rig, [1, 2])
    saveRecord(rig.db, { entry: 1, record: 1, image: image(1), readAt: 7 })
    const [first] = sendAll(rig)
    if (first === undefined) throw new Error('expected an entry')
    rig.settle(first, { kind: 'acknowledged' })
    setFavorite(rig, [1], false)
    refuteFirst(rig.db, { checked: checked(rig, 1), failure: MORE, now: NOW, address: ADDRESS })
    expect(rig.receipt(batch)).toEqual({ size: 2, done: 1, waiting: 1, sending: 1 })
    const [asked] = rig.db.all<{ entry: number }>('SELECT entry, want, state FROM entries WHERE record = 1')
    expect(asked).toMatchObject({ want: 0, state: 'refused' })
    expect(readReceipt(rig.db, batch).pause).toMatchObject({ why: 'changed-more', entry: asked?.entry, left: 1 })
    expect(findSaved(rig.db, 1)).toMatchObject({ state: 'needs-decision' })
  })

  it('needs no decision, and leaves no saved record, if a newer value is being sent', () => {
    const rig = verbRig(1)
    setFavorite(rig, [1])
    saveRecord(rig.db, { entry: 1, record: 1, image: image(1), readAt: 7 })
    rig.settle(only(sendAll(rig)), { kind: 'acknowledged' })
    const first = checked(rig, 1)
    setFavorite(rig, [1], false)
    sendAll(rig)
    refuteFirst(rig.db, { checked: first, failure: MORE, now: NOW, address: ADDRESS })
    expect(rig.db.column('SELECT state FROM entries')).toEqual(['sent'])
    expect(findSaved(rig.db, 1)).toBeNull()
  })

  it('pauses no batch without pending items', () => {
    const rig = verbRig(1)
    const batch = setFavorite(rig, [1])
    rig.settle(only(sendAll(rig)), { kind: 'acknowledged' })
    refuteFirst(rig.db, { checked: checked(rig, 1), failure: MORE, now: NOW, address: ADDRESS })
    expect(rig.receipt(batch)).toEqual({ size: 1, needsAttention: 1 })
    expect(rig.db.value('SELECT pause FROM batches')).toBeNull()
    expect(rig.db.value('SELECT is_interactive FROM outbox')).toBe(1)
  })
})

describe('updates that the service does not show', () => {
  it('need attention in their batches, whose other items are paused with their number', () => {
    const rig = verbRig(6)
    const first = setFavorite(rig, [1, 2, 3])
    const claimed = sendAll(rig)
    const second = setFavorite(rig, [4, 5])
    const later = sendAll(rig)
    for (const entry of [...claimed.slice(0, 2), ...later]) rig.settle(entry, { kind: 'acknowledged' })
    const unseen = [1, 2, 4].map((record) => checked(rig, record))
    refuteUnseen(rig.db, { unseen, isPausing: true, now: NOW })
    expect(rig.receipt(first)).toEqual({ size: 3, needsAttention: 2, waiting: 1, sending: 1 })
    expect(rig.receipt(second)).toEqual({ size: 2, needsAttention: 1, done: 1 })
    expect(readReceipt(rig.db, first).pause).toEqual({ why: 'not-shown', count: 2, left: 1 })
    expect(rig.db.column('SELECT batch FROM batches WHERE pause IS NOT NULL')).toEqual([first])
    expect(rig.db.column("SELECT record FROM entries WHERE state = 'refused' ORDER BY record")).toEqual([1, 2, 4])
    expect(rig.db.column('SELECT DISTINCT last_failure FROM outbox WHERE last_failure IS NOT NULL')).toEqual([
      JSON.stringify({ code: 'not-taken', isUnconfirmed: true })
    ])
    expect(readChecked(rig.db, NOW).map(({ record }) => record)).toEqual([3, 5])
  })

  it('leave no saved record without a decision, and no unknown entry', () => {
    const rig = verbRig(2)
    setFavorite(rig, [1, 2], true)
    saveRecord(rig.db, { entry: 1, record: 1, image: image(1), readAt: 7 })
    const [first] = sendAll(rig)
    if (first === undefined) throw new Error('expected an entry')
    rig.settle(first, { kind: 'acknowledged' })
    refuteUnseen(rig.db, { unseen: [checked(rig, 1)], isPausing: true, now: NOW })
    expect(findSaved(rig.db, 1)).toBeNull()
    expect(unknownEntries(rig.db, { group: 'images', limit: 9, now: NOW })).toEqual([])
    expect(rig.changes.length).toBeGreaterThan(0)
  })

  it('are parked with their value, also a removed favorite and a name', () => {
    const rig = verbRig(2)
    rig.db.run('UPDATE flags SET favorite = 1')
    setFavorite(rig, [1], false)
    valueOf(rig.library.renameImage({ record: 2, name: 'Quay' }))
    for (const entry of sendAll(rig)) rig.settle(entry, { kind: 'acknowledged' })
    refuteUnseen(rig.db, { unseen: readChecked(rig.db, NOW), isPausing: true, now: NOW })
    expect(
      rig.db.all('SELECT record, kind, want, want_text AS name, is_interactive FROM outbox ORDER BY record')
    ).toEqual([
      { record: 1, kind: 'favorite', want: 0, name: null, is_interactive: 1 },
      { record: 2, kind: 'name', want: 1, name: 'Quay', is_interactive: 1 }
    ])
  })

  it('need attention even if their batch no longer exists', () => {
    const rig = verbRig(1)
    setFavorite(rig, [1])
    rig.settle(only(sendAll(rig)), { kind: 'acknowledged' })
    rig.db.run('DELETE FROM batches')
    refuteUnseen(rig.db, { unseen: [checked(rig, 1)], isPausing: true, now: NOW })
    expect(rig.db.column('SELECT state FROM entries')).toEqual(['refused'])
  })
})
