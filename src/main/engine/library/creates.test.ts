import { describe, expect, it } from 'vitest'

import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { isMapped, nextCreates, noteLookup, unknownCreates } from '../storage/creates.ts'
import { nextSequence } from '../storage/meta.ts'
import { EMPTY_QUERY } from '../../../shared/query.ts'

const NOW = 1_000_000
const LOST = { kind: 'unknown', failure: { code: 'timed-out' } } as const

const order = ({ library }: VerbRig, name = FORM.name): { record: number; batch: number } => {
  const { record, batch } = valueOf(library.createImage({ form: { ...FORM, name } }))
  return { record, batch: batch.batch }
}

const row = ({ reader }: VerbRig, record: number) => valueOf(reader.getImages({ records: Uint32Array.of(record) }))[0]

const repair = (
  { library }: VerbRig,
  entry: number,
  repairAction: 'send-again' | 'keep-waiting' | 'adopt' | 'discard',
  choice: number | null = null
) => valueOf(library.repairChanges({ target: { kind: 'entries', entries: [entry] }, repairAction, choice }))

describe('a create', () => {
  it('is an image at once: newest, with name, facets and prompt, searchable', () => {
    const rig = verbRig(3)
    const { record } = order(rig)
    expect(rig.view({ sort: 'desc' })).toEqual([record, 3, 2, 1])
    expect(row(rig, record)).toMatchObject({
      name: 'Harbour',
      style: 'anime',
      prompt: 'A harbour in fog',
      stage: 'create-waiting',
      mark: 'waiting'
    })
    expect([rig.view({ search: 'fog' }), rig.view({ facets: { ...EMPTY_QUERY.facets, style: ['anime'] } })]).toEqual([
      [record],
      [record]
    ])
    const detail = valueOf(rig.reader.getImage({ record }))
    expect(detail).toMatchObject({ id: null, description: 'A harbour in fog', results: null, readAt: null })
    expect(valueOf(rig.reader.getCreateForm({ record }))).toEqual(FORM)
    expect(rig.changes.at(-1)).toMatchObject({ added: 1 })
  })

  it.each([{ name: ' ' }, { description: '' }, { resolution: '' }])('lacking something (%j) is invalid', (lack) => {
    const { library } = verbRig(0)
    expect(library.createImage({ form: { ...FORM, ...lack } })).toMatchObject({
      failure: { code: 'arguments-invalid' }
    })
  })

  it('passes through its stages and keeps its record number and prompt', () => {
    const rig = verbRig(1)
    const { record, batch } = order(rig)
    const create = only(rig.claimCreates())
    expect([row(rig, record)?.stage, rig.receipt(batch)]).toEqual([
      'create-sending',
      { size: 1, waiting: 1, sending: 1 }
    ])
    rig.settle(create, {
      kind: 'created',
      image: image('70', { name: 'Harbour', style: 'anime' }),
      requestSequence: nextSequence(rig.db)
    })
    expect(row(rig, record)).toMatchObject({ stage: null, mark: 'none', prompt: 'A harbour in fog' })
    expect([rig.receipt(batch), valueOf(rig.reader.getImage({ record })).id, isMapped(rig.db, '70')]).toEqual([
      { size: 1, done: 1 },
      '70',
      true
    ])
    // A list that cuts long prompts removes nothing.
    expect([rig.view(), isMapped(rig.db, '1')]).toEqual([[1, record], false])
  })

  it('keeps a long prompt that the service cuts', () => {
    const rig = verbRig(0)
    const description = 'long '.repeat(60).trim()
    const { record } = valueOf(rig.library.createImage({ form: { ...FORM, description } }))
    const cut = `${description.slice(0, 120)}...`
    rig.settle(only(rig.claimCreates()), {
      kind: 'created',
      image: image('1', { description: cut }),
      requestSequence: nextSequence(rig.db)
    })
    expect(valueOf(rig.reader.getImage({ record })).description).toBe(description)
    put(rig.db, [image('1', { description: 'something else' })], NOW)
    expect(valueOf(rig.reader.getImage({ record })).description).toBe('something else')
  })

  it('with another name from the service does not count as changed elsewhere', () => {
    const rig = verbRig(0)
    const { record } = order(rig)
    rig.settle(only(rig.claimCreates()), {
      kind: 'created',
      image: image('70', { name: 'harbour' }),
      requestSequence: nextSequence(rig.db)
    })
    expect(row(rig, record)?.name).toBe('harbour')
    expect(valueOf(rig.reader.getRecordHistory({ record }))).toMatchObject([
      { origin: 'here', field: 'record', status: 'done' }
    ])
  })

  it('that was refused can be changed, and counts as one more order', () => {
    const rig = verbRig(0)
    const { record, batch } = order(rig)
    rig.settle(only(rig.claimCreates()), { kind: 'rejected', failure: { code: 'refused-fields' } })
    expect([row(rig, record)?.stage, rig.receipt(batch)]).toEqual(['create-refused', { size: 1, needsAttention: 1 }])
    // A rename alone does not order anything.
    valueOf(rig.library.renameImage({ record, name: 'Renamed' }))
    expect(rig.claimCreates()).toEqual([])
    valueOf(rig.library.updateCreate({ record, form: { ...FORM, name: 'Better' } }))
    expect(rig.receipt(batch)).toEqual({ size: 1, waiting: 1 })
    expect(only(rig.claimCreates()).form.name).toBe('Better')
    expect(rig.db.value('SELECT orders FROM creates')).toBe(2)
    expect(rig.library.updateCreate({ record, form: FORM })).toMatchObject({ failure: { code: 'unknown-record' } })
  })

  it('with the same form is sent after the first one is resolved, others in parallel', () => {
    const rig = verbRig(0)
    const first = order(rig)
    const second = order(rig)
    const other = order(rig, 'Other')
    const [one, two] = rig.claimCreates()
    expect([one?.record, two?.record]).toEqual([first.record, other.record])
    if (one === undefined) throw new Error('a create')
    rig.settle(one, LOST)
    expect(nextCreates(rig.db, { limit: 10, now: NOW })).toEqual([])
    rig.settle(one, { kind: 'created', image: image('8'), requestSequence: nextSequence(rig.db) })
    expect(only(rig.claimCreates()).record).toBe(second.record)
  })

  it('that is undone before it is sent is removed', () => {
    const rig = verbRig(1)
    const { batch } = order(rig)
    expect(valueOf(rig.library.undoBatch({ batch }))).toMatchObject({ batch: null, restored: 1 })
    expect([rig.view(), rig.changes.at(-1)?.removed, rig.view({ search: 'fog' })]).toEqual([[1], 1, []])
  })
})

describe('a create without a response', () => {
  const lost = () => {
    const rig = verbRig(1)
    const { record, batch } = order(rig)
    const create = only(rig.claimCreates())
    rig.settle(create, LOST)
    return { rig, record, batch, create }
  }

  it('is looked up with what was known when it was sent', () => {
    const { rig, record, create } = lost()
    const [unknown] = unknownCreates(rig.db, { limit: 10, now: NOW })
    expect(unknown).toMatchObject({ record, highestId: '5', sentAt: NOW, lookups: 0, lookedUpAt: null, form: FORM })
    noteLookup(rig.db, { entry: create.entry, now: NOW, nextAt: NOW + 60_000 })
    expect(unknownCreates(rig.db, { limit: 10, now: NOW })).toEqual([])
    expect(only(unknownCreates(rig.db, { limit: 10, now: NOW + 60_000 }))).toMatchObject({
      lookups: 1,
      lookedUpAt: NOW
    })
    expect(row(rig, record)?.stage).toBe('create-checking')
  })

  it('is merged with the record that a page added in the meantime', () => {
    const { rig, record, batch, create } = lost()
    const [pulled] = put(rig.db, [image('70', { name: 'Harbour', favorite: true, results: ['x'] })], NOW)
    if (pulled === undefined) throw new Error('a pulled record')
    const both = valueOf(rig.library.setFavorite({ records: Uint32Array.of(pulled, record), favorite: false })).batch
    const renamed = valueOf(rig.library.renameImage({ record: pulled, name: 'Port' })).batch
    const settled = rig.settle(create, {
      kind: 'created',
      image: image('70', { name: 'Harbour', favorite: true }),
      requestSequence: nextSequence(rig.db)
    })
    expect(settled.changed).toContain(record)
    expect(rig.view()).toEqual([1, record])
    expect(valueOf(rig.reader.getImage({ record }))).toMatchObject({
      id: '70',
      results: ['x'],
      description: 'A harbour in fog'
    })
    expect(row(rig, record)).toMatchObject({ name: 'Port', favorite: false })
    expect([rig.receipt(batch), rig.receipt(renamed.batch), rig.receipt(both.batch)]).toEqual([
      { size: 1, done: 1 },
      { size: 1, waiting: 1 },
      { size: 2, waiting: 1, unchanged: 1 }
    ])
  })

  it('that was not found can be kept waiting, sent again, or discarded', () => {
    const { rig, record, batch, create } = lost()
    rig.settle(create, { kind: 'rejected', failure: { code: 'create-not-found' } })
    expect(rig.receipt(batch)).toEqual({ size: 1, needsAttention: 1 })
    expect(rig.library.updateCreate({ record, form: FORM })).toMatchObject({ failure: { code: 'unknown-record' } })
    expect(repair(rig, create.entry, 'keep-waiting').done).toBe(1)
    expect([only(unknownCreates(rig.db, { limit: 1, now: NOW })).lookups, rig.receipt(batch)]).toEqual([
      0,
      { size: 1, waiting: 1, checking: 1 }
    ])
    rig.settle({ ...create, revision: create.revision }, { kind: 'rejected', failure: { code: 'create-not-found' } })
    expect(repair(rig, create.entry, 'send-again').done).toBe(1)
    expect([rig.claimCreates().length, rig.db.value('SELECT orders FROM creates')]).toEqual([1, 2])
  })

  it('that is ambiguous adopts the record that the user selects', () => {
    const { rig, record, batch, create } = lost()
    const twins = put(rig.db, [image('70', { name: 'Harbour' }), image('71', { name: 'Harbour' })], NOW)
    rig.settle(create, { kind: 'rejected', failure: { code: 'create-ambiguous', choices: twins } })
    expect(
      rig.library.repairChanges({
        target: { kind: 'entries', entries: [create.entry] },
        repairAction: 'adopt',
        choice: record
      })
    ).toMatchObject({
      failure: { code: 'unknown-record' }
    })
    expect(repair(rig, create.entry, 'adopt', twins[1] ?? 0).done).toBe(1)
    expect([rig.receipt(batch), valueOf(rig.reader.getImage({ record })).id, rig.view()]).toEqual([
      { size: 1, done: 1 },
      '71',
      [1, twins[0], record]
    ])
    expect(row(rig, record)?.prompt).toBe('A harbour in fog')
  })
})
