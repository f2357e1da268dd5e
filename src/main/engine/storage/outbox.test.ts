import { describe, expect, it } from 'vitest'

import { REFUSED, SERVICE_ERROR } from '../../../../test/helpers/push-failures.ts'
import { image, put, temporaryLibrary, valueOf } from '../../../../test/helpers/temporary-library.ts'
import type { BatchReceipt } from '../../../shared/batch.ts'
import type { Failure } from '../../../shared/failure.ts'
import { createLibrary } from '../library/create-library.ts'
import type { EntryResult, PushEntry } from '../domain/entry.ts'
import { readReasons, readReceipt, runningBatches } from './batches.ts'
import type { WriteDb } from './database.ts'
import { applyImages } from './images.ts'
import { nextSequence } from './meta.ts'
import { countOutbox, nextDueAt, nextEntries, unknownEntries } from './outbox.ts'
import { claimEntries, releaseClaims, settleEntries } from './settle-entry.ts'

const NOW = 1_000_000

interface Rig {
  readonly db: WriteDb
  readonly set: (records: readonly number[], favorite: boolean) => BatchReceipt
  readonly receipt: (batch: number) => Record<string, number>
  /** Claims everything due and returns it. */
  readonly claim: () => PushEntry[]
  readonly settle: (entry: PushEntry, outcome: EntryResult['outcome'], favorite?: boolean) => void
}

/** Returns the counts of a receipt that are not zero. */
function nonZero(receipt: BatchReceipt): Record<string, number> {
  const { size, done, unchanged, waiting, sending, checking, needsAttention, canceled } = receipt
  const all = { size, done, unchanged, waiting, sending, checking, needsAttention, canceled }
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0))
}

function rig(size = 10): Rig {
  const { db } = temporaryLibrary()
  put(
    db,
    Array.from({ length: size }, (_, n) => image(n + 1, { favorite: false, results: [`r${n + 1}`] }))
  )
  const library = createLibrary({ db, now: () => NOW, onChange: () => undefined, wake: () => undefined })
  const due = (): PushEntry[] =>
    (['interactive', 'batch'] as const).flatMap((lane) =>
      nextEntries(db, { group: 'images', lane, limit: 100, now: NOW })
    )
  return {
    db,
    set: (records, favorite) => valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch,
    receipt: (batch) => nonZero(readReceipt(db, batch)),
    claim: () => {
      const entries = due()
      claimEntries(db, { entries, instance: 'boot', now: NOW })
      return entries
    },
    settle: ({ entry, record, revision }, outcome, favorite) => {
      const images = favorite === undefined ? [] : [image(record, { favorite })]
      settleEntries(db, { results: [{ entry, revision, outcome }], images, now: NOW, sequence: nextSequence(db) })
    }
  }
}

const only = <T>(list: readonly T[]): T => {
  const [first] = list
  if (first === undefined || list.length !== 1) throw new Error(`expected one, got ${list.length}`)
  return first
}

describe('setting favorites', () => {
  it('counts each record once and leaves out numbers that are not images', () => {
    const { db, set } = rig(3)
    db.run("INSERT INTO records (grp, service_id, first_seen_at) VALUES ('projects', 'a.example.org', 0)")
    expect(nonZero(set([3, 1, 3, 1, 4, 0, 77], true))).toEqual({ size: 2, waiting: 2 })
  })

  it('creates no entry for a value that the mirror or an entry has already', () => {
    const { db, set, receipt } = rig(3)
    put(db, [image(1, { favorite: true })])
    const first = set([1, 2], true)
    expect(nonZero(first)).toEqual({ size: 2, unchanged: 1, waiting: 1 })
    expect(nonZero(set([1, 2, 3], true))).toEqual({ size: 3, unchanged: 2, waiting: 1 })
    expect(receipt(first.batch)).toEqual({ size: 2, unchanged: 1, waiting: 1 })
  })

  it('treats an unreported favorite as false', () => {
    const { db, set } = rig(1)
    put(db, [image(2)])
    expect(nonZero(set([2], false))).toEqual({ size: 1, unchanged: 1 })
    expect(nonZero(set([2], true))).toEqual({ size: 1, waiting: 1 })
    expect(
      only(nextEntries(db, { group: 'images', lane: 'interactive', limit: 9, now: NOW })).mirror.favorite
    ).toBeNull()
  })

  it('sends nothing if it is undone before sending, however often', () => {
    const { db, set, receipt } = rig(1)
    const on = set([1], true)
    const off = set([1], false)
    expect(receipt(on.batch)).toEqual({ size: 1, canceled: 1 })
    expect(readReceipt(db, on.batch).finishedAt).toBe(NOW)
    expect(nonZero(off)).toEqual({ size: 1, unchanged: 1 })
    expect(off.finishedAt).toBe(NOW)
    for (let n = 0; n < 10; n++) set([1], n % 2 === 0)
    expect(countOutbox(db)).toEqual({ waiting: 0, sending: 0, checking: 0, needsAttention: 0 })
    expect(runningBatches(db)).toEqual([])
  })

  it('cancels only the overlap of a smaller batch with a larger one', () => {
    const { set, receipt } = rig(10)
    const all = set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], true)
    const some = set([2, 3, 4], false)
    expect(receipt(all.batch)).toEqual({ size: 10, waiting: 7, canceled: 3 })
    expect(nonZero(some)).toEqual({ size: 3, unchanged: 3 })
    const again = set([1, 2, 3], true)
    expect(nonZero(again)).toEqual({ size: 3, unchanged: 1, waiting: 2 })
    expect(receipt(all.batch)).toEqual({ size: 10, waiting: 7, canceled: 3 })
  })

  it('removes a refused entry when its value is reverted', () => {
    const { db, set, receipt, claim, settle } = rig(1)
    const on = set([1], true)
    settle(only(claim()), { kind: 'rejected', failure: REFUSED })
    expect(receipt(on.batch)).toEqual({ size: 1, needsAttention: 1 })
    const off = set([1], false)
    expect(receipt(on.batch)).toEqual({ size: 1, canceled: 1 })
    expect(nonZero(off)).toEqual({ size: 1, unchanged: 1 })
    expect(countOutbox(db).needsAttention).toBe(0)
  })
})

describe('a second change while one is in flight', () => {
  it('is queued, and the acknowledgement of the first does not erase it', () => {
    const { db, set, receipt, claim, settle } = rig(1)
    const on = set([1], true)
    const sent = only(claim())
    const off = set([1], false)
    expect(receipt(on.batch)).toEqual({ size: 1, waiting: 1, sending: 1 })
    expect(nonZero(off)).toEqual({ size: 1, waiting: 1 })
    expect(nextEntries(db, { group: 'images', lane: 'interactive', limit: 9, now: NOW })).toEqual([])

    settle(sent, { kind: 'acknowledged' })
    expect(receipt(on.batch)).toEqual({ size: 1, done: 1 })
    const queued = only(claim())
    expect(queued).toMatchObject({ want: false, revision: 2, mirror: { favorite: true } })
    settle(queued, { kind: 'acknowledged' })
    expect(receipt(off.batch)).toEqual({ size: 1, done: 1 })
    expect(countOutbox(db).waiting).toBe(0)
  })

  it('sends nothing if a third change restores the value in flight', () => {
    const { set, receipt, claim, settle } = rig(1)
    const first = set([1], true)
    const sent = only(claim())
    const second = set([1], false)
    const third = set([1], true)
    expect(receipt(second.batch)).toEqual({ size: 1, canceled: 1 })
    settle(sent, { kind: 'acknowledged' })
    expect(receipt(first.batch)).toEqual({ size: 1, done: 1 })
    expect(receipt(third.batch)).toEqual({ size: 1, unchanged: 1 })
    expect(claim()).toEqual([])
  })

  it.each([
    [{ kind: 'ready' }],
    [{ kind: 'postponed', notBefore: NOW + 5, failure: SERVICE_ERROR, countsAttempt: true }],
    [{ kind: 'rejected', failure: REFUSED }]
  ] as const)('cancels out if the first one had no effect: %o', (outcome) => {
    const { db, set, receipt, claim, settle } = rig(1)
    const on = set([1], true)
    const sent = only(claim())
    const off = set([1], false)
    settle(sent, outcome)
    expect(receipt(on.batch)).toEqual({ size: 1, canceled: 1 })
    expect(receipt(off.batch)).toEqual({ size: 1, unchanged: 1 })
    const reason = outcome.kind === 'rejected' ? JSON.stringify(REFUSED) : null
    expect(db.column('SELECT reason FROM batch_items ORDER BY batch')).toEqual([reason, null])
    expect(countOutbox(db)).toEqual({ waiting: 0, sending: 0, checking: 0, needsAttention: 0 })
  })

  it('is not claimed as read before, because its desired value changed', () => {
    const { db, set, claim, settle } = rig(1)
    set([1], true)
    const early = claim()
    set([1], false)
    settle(only(early), { kind: 'acknowledged' })
    expect(claimEntries(db, { entries: early, instance: 'boot', now: NOW })).toEqual([])
    expect(countOutbox(db)).toMatchObject({ waiting: 1, sending: 0 })
    expect(claim()).toHaveLength(1)
  })

  it('leaves the first one canceled if it was not sent, even if the service has its value', () => {
    const { db, set, receipt, claim, settle } = rig(1)
    const on = set([1], true)
    const sent = only(claim())
    const off = set([1], false)
    put(db, [image(1, { favorite: true })])
    settle(sent, { kind: 'ready' })
    expect(receipt(on.batch)).toEqual({ size: 1, canceled: 1 })
    expect(receipt(off.batch)).toEqual({ size: 1, waiting: 1 })
  })

  it('ends both items when a lookup returns the newest value', () => {
    const { db, set, receipt, claim, settle } = rig(1)
    const on = set([1], true)
    settle(only(claim()), { kind: 'unknown', failure: SERVICE_ERROR })
    const off = set([1], false)
    settle(only(unknownEntries(db, { group: 'images', limit: 9, now: Number.MAX_SAFE_INTEGER })), {
      kind: 'acknowledged'
    })
    expect(receipt(on.batch)).toEqual({ size: 1, canceled: 1 })
    expect(receipt(off.batch)).toEqual({ size: 1, done: 1 })
  })
})

describe('applying a result', () => {
  it('acknowledged: writes the mirror and the images of the response, and finishes the batch', () => {
    const { db, set, receipt, claim } = rig(2)
    const { batch } = set([1, 2], true)
    const [first, second] = claim()
    if (first === undefined || second === undefined) throw new Error('expected two entries')
    const results = [first, second].map(({ entry, revision }) => ({
      entry,
      revision,
      outcome: { kind: 'acknowledged' } as const
    }))
    const images = [image(1, { favorite: true, name: 'Trimmed', results: ['new'] })]
    const settled = settleEntries(db, { results, images, now: NOW, sequence: nextSequence(db) })
    expect(settled).toEqual({ changed: [1, 2], removed: [], batches: [batch] })
    expect(receipt(batch)).toEqual({ size: 2, done: 2 })
    expect(readReceipt(db, batch).finishedAt).toBe(NOW)
    expect(db.column('SELECT favorite FROM flags ORDER BY record')).toEqual([1, 1])
    expect(db.all('SELECT name, results FROM images ORDER BY record')).toEqual([
      { name: 'Trimmed', results: '["new"]' },
      { name: 'Image 2', results: '["r2"]' }
    ])
  })

  it('unknown: looks the entry up; it is done if the value is there, otherwise pending again', () => {
    const { db, set, receipt, claim, settle } = rig(2)
    const { batch } = set([1, 2], true)
    for (const entry of claim()) settle(entry, { kind: 'unknown', failure: SERVICE_ERROR })
    expect(receipt(batch)).toEqual({ size: 2, waiting: 2, checking: 2 })
    expect(claim()).toEqual([])
    const [first, second] = unknownEntries(db, { group: 'images', limit: 9, now: Number.MAX_SAFE_INTEGER })
    if (first === undefined || second === undefined) throw new Error('expected two entries')
    settle(first, { kind: 'unchanged' }, true)
    settle(second, { kind: 'ready' }, false)
    expect(receipt(batch)).toEqual({ size: 2, done: 1, waiting: 1 })
    expect(only(claim()).record).toBe(2)
  })

  it.each([false, true])(
    'unknown: keeps an entry whose lookup failed unknown until the next lookup (newer value: %s)',
    (isNewer) => {
      const { db, set, claim, settle } = rig(1)
      set([1], true)
      settle(only(claim()), { kind: 'unknown', failure: SERVICE_ERROR })
      const looked = only(unknownEntries(db, { group: 'images', limit: 9, now: NOW }))
      if (isNewer) set([1], false)
      settle(looked, { kind: 'postponed', notBefore: NOW + 100, failure: SERVICE_ERROR, countsAttempt: false })
      expect(claim()).toEqual([])
      expect(unknownEntries(db, { group: 'images', limit: 9, now: NOW })).toEqual([])
      expect(unknownEntries(db, { group: 'images', limit: 9, now: NOW + 100 })).toHaveLength(1)
    }
  )

  it('unknown with a newer value: ends both as the service shows', () => {
    const arrived = rig(1)
    const first = arrived.set([1], true)
    arrived.settle(only(arrived.claim()), { kind: 'unknown', failure: SERVICE_ERROR })
    const second = arrived.set([1], false)
    arrived.settle(
      only(unknownEntries(arrived.db, { group: 'images', limit: 9, now: Number.MAX_SAFE_INTEGER })),
      { kind: 'ready' },
      true
    )
    expect(arrived.receipt(first.batch)).toEqual({ size: 1, done: 1 })
    expect(arrived.receipt(second.batch)).toEqual({ size: 1, waiting: 1 })

    const lost = rig(1)
    const third = lost.set([1], true)
    lost.settle(only(lost.claim()), { kind: 'unknown', failure: SERVICE_ERROR })
    const fourth = lost.set([1], false)
    lost.settle(
      only(unknownEntries(lost.db, { group: 'images', limit: 9, now: Number.MAX_SAFE_INTEGER })),
      { kind: 'unchanged' },
      false
    )
    expect(lost.receipt(third.batch)).toEqual({ size: 1, canceled: 1 })
    expect(lost.receipt(fourth.batch)).toEqual({ size: 1, unchanged: 1 })
  })

  it('rejected: parks the items with their reasons, grouped by reason', () => {
    const { db, set, claim, settle } = rig(4)
    const { batch } = set([1, 2, 3, 4], true)
    const gone: Failure = { code: 'not-found', status: 404 }
    for (const entry of claim()) settle(entry, { kind: 'rejected', failure: entry.record === 4 ? gone : REFUSED })
    expect(readReasons(db, batch)).toEqual([
      { code: 'refused-fields', detail: 'The name is too long.', count: 3 },
      { code: 'not-found', detail: null, count: 1 }
    ])
    expect(readReceipt(db, batch)).toMatchObject({ needsAttention: 4, waiting: 0, finishedAt: NOW })
    expect(countOutbox(db)).toEqual({ waiting: 0, sending: 0, checking: 0, needsAttention: 4 })
    expect(claim()).toEqual([])
  })

  it('postponed: delays the entry; an attempt that does not count is subtracted', () => {
    const { db, set, claim, settle } = rig(1)
    set([1], true)
    settle(only(claim()), { kind: 'postponed', notBefore: NOW + 60, failure: SERVICE_ERROR, countsAttempt: true })
    expect(nextDueAt(db, 'images')).toBe(NOW + 60)
    expect(nextEntries(db, { group: 'images', lane: 'interactive', limit: 9, now: NOW + 59 })).toEqual([])
    const due = only(nextEntries(db, { group: 'images', lane: 'interactive', limit: 9, now: NOW + 60 }))
    const tries = () => db.value('SELECT tries FROM outbox WHERE entry = ?', [due.entry])
    expect(tries()).toBe(1)
    claimEntries(db, { entries: [due], instance: 'boot', now: NOW + 60 })
    settle(due, { kind: 'postponed', notBefore: 0, failure: SERVICE_ERROR, countsAttempt: false })
    expect(tries()).toBe(1)
  })

  it('ignores a response to an entry that is gone', () => {
    const { db, set, claim, settle } = rig(1)
    set([1], true)
    const sent = only(claim())
    settle(sent, { kind: 'acknowledged' })
    set([1], false)
    const before = db.all('SELECT * FROM outbox')
    settle(sent, { kind: 'acknowledged' })
    expect(db.all('SELECT * FROM outbox')).toEqual(before)
  })
})

describe('lanes', () => {
  it('separate single actions, newest first, from batches in the order of their requests', () => {
    const { db, set } = rig(10)
    set([5, 6, 4], true)
    set([9], true)
    set([8], true)
    set([2, 1], true)
    const lane = (name: 'interactive' | 'batch', limit = 9): number[] =>
      nextEntries(db, { group: 'images', lane: name, limit, now: NOW }).map(({ record }) => record)
    expect(lane('interactive')).toEqual([8, 9])
    expect(lane('batch')).toEqual([4, 5, 6, 1, 2])
    expect(lane('batch', 2)).toEqual([4, 5])
  })

  it('include what an update needs: the last results and when they were read', () => {
    const { db, set } = rig(3)
    set([1], true)
    expect(only(nextEntries(db, { group: 'images', lane: 'interactive', limit: 1, now: NOW })).mirror).toEqual({
      favorite: false,
      name: 'Image 1',
      results: '["r1"]',
      result: null,
      url: null,
      readAt: 1_000,
      bornAt: 1_000
    })
    // The same response again changes no row but refreshes the values.
    put(db, [image(1, { favorite: false, results: ['r1'] })], 7_000)
    expect(only(nextEntries(db, { group: 'images', lane: 'interactive', limit: 1, now: NOW })).mirror.readAt).toBe(
      7_000
    )
  })

  it('leave out unknown kinds, and count them', () => {
    const { db, set } = rig(3)
    set([1, 2], true)
    db.run("UPDATE outbox SET kind = 'rename' WHERE record = 1")
    expect(nextEntries(db, { group: 'images', lane: 'batch', limit: 9, now: NOW }).map(({ record }) => record)).toEqual(
      [2]
    )
    expect(countOutbox(db).waiting).toBe(2)
  })
})

describe('startup after a kill', () => {
  it('marks everything that was claimed as unknown', () => {
    const { db, set, receipt, claim } = rig(5)
    const { batch } = set([1, 2, 3], true)
    claim()
    set([4], true)
    expect(releaseClaims(db, { instance: 'second', now: 0 })).toEqual({ released: 3 })
    expect(receipt(batch)).toEqual({ size: 3, waiting: 3, checking: 3 })
    expect(countOutbox(db)).toEqual({ waiting: 4, sending: 0, checking: 3, needsAttention: 0 })
    expect(unknownEntries(db, { group: 'images', limit: 2, now: Number.MAX_SAFE_INTEGER })).toHaveLength(2)
    expect(releaseClaims(db, { instance: 'third', now: 0 })).toEqual({ released: 0 })
  })
})

describe('a page with the desired value', () => {
  const page = (db: WriteDb, favorite: boolean): ReturnType<typeof applyImages> =>
    applyImages(db, { records: [image(1, { favorite })], requestSequence: nextSequence(db), readAt: NOW, pass: null })

  it('ends a pending entry as unchanged', () => {
    const { db, set, receipt } = rig(1)
    const { batch } = set([1], true)
    expect(page(db, true)).toMatchObject({ changed: [1] })
    expect(receipt(batch)).toEqual({ size: 1, unchanged: 1 })
    expect(readReceipt(db, batch).finishedAt).toBe(NOW)
    expect(countOutbox(db).waiting).toBe(0)
  })

  it('leaves an entry in flight alone', () => {
    const { db, set, receipt, claim, settle } = rig(1)
    const { batch } = set([1], true)
    const sent = only(claim())
    page(db, true)
    expect(receipt(batch)).toEqual({ size: 1, waiting: 1, sending: 1 })
    settle(sent, { kind: 'acknowledged' })
    expect(receipt(batch)).toEqual({ size: 1, done: 1 })
  })

  it('ends an entry that was not sent after all', () => {
    const { db, set, receipt, claim, settle } = rig(1)
    const { batch } = set([1], true)
    const sent = only(claim())
    page(db, true)
    settle(sent, { kind: 'ready' })
    expect(receipt(batch)).toEqual({ size: 1, unchanged: 1 })
    expect(countOutbox(db).waiting).toBe(0)
  })

  it('keeps an entry with the other value pending', () => {
    const { db, set, receipt } = rig(1)
    const { batch } = set([1], true)
    page(db, false)
    expect(receipt(batch)).toEqual({ size: 1, waiting: 1 })
  })
})
