import { describe, expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import type { EngineRepairAction } from '../../../shared/change.ts'
import type { Failure } from '../../../shared/failure.ts'
import { readReceipt } from './batches.ts'
import { changesSince, currentRevision } from './change-log.ts'
import { isAdoptable, repairEntries } from './repair-entries.ts'
import { nextSequence } from './meta.ts'
import { findSaved, isSaved, noteChecked, readChecked, refuteFirst, saveRecord } from './checked-updates.ts'

const NOW = 1_000_000
const MORE: Failure = { code: 'changed-more' }

const setFavorite = ({ library }: VerbRig, records: readonly number[]): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite: true })).batch.batch

const repair = (
  { db }: VerbRig,
  repairAction: EngineRepairAction,
  entries: readonly number[],
  choice: number | null = null
): { changed: number[]; added: number; removed: number } => {
  const { changed, added, removed } = repairEntries(db, repairAction, {
    entries,
    choice,
    now: NOW,
    sequence: nextSequence(db)
  })
  return { changed: [...changed], added, removed }
}

/** Sets up two favorites, the first of which also changed other fields. */
function refuted(): { readonly rig: VerbRig; readonly batch: number; readonly entry: number } {
  const rig = verbRig(3)
  const batch = setFavorite(rig, [1, 2])
  const [first] = rig.claim()
  if (first === undefined) throw new Error('expected an entry')
  saveRecord(rig.db, { entry: first.entry, record: 1, image: image(1, { name: 'As it was' }), readAt: 7 })
  noteChecked(rig.db, first)
  rig.settle(first, { kind: 'acknowledged' })
  refuteFirst(rig.db, {
    checked: only(readChecked(rig.db, NOW)),
    failure: MORE,
    now: NOW,
    address: 'https://a.example'
  })
  return { rig, batch, entry: rig.db.value<number>('SELECT entry FROM outbox WHERE record = 1') ?? -1 }
}

describe('other changes of an update', () => {
  it('are reverted by decision of the user, even in a paused batch, with the record as it was', () => {
    const { rig, batch, entry } = refuted()
    expect(repair(rig, 'write-back', [entry])).toEqual({ changed: [1], added: 0, removed: 0 })
    expect(rig.receipt(batch)).toEqual({ size: 2, waiting: 2, sending: 1 })
    expect(readReceipt(rig.db, batch).pause).toMatchObject({ why: 'changed-more', entry: null })
    expect(findSaved(rig.db, 1)?.state).toBe('writing-back')
    expect(isSaved(rig.db, entry)).toBe(true)
    const claimed = only(rig.claim())
    expect(claimed).toMatchObject({ record: 1, want: true, saved: image(1, { name: 'As it was' }) })
    expect(rig.changes.at(-1)).toBeDefined()
  })

  it('are accepted by decision of the user: the update is done, and nothing is kept for it', () => {
    const { rig, batch, entry } = refuted()
    expect(repair(rig, 'leave-so', [entry])).toEqual({ changed: [1], added: 0, removed: 0 })
    expect(rig.receipt(batch)).toEqual({ size: 2, done: 1, waiting: 1, sending: 1 })
    expect(readReceipt(rig.db, batch).pause).toMatchObject({ why: 'changed-more', entry: null })
    expect(findSaved(rig.db, 1)).toBeNull()
    expect(rig.db.column('SELECT record FROM outbox')).toEqual([2])
  })

  it('are not affected by decisions on another entry', () => {
    const { rig, batch, entry } = refuted()
    const other = rig.db.value<number>('SELECT entry FROM outbox WHERE record = 2') ?? -1
    repair(rig, 'leave-so', [other])
    expect(rig.db.value("SELECT pause ->> '$.entry' FROM batches WHERE batch = ?", [batch])).toBe(entry)
    expect(findSaved(rig.db, 1)?.state).toBe('needs-decision')
  })
})

describe('retrying', () => {
  it('makes entries pending as if new, without a trace of the failure', () => {
    const rig = verbRig(3)
    const batch = setFavorite(rig, [1, 2])
    for (const entry of rig.claim()) rig.settle(entry, { kind: 'rejected', failure: { code: 'refused' } })
    const entries = rig.db.column<number>('SELECT entry FROM outbox ORDER BY record')
    expect(repair(rig, 'retry', entries)).toEqual({ changed: [1, 2], added: 0, removed: 0 })
    expect(rig.receipt(batch)).toEqual({ size: 2, waiting: 2 })
    expect(readReceipt(rig.db, batch).finishedAt).toBeNull()
    expect(rig.db.all('SELECT state, tries, not_before, last_failure, revision FROM entries')).toEqual(
      Array.from({ length: 2 }, () => ({
        state: 'waiting',
        tries: 0,
        not_before: 0,
        last_failure: null,
        revision: 2
      }))
    )
    expect(rig.db.column('SELECT reason FROM batch_items')).toEqual([null, null])
    repair(rig, 'retry', entries.slice(1))
    expect(rig.receipt(batch)).toEqual({ size: 2, waiting: 2 })
  })

  it('counts a refused create as one more order, but not a pending one, and cancels its deletion', () => {
    const rig = verbRig(0)
    const { record } = valueOf(rig.library.createImage({ form: FORM }))
    const create = only(rig.claimCreates())
    rig.settle(create, { kind: 'unknown', failure: { code: 'timed-out' } })
    valueOf(rig.library.deleteImages({ records: Uint32Array.of(record) }))
    rig.settle(create, { kind: 'rejected', failure: { code: 'create-not-found' } })
    rig.db.run('UPDATE creates SET lookups = 3, looked_up_at = 9')
    expect(repair(rig, 'send-again', [create.entry])).toEqual({ changed: [record], added: 1, removed: 0 })
    expect(rig.db.get('SELECT orders, lookups, looked_up_at, choices FROM creates')).toEqual({
      orders: 2,
      lookups: 0,
      looked_up_at: null,
      choices: null
    })
    expect(rig.db.column('SELECT kind FROM outbox')).toEqual(['create'])
    repair(rig, 'retry', [create.entry])
    expect(rig.db.value('SELECT orders FROM creates')).toBe(2)
  })

  it('logs every kind of change for its records', () => {
    const rig = verbRig(2)
    setFavorite(rig, [1])
    rig.settle(only(rig.claim()), { kind: 'rejected', failure: { code: 'refused' } })
    const before = currentRevision(rig.db)
    repair(rig, 'retry', [1])
    expect(changesSince(rig.db, before)).toEqual([{ revision: before + 1, kinds: 15, records: Uint32Array.of(1) }])
  })

  it('without entries changes nothing', () => {
    const rig = verbRig(1)
    const before = currentRevision(rig.db)
    expect(repair(rig, 'retry', [])).toEqual({ changed: [], added: 0, removed: 0 })
    expect(currentRevision(rig.db)).toBe(before)
  })
})

describe('a create that is looked up', () => {
  const lost = (): {
    readonly rig: VerbRig
    readonly record: number
    readonly entry: number
    readonly batch: number
  } => {
    const rig = verbRig(2)
    const { record, batch } = valueOf(rig.library.createImage({ form: FORM }))
    const create = only(rig.claimCreates())
    rig.settle(create, { kind: 'unknown', failure: { code: 'timed-out' } })
    rig.settle(create, { kind: 'rejected', failure: { code: 'create-not-found' } })
    return { rig, record, entry: create.entry, batch: batch.batch }
  }

  it('can be looked up again, from the first lookup on', () => {
    const { rig, record, entry, batch } = lost()
    rig.db.run("UPDATE creates SET lookups = 3, looked_up_at = 9, choices = '[1]'")
    expect(repair(rig, 'keep-waiting', [entry])).toEqual({ changed: [record], added: 0, removed: 0 })
    expect(rig.receipt(batch)).toEqual({ size: 1, waiting: 1, checking: 1 })
    expect(rig.db.get('SELECT lookups, looked_up_at, choices FROM creates')).toEqual({
      lookups: 0,
      looked_up_at: null,
      choices: null
    })
    expect(rig.db.get('SELECT state, not_before, sent_want, sent_batch FROM entries')).toEqual({
      state: 'unknown',
      not_before: 0,
      sent_want: 1,
      sent_batch: batch
    })
  })

  it('is linked to the record that the user selects', () => {
    const { rig, record, entry, batch } = lost()
    const [choice] = put(rig.db, [image(70, { name: 'Harbour' })])
    if (choice === undefined) throw new Error('expected a record')
    expect(repair(rig, 'adopt', [entry], choice)).toEqual({ changed: [record, choice], added: 0, removed: 1 })
    expect(rig.receipt(batch)).toEqual({ size: 1, done: 1 })
    expect(rig.db.value('SELECT service_id FROM records WHERE record = ?', [record])).toBe('70')
    expect(rig.db.column('SELECT entry FROM outbox')).toEqual([])
  })

  it('stays unchanged without a selection or an entry', () => {
    const { rig, record, entry } = lost()
    expect(repair(rig, 'adopt', [entry])).toEqual({ changed: [record], added: 0, removed: 0 })
    expect(repair(rig, 'adopt', [], 1)).toEqual({ changed: [1], added: 0, removed: 0 })
    expect(rig.db.column('SELECT state FROM entries')).toEqual(['refused'])
    expect(rig.view()).toEqual([1, 2, record])
  })

  it('can only be linked to an existing image of the service that no other create is linked to', () => {
    const { rig, record } = lost()
    const [found] = put(rig.db, [image(70)])
    expect([null, 77, record, 1, found ?? -1].map((candidate) => isAdoptable(rig.db, candidate))).toEqual([
      false,
      false,
      false,
      true,
      true
    ])
    rig.db.run('UPDATE records SET service_id = NULL WHERE record = 1')
    rig.db.run("INSERT INTO creates (record, form) VALUES (?, '{}')", [found ?? -1])
    expect([1, found ?? -1].map((candidate) => isAdoptable(rig.db, candidate))).toEqual([false, false])
  })
})

describe('a record that is gone from the service', () => {
  const gone = (): { readonly rig: VerbRig; readonly entry: number } => {
    const rig = verbRig(3)
    setFavorite(rig, [1])
    const entry = only(rig.claim())
    rig.settle(entry, { kind: 'rejected', failure: { code: 'not-found' } })
    valueOf(rig.library.renameImage({ record: 1, name: 'Other' }))
    return { rig, entry: entry.entry }
  }

  it('can be removed together with all its changes', () => {
    const { rig, entry } = gone()
    expect(repair(rig, 'remove-copy', [entry])).toEqual({ changed: [1], added: 0, removed: 1 })
    expect(rig.view()).toEqual([2, 3])
    expect(rig.db.column('SELECT entry FROM outbox')).toEqual([])
    expect(isAdoptable(rig.db, 1)).toBe(false)
  })

  it('can be kept as a copy without pending changes', () => {
    const { rig, entry } = gone()
    expect(repair(rig, 'keep-copy', [entry])).toEqual({ changed: [1], added: 0, removed: 0 })
    expect(rig.view()).toEqual([1, 2, 3])
    expect(rig.db.column('SELECT entry FROM outbox')).toEqual([])
  })
})
