import { describe, expect, it } from 'vitest'
import { valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { undoValues } from './undo-batch.ts'

const NOW = 1_000_000

const setFavorite = ({ library }: VerbRig, records: readonly number[], favorite = true): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch.batch
const rename = ({ library }: VerbRig, record: number, name: string): number =>
  valueOf(library.renameImage({ record, name })).batch.batch

describe('undoing', () => {
  it('restores nothing on a record that is about to be deleted', () => {
    const rig = verbRig(2)
    const batch = setFavorite(rig, [1, 2])
    for (const entry of rig.claim()) rig.settle(entry, { kind: 'acknowledged' })
    valueOf(rig.library.deleteImages({ records: Uint32Array.of(1) }))
    expect(undoValues(rig.db, { kind: 'favorite', batch, now: NOW })).toMatchObject({ restored: 1, skipped: 1 })
    expect(rig.db.column("SELECT record FROM outbox WHERE kind = 'favorite'")).toEqual([2])
  })

  const renamedOrder = () => {
    const rig = verbRig(0)
    const { record, batch } = valueOf(rig.library.createImage({ form: FORM }))
    return { rig, record, order: batch.batch }
  }

  it('the name of a refused create orders nothing', () => {
    const { rig, record, order } = renamedOrder()
    const batch = rename(rig, record, 'Quay')
    rig.settle(only(rig.claimCreates()), { kind: 'rejected', failure: { code: 'refused-fields' } })
    expect(undoValues(rig.db, { kind: 'name', batch, now: NOW })).toMatchObject({ restored: 1 })
    expect([rig.claimCreates(), rig.receipt(order)]).toEqual([[], { size: 1, needsAttention: 1 }])
  })

  it('a name that is pending, and that the form got as well, restores what is displayed', () => {
    const { rig, record } = renamedOrder()
    const create = only(rig.claimCreates())
    const batch = rename(rig, record, 'Quay')
    rig.settle(create, { kind: 'rejected', failure: { code: 'refused-fields' } })
    valueOf(rig.library.updateCreate({ record, form: { ...FORM, name: 'Quay' } }))
    undoValues(rig.db, { kind: 'name', batch, now: NOW })
    expect(valueOf(rig.reader.getImages({ records: Uint32Array.of(record) }))).toMatchObject([{ name: FORM.name }])
  })

  it('the name of a create with an unreadable form leaves the form unchanged', () => {
    const { rig, record } = renamedOrder()
    const batch = rename(rig, record, 'Quay')
    rig.db.run("UPDATE creates SET form = '{'")
    undoValues(rig.db, { kind: 'name', batch, now: NOW })
    expect(rig.db.value('SELECT form FROM creates')).toBe('{')
  })
})
