/** Confirming first updates by reads, and restoring values that a first update lost. */
import { describe, expect, it } from 'vitest'
import { image, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { ServiceImageFields } from '../domain/service-records.ts'
import { readReceipt } from './batches.ts'
import {
  changedMorePause,
  findSaved,
  isPuttingBack,
  isSaved,
  noteShown,
  noteChecked,
  putBack,
  readChecked,
  refuteFirst,
  refuteUnseen,
  saveRecord,
  type CheckedUpdate
} from './checked-updates.ts'

const NOW = 1_000_000
const ADDRESS = 'https://images.example.org'
const MORE: Failure = { code: 'changed-more', changes: [{ field: 'results', before: '["a"]', after: null }] }
const REFUSED: Failure = { code: 'refused', status: 422 }

const setFavorite = ({ library }: VerbRig, records: readonly number[], favorite = true): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch.batch
const rename = ({ library }: VerbRig, record: number, name: string): number =>
  valueOf(library.renameImage({ record, name })).batch.batch

const checked = (rig: VerbRig, record: number): CheckedUpdate =>
  only(readChecked(rig.db, NOW).filter((update) => update.record === record))

/** Claims everything due, which the service accepts. */
function send(rig: VerbRig): void {
  for (const entry of rig.claim()) {
    noteChecked(rig.db, entry)
    rig.settle(entry, { kind: 'acknowledged' })
  }
}

const entryOf = ({ db }: VerbRig, record: number): number =>
  db.value<number>('SELECT entry FROM outbox WHERE record = ?', [record]) ?? -1

describe('a read of an updated record', () => {
  it.each<[string, boolean | string, ServiceImageFields, boolean]>([
    ['the favorite', true, { favorite: true }, true],
    ['no favorite', true, { favorite: false }, false],
    ['nothing', true, {}, false],
    ['no favorite', false, { favorite: false }, true],
    ['the favorite', false, { favorite: true }, false],
    ['the name', 'Quay', { name: 'Quay' }, true],
    ['another name', 'Quay', { name: 'Dock' }, false],
    ['an empty name', 'Quay', { name: null }, false],
    ['no name, but a favorite', 'Quay', { favorite: true }, false]
  ])('reports %s: desired value %s is shown by %o: %s', (_, want, fields, isShown) => {
    const rig = verbRig(1)
    if (typeof want === 'string') rename(rig, 1, want)
    else {
      rig.db.run('UPDATE flags SET favorite = ?', [want ? 0 : 1])
      setFavorite(rig, [1], want)
    }
    send(rig)
    noteShown(rig.db, 1, fields)
    expect(checked(rig, 1).isShown).toBe(isShown)
  })

  it('confirms only that record and value, and the confirmation is kept', () => {
    const rig = verbRig(2)
    setFavorite(rig, [1, 2])
    send(rig)
    rename(rig, 1, 'Quay')
    send(rig)
    noteShown(rig.db, 1, { name: 'Quay' })
    noteShown(rig.db, 1, { name: 'Dock' })
    const shown = readChecked(rig.db, NOW).map(({ record, kind, isShown }) => [record, kind, isShown])
    expect(shown).toEqual([
      [1, 'favorite', false],
      [1, 'name', true],
      [2, 'favorite', false]
    ])
  })
})

interface Lossy {
  readonly rig: VerbRig
  readonly batch: number
}

/** Sets up three favorites that the service accepted; the record of the first is saved as it was before. */
function lossyUpdate(): Lossy {
  const rig = verbRig(3)
  const batch = setFavorite(rig, [1, 2, 3])
  saveRecord(rig.db, { entry: entryOf(rig, 1), record: 1, image: image(1), readAt: 7 })
  send(rig)
  return { rig, batch }
}

describe('values that an update lost', () => {
  it('are known as saved once the update was claimed', () => {
    const { rig } = lossyUpdate()
    expect([1, 2].map((record) => checked(rig, record).isSaved)).toEqual([true, false])
  })

  it('are written back automatically, together with the same change', () => {
    const { rig, batch } = lossyUpdate()
    expect(isPuttingBack(rig.db)).toBe(false)
    putBack(rig.db, checked(rig, 1), NOW)
    expect(rig.receipt(batch)).toEqual({ size: 3, done: 2, waiting: 1 })
    expect(rig.db.all('SELECT record, kind, want, state, last_failure AS failure FROM entries')).toEqual([
      { record: 1, kind: 'favorite', want: 1, state: 'waiting', failure: null }
    ])
    expect(rig.db.value('SELECT reason FROM batch_items WHERE record = 1')).toBeNull()
    expect(findSaved(rig.db, 1)).toMatchObject({ state: 'next-encoding' })
    expect([isPuttingBack(rig.db), isSaved(rig.db, entryOf(rig, 1))]).toEqual([true, true])
    expect(readChecked(rig.db, NOW).map(({ record }) => record)).toEqual([2, 3])
    send(rig)
    expect(isPuttingBack(rig.db)).toBe(false)
  })

  it('are written back together with the current desired value of the record', () => {
    const { rig, batch } = lossyUpdate()
    setFavorite(rig, [1], false)
    const newer = entryOf(rig, 1)
    putBack(rig.db, checked(rig, 1), NOW)
    expect(rig.receipt(batch)).toEqual({ size: 3, done: 3 })
    expect(rig.db.all('SELECT entry, want FROM outbox')).toEqual([{ entry: newer, want: 0 }])
    expect(isSaved(rig.db, newer)).toBe(true)
  })

  /** Sets up an update that restores the values and is refused. */
  const stuck = (): Lossy => {
    const { rig, batch } = lossyUpdate()
    putBack(rig.db, checked(rig, 1), NOW)
    const entry = only(rig.claim())
    noteChecked(rig.db, entry)
    expect(checked(rig, 1).isStuck).toBe(false)
    rig.settle(entry, { kind: 'rejected', failure: REFUSED })
    return { rig, batch }
  }

  it('are stuck if the service refuses to restore them', () => {
    expect(checked(stuck().rig, 1).isStuck).toBe(true)
  })

  it('then need a decision, for the lost values and no longer for the refusal', () => {
    const { rig, batch } = stuck()
    refuteFirst(rig.db, { checked: checked(rig, 1), failure: MORE, now: NOW, address: ADDRESS })
    expect(rig.receipt(batch)).toEqual({ size: 3, done: 2, needsAttention: 1 })
    expect(rig.db.value('SELECT last_failure FROM outbox')).toBe(JSON.stringify(MORE))
    expect(rig.db.column('SELECT reason FROM batch_items ORDER BY record')).toEqual([JSON.stringify(MORE), null, null])
    expect(findSaved(rig.db, 1)).toMatchObject({ state: 'needs-decision' })
    expect(isSaved(rig.db, entryOf(rig, 1))).toBe(true)
  })
})

describe('a batch', () => {
  it('is paused because an update changed other fields, or is not', () => {
    const rig = verbRig(3)
    const batch = setFavorite(rig, [1, 2, 3])
    expect([changedMorePause(rig.db, { batch }), changedMorePause(rig.db, { batch: batch + 1 })]).toEqual([null, null])
    const entry = rig.claim()[0]
    if (entry === undefined) throw new Error('expected an entry')
    noteChecked(rig.db, entry)
    rig.settle(entry, { kind: 'acknowledged' })
    refuteFirst(rig.db, { checked: checked(rig, 1), failure: MORE, now: NOW, address: ADDRESS })
    expect(changedMorePause(rig.db, { batch })).toEqual(MORE)
  })

  it.each([true, false])('is paused because updates are not shown only if requested: %s', (isPausing) => {
    const rig = verbRig(3)
    const batch = setFavorite(rig, [1, 2, 3])
    const entry = rig.claim()[0]
    if (entry === undefined) throw new Error('expected an entry')
    noteChecked(rig.db, entry)
    rig.settle(entry, { kind: 'acknowledged' })
    refuteUnseen(rig.db, { unseen: [checked(rig, 1)], isPausing, now: NOW })
    expect(rig.receipt(batch)).toMatchObject({ needsAttention: 1 })
    expect(readReceipt(rig.db, batch).pause?.why ?? null).toBe(isPausing ? 'not-shown' : null)
    expect(changedMorePause(rig.db, { batch })).toBeNull()
  })
})
