/** Merging two records of one image, with changes of both made before. */
import { describe, expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { counted, outcomeOf, type Move } from '../../../../test/helpers/two-numbers.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { DELETE_GRACE_PERIOD_MS } from '../../../shared/limits.ts'
import { setCurrentOwner } from './key-owners.ts'
import { nextSequence } from './meta.ts'

const pulledGets = (value: boolean): Move => ({ does: 'say', side: 1, value })
const createdGets = (value: boolean): Move => ({ does: 'say', side: 0, value })
const SEND: Move = { does: 'send' }
const DONE: Move = { does: 'answer', how: 'acknowledged' }

describe.each(['favorite', 'name'] as const)('the last desired value (%s)', (kind) => {
  it.each<[string, Move[]]>([
    ['counts, although the lookup read the image before it was sent', [{ does: 'ask' }, pulledGets(true), SEND, DONE]],
    ['replaces a pending one of the pulled record', [pulledGets(true), createdGets(true)]],
    ['replaces a pending one of the pulled record, but needs no request', [pulledGets(true), createdGets(false)]],
    ['replaces a pending one of the created record, but needs no request', [createdGets(true), pulledGets(false)]],
    ['is sent after another one in flight', [pulledGets(true), SEND, createdGets(false)]],
    ['is sent after another one in flight', [pulledGets(true), SEND, DONE, pulledGets(false), SEND, createdGets(true)]],
    ['replaces one queued after the one in flight', [pulledGets(true), SEND, pulledGets(false), createdGets(true)]],
    ['is sent over an earlier one, although it needed no request', [pulledGets(true), SEND, DONE, createdGets(false)]]
  ])('%s', (_, moves) => {
    const { desired, became } = outcomeOf(kind, moves)
    expect(became).toEqual(counted(desired))
  })

  it('is none after the user canceled the only one, despite an unchanged item (history 3124)', () => {
    const { became } = outcomeOf(kind, [createdGets(true), createdGets(true), { does: 'discard' }])
    expect(became).toEqual(counted(false))
  })
})

interface TwoRecords {
  readonly rig: VerbRig
  /** Record of the create, and record of the image that a page contained. */
  readonly created: number
  readonly pulled: number
  /** The batch of the create. */
  readonly order: number
  /** Settles the create, which merges the records. */
  readonly merge: () => ReturnType<VerbRig['settle']>
}

function twoRecords(shown: Parameters<typeof image>[1] = {}): TwoRecords {
  const rig = verbRig(1)
  const { record, batch } = valueOf(rig.library.createImage({ form: FORM }))
  const create = only(rig.claimCreates())
  rig.settle(create, { kind: 'unknown', failure: { code: 'timed-out' } })
  const found = image('70', { name: FORM.name, favorite: false, ...shown })
  const [pulled = 0] = put(rig.db, [found])
  const merge = () => rig.settle(create, { kind: 'created', image: found, requestSequence: nextSequence(rig.db) })
  return { rig, created: record, pulled, order: batch.batch, merge }
}

const remove = ({ library }: VerbRig, record: number): number =>
  valueOf(library.deleteImages({ records: Uint32Array.of(record) })).batch.batch
const setFavorite = ({ library }: VerbRig, records: readonly number[], favorite = true): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch.batch
const rename = ({ library }: VerbRig, record: number, name: string): number =>
  valueOf(library.renameImage({ record, name })).batch.batch

describe('merging the data of the pulled record', () => {
  it('moves it to the created record, which keeps the prompt that was entered', () => {
    const { rig, created, pulled, merge } = twoRecords({ favorite: true, style: 'photo', results: ['x'] })
    put(
      rig.db,
      [image('70', { name: FORM.name, favorite: true, description: 'Cut', url: 'https://a.example/70' })],
      9_000
    )
    expect(merge()).toMatchObject({ changed: [created], removed: [] })
    expect(valueOf(rig.reader.getImage({ record: created }))).toMatchObject({
      id: '70',
      description: FORM.description,
      results: ['x'],
      url: 'https://a.example/70'
    })
    expect(valueOf(rig.reader.getImages({ records: Uint32Array.of(created) }))).toMatchObject([
      { name: FORM.name, favorite: true, style: 'photo' }
    ])
    expect([rig.view(), rig.view({ search: 'harbour' }), rig.view({ search: 'cut' })]).toEqual([
      [1, created],
      [created],
      []
    ])
    expect(rig.db.value('SELECT count(*) FROM records WHERE record = ?', [pulled])).toBe(0)
  })

  it('moves its history and passes, and leaves nothing under its number', () => {
    const { rig, created, pulled, merge } = twoRecords()
    const { db } = rig
    db.run("INSERT INTO foreign_changes VALUES (?, 5, 'style', NULL, '\"anime\"')", [pulled])
    db.run("INSERT INTO seen VALUES ('full', ?, 3), ('favorites', ?, 4)", [pulled, pulled])
    db.run("INSERT INTO candidates VALUES (?, 'images', 3, 0)", [pulled])
    db.run('INSERT INTO viewed VALUES (?)', [pulled])
    db.run("INSERT INTO review_stops VALUES ('{}', ?, 5)", [pulled])
    merge()
    expect(db.all('SELECT record, field FROM foreign_changes')).toEqual([{ record: created, field: 'style' }])
    expect(db.all('SELECT * FROM seen ORDER BY kind')).toEqual([
      { kind: 'favorites', record: created, pass: 4 },
      { kind: 'full', record: created, pass: 3 }
    ])
    expect(db.all('SELECT viewed.record, stop.record AS stop FROM viewed, review_stops stop')).toEqual([
      { record: created, stop: created }
    ])
    for (const table of ['images', 'flags', 'gone', 'candidates', 'creates', 'viewed', 'records', 'texts']) {
      expect([table, db.value(`SELECT count(*) FROM ${table} WHERE record = ?`, [pulled])]).toEqual([table, 0])
    }
  })

  it('removes its candidate and tombstone', () => {
    const { rig, created, pulled, merge } = twoRecords()
    rig.db.run("INSERT INTO gone (record, grp, gone_at, sequence) VALUES (?, 'images', 1, 1)", [pulled])
    merge()
    expect(rig.db.value('SELECT count(*) FROM gone')).toBe(0)
    expect(rig.view()).toEqual([1, created])
  })

  it('fills in the prompt if the create has none', () => {
    const { rig, created, merge } = twoRecords({ description: 'As the service has it' })
    rig.db.run('UPDATE images SET description = NULL WHERE record = ?', [created])
    merge()
    expect(valueOf(rig.reader.getImage({ record: created })).description).toBe('As the service has it')
    expect(rig.view({ search: 'service has' })).toEqual([created])
  })
})

describe('merging two deletions', () => {
  const batchOf = ({ db }: VerbRig) => db.all('SELECT record, batch FROM outbox')

  it.each(['pulled', 'created'] as const)('cancels the earlier one, of the %s record', (first) => {
    const at = twoRecords()
    const { rig, created } = at
    const second = first === 'pulled' ? 'created' : 'pulled'
    const [early, late] = [remove(rig, at[first]), remove(rig, at[second])]
    at.merge()
    expect(batchOf(rig)).toEqual([{ record: created, batch: late }])
    expect([rig.receipt(early), rig.receipt(late)]).toEqual([
      { size: 1, canceled: 1 },
      { size: 1, waiting: 1 }
    ])
    expect(readFinished(rig, early)).toBe(rig.clock.now)
  })

  it('keeps the one in flight, even if it was requested earlier', () => {
    const { rig, created, pulled, merge } = twoRecords()
    const sent = remove(rig, pulled)
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    rig.claim()
    const late = remove(rig, created)
    merge()
    expect(batchOf(rig)).toEqual([{ record: created, batch: sent }])
    expect([rig.receipt(sent), rig.receipt(late)]).toEqual([
      { size: 1, waiting: 1, sending: 1 },
      { size: 1, canceled: 1 }
    ])
  })

  it('moves the only one to the remaining record', () => {
    const { rig, created, pulled, order, merge } = twoRecords()
    const batch = remove(rig, pulled)
    merge()
    expect(batchOf(rig)).toEqual([{ record: created, batch }])
    expect([rig.receipt(batch), rig.receipt(order)]).toEqual([
      { size: 1, waiting: 1 },
      { size: 1, done: 1 }
    ])
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    rig.settle(only(rig.claim()), { kind: 'acknowledged' })
    expect(rig.receipt(batch)).toEqual({ size: 1, done: 1 })
  })
})

const readFinished = ({ db }: VerbRig, batch: number): unknown =>
  db.value('SELECT finished_at FROM batches WHERE batch = ?', [batch])

describe('merging a batch with items of both records', () => {
  it('keeps two items: the pending one moves to the remaining record, and ends with it', () => {
    const { rig, created, pulled, merge } = twoRecords()
    const batch = setFavorite(rig, [pulled, created])
    merge()
    const items = () => rig.db.all('SELECT record, outcome FROM batch_items WHERE batch = ? ORDER BY outcome', [batch])
    expect(items()).toEqual([
      { record: pulled, outcome: 'canceled' },
      { record: created, outcome: 'waiting' }
    ])
    rig.settle(only(rig.claim()), { kind: 'acknowledged' })
    expect(rig.receipt(batch)).toEqual({ size: 2, done: 1, canceled: 1 })
  })

  it('applies the response for the pulled record to the remaining one', () => {
    const { rig, created, pulled, merge } = twoRecords()
    const first = setFavorite(rig, [pulled])
    const sent = only(rig.claim())
    const second = setFavorite(rig, [created, pulled], false)
    merge()
    expect(rig.db.all('SELECT record, want, sent_batch FROM entries')).toEqual([
      { record: created, want: 0, sent_batch: first }
    ])
    rig.settle(sent, { kind: 'acknowledged' })
    expect(rig.receipt(first)).toEqual({ size: 1, done: 1 })
    rig.settle(only(rig.claim()), { kind: 'acknowledged' })
    expect(rig.receipt(second)).toEqual({ size: 2, done: 1, unchanged: 1 })
  })
})

it('sends the last value next, if it was set on the created record while the pulled one was in flight', () => {
  const { rig, created, pulled, merge } = twoRecords()
  setFavorite(rig, [pulled])
  const sent = only(rig.claim())
  const last = setFavorite(rig, [created], false)
  merge()
  rig.settle(sent, { kind: 'acknowledged' })
  expect(only(rig.claim())).toMatchObject({ record: created, want: false, batch: last })
})

it.each([
  ['favorite', (rig: VerbRig, record: number) => setFavorite(rig, [record])],
  ['name', (rig: VerbRig, record: number) => rename(rig, record, 'Quay')]
])('sends nothing after the value in flight, if the created record has the same: %s', (_, change) => {
  const { rig, created, pulled, merge } = twoRecords()
  const sent = change(rig, pulled)
  rig.claim()
  const same = change(rig, created)
  merge()
  expect(rig.db.all('SELECT batch, sent_batch FROM entries')).toEqual([{ batch: sent, sent_batch: sent }])
  expect(rig.receipt(same)).toEqual({ size: 1, canceled: 1 })
})

describe('a value that needed no request, because only the created record had it', () => {
  const sent = { base: 0, owner: 7, state: 'waiting' }

  it.each([
    [
      'favorite',
      { favorite: true },
      ({ rig, created }: TwoRecords) => setFavorite(rig, [created, 1], false),
      { want: 0, want_text: null, base_text: null, is_interactive: 0 }
    ],
    [
      'name, over one that the user never saw',
      { name: 'Theirs' },
      ({ rig, created }: TwoRecords) => rename(rig, created, FORM.name),
      { want: 1, want_text: FORM.name, base_text: FORM.name, is_interactive: 1 }
    ],
    [
      'name, over one that the user entered',
      {},
      ({ rig, created, pulled }: TwoRecords) => {
        rename(rig, pulled, 'Quay')
        rig.settle(only(rig.claim()), { kind: 'acknowledged' })
        return rename(rig, created, FORM.name)
      },
      { want: 1, want_text: FORM.name, base_text: 'Quay', is_interactive: 1 }
    ]
  ])('is sent to the service, which has another: %s', (_, shown, change, entry) => {
    const at = twoRecords(shown)
    setCurrentOwner(at.rig.db, 'images', 7)
    const batch = change(at)
    at.merge()
    const columns = 'record, want, base, want_text, base_text, batch, is_interactive, owner, state'
    expect(at.rig.db.all(`SELECT ${columns} FROM entries`)).toEqual([{ record: at.created, batch, ...sent, ...entry }])
  })

  it.each([false, true])(
    'is not sent if the service has it; another one of the pulled record pending: %s',
    (isPending) => {
      const { rig, created, pulled, merge } = twoRecords()
      if (isPending) setFavorite(rig, [pulled])
      setFavorite(rig, [created], false)
      merge()
      expect(rig.db.all('SELECT kind FROM outbox')).toEqual([])
    }
  )
})
