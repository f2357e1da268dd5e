import { describe, expect, it } from 'vitest'

import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { nextSequence } from '../storage/meta.ts'

const rename = ({ library }: VerbRig, record: number, name: string) =>
  valueOf(library.renameImage({ record, name })).batch

const nameOf = ({ reader }: VerbRig, record: number): string | undefined =>
  valueOf(reader.getImages({ records: Uint32Array.of(record) }))[0]?.name

const mirrorName = ({ db }: VerbRig, record: number): unknown =>
  db.value('SELECT name FROM images WHERE record = ?', [record])

describe('a desired name', () => {
  it('is shown, sorted and searched at once, while the mirror keeps the other', () => {
    const rig = verbRig(3)
    const batch = rename(rig, 3, '  Åa first ')
    expect(batch).toMatchObject({ verb: 'rename', size: 1, waiting: 1, subject: 'Åa first', canUndo: true })
    expect([nameOf(rig, 3), mirrorName(rig, 3)]).toEqual(['Åa first', 'Image 3'])
    expect(rig.view({ sortBy: 'name' })).toEqual([3, 1, 2])
    expect([rig.view({ search: 'aa f' }), rig.view({ search: 'image' })]).toEqual([[3], [1, 2]])
  })

  it.each(['', '   ', '\n'])('of blanks only (%j) is invalid', (name) => {
    expect(verbRig(1).library.renameImage({ record: 1, name })).toMatchObject({
      ok: false,
      failure: { code: 'arguments-invalid' }
    })
  })

  it('for an unknown record fails and leaves no batch', () => {
    const { library, db } = verbRig(1)
    expect(library.renameImage({ record: 9, name: 'x' })).toMatchObject({ failure: { code: 'unknown-record' } })
    expect(db.value('SELECT count(*) FROM batches')).toBe(0)
  })

  it('carries the name it replaces, the mirror, and a pending favorite of the record', () => {
    const rig = verbRig(2)
    const star = valueOf(rig.library.setFavorite({ records: Uint32Array.of(1), favorite: true })).batch
    const { batch } = rename(rig, 1, 'New')
    const name = rig.claim().find(({ kind }) => kind === 'name')
    expect(name).toMatchObject({
      name: 'New',
      baseName: 'Image 1',
      batch,
      mirror: { name: 'Image 1', favorite: false }
    })
    expect(name?.companion).toMatchObject({ want: true, revision: 1 })
    // While it is in flight, the favorite is in no lane, and its value does not cancel out.
    expect(rig.claim()).toEqual([])
    valueOf(rig.library.setFavorite({ records: Uint32Array.of(1), favorite: false }))
    expect(rig.receipt(star.batch)).toEqual({ size: 1, canceled: 1 })
    if (name === undefined || name.companion === null) throw new Error('a rename with a companion')
    rig.settle(name, { kind: 'acknowledged' }, [image(1, { name: 'New', favorite: true })])
    rig.settle(name.companion, { kind: 'acknowledged' })
    // The carried favorite was applied, and the newer value reverses it.
    expect(only(rig.claim())).toMatchObject({ kind: 'favorite', want: false, mirror: { favorite: true } })
  })

  it.each([
    ['what the response showed', [image(1, { name: 'Trimmed' })], 'Trimmed'],
    ['the desired one, if none was shown', [], 'New']
  ])('once acknowledged, leaves %s in the mirror', (_, images, expected) => {
    const rig = verbRig(1)
    const { batch } = rename(rig, 1, 'New')
    rig.settle(only(rig.claim()), { kind: 'acknowledged' }, images)
    expect([mirrorName(rig, 1), nameOf(rig, 1)]).toEqual([expected, expected])
    expect(rig.receipt(batch)).toEqual({ size: 1, done: 1 })
    expect(rig.view({ search: expected })).toEqual([1])
  })

  it('that the service already has is unchanged', () => {
    const rig = verbRig(1)
    const { batch } = rename(rig, 1, 'Same')
    put(rig.db, [image(1, { name: 'Same' })])
    expect(rig.receipt(batch)).toEqual({ size: 1, unchanged: 1 })
    expect(rig.view({ search: 'same' })).toEqual([1])
  })

  it('overrides another name in a list response, in every order', () => {
    const rig = verbRig(2)
    rename(rig, 2, 'Aaa')
    put(rig.db, [image(2, { name: 'Zzz' })])
    expect([nameOf(rig, 2), mirrorName(rig, 2)]).toEqual(['Aaa', 'Zzz'])
    expect([rig.view({ sortBy: 'name' }), rig.view({ search: 'zzz' })]).toEqual([[2, 1], []])
  })

  it('of a create that was not sent becomes part of the create', () => {
    const rig = verbRig(1)
    const { record, batch } = valueOf(rig.library.createImage({ form: FORM }))
    expect(rename(rig, record, 'Port')).toMatchObject({ verb: 'rename', unchanged: 1, finishedAt: 1_000_000 })
    expect(only(rig.claimCreates())).toMatchObject({ batch: batch.batch, form: { ...FORM, name: 'Port' } })
  })

  it('of a create in flight waits for its id, and is sent then', () => {
    const rig = verbRig(1)
    const { record } = valueOf(rig.library.createImage({ form: FORM }))
    const create = only(rig.claimCreates())
    rename(rig, record, 'Port')
    expect(rig.claim()).toEqual([])
    rig.settle(create, {
      kind: 'created',
      image: image('77', { name: FORM.name }),
      requestSequence: nextSequence(rig.db)
    })
    expect(only(rig.claim())).toMatchObject({ serviceId: '77', name: 'Port', baseName: FORM.name })
  })
})

describe('conflicting names', () => {
  const conflict = (): { rig: VerbRig; batch: number; entry: number } => {
    const rig = verbRig(1)
    const { batch } = rename(rig, 1, 'Mine')
    const entry = only(rig.claim())
    const failure = { code: 'name-changed', theirs: 'Theirs' } as const
    rig.settle(entry, { kind: 'rejected', failure }, [image(1, { name: 'Theirs' })])
    return { rig, batch, entry: entry.entry }
  }

  it('are both shown', () => {
    const { rig, batch } = conflict()
    const filter = { state: 'needs-attention', reason: null, batch } as const
    const { rows } = valueOf(rig.reader.listChanges({ filter, offset: 0, limit: 10 }))
    expect(rows).toMatchObject([
      {
        before: 'Theirs',
        after: 'Mine',
        status: 'needsAttention',
        failure: { theirs: 'Theirs' },
        repairActions: ['keep-mine', 'keep-theirs']
      }
    ])
  })

  it('keep mine: it overwrites theirs', () => {
    const { rig, batch, entry } = conflict()
    const target = { kind: 'entries', entries: [entry] } as const
    expect(valueOf(rig.library.repairChanges({ target, repairAction: 'keep-mine', choice: null })).done).toBe(1)
    expect(rig.receipt(batch)).toEqual({ size: 1, waiting: 1 })
    expect(only(rig.claim())).toMatchObject({ name: 'Mine', baseName: 'Theirs' })
  })

  it('keep theirs: mine is canceled', () => {
    const { rig, batch, entry } = conflict()
    const target = { kind: 'entries', entries: [entry] } as const
    valueOf(rig.library.repairChanges({ target, repairAction: 'keep-theirs', choice: null }))
    expect(rig.receipt(batch)).toEqual({ size: 1, canceled: 1 })
    expect([nameOf(rig, 1), rig.view({ search: 'theirs' })]).toEqual(['Theirs', [1]])
  })

  it('by reason: one decision for all of them', () => {
    const { rig } = conflict()
    const [need] = valueOf(rig.reader.listNeeds(null))
    expect(need).toMatchObject({
      count: 1,
      repairActions: ['keep-mine', 'keep-theirs'],
      reason: { code: 'name-changed' }
    })
    if (need === undefined) throw new Error('a need')
    const target = { kind: 'reason', reason: need.reason } as const
    // An action that does not fit does nothing.
    expect(valueOf(rig.library.repairChanges({ target, repairAction: 'retry', choice: null })).done).toBe(0)
    expect(valueOf(rig.library.repairChanges({ target, repairAction: 'keep-mine', choice: null })).done).toBe(1)
  })
})
