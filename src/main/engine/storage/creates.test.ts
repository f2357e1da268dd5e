import { describe, expect, it } from 'vitest'
import { valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { brokenCreates, claimCreate, nextCreates } from './creates.ts'

const NOW = 1_000_000

describe('a create', () => {
  it('with an unreadable form is listed until the user is notified, and is never sent', () => {
    const rig = verbRig(0)
    valueOf(rig.library.createImage({ form: FORM }))
    expect(brokenCreates(rig.db)).toEqual([])
    rig.db.run("UPDATE creates SET form = '{'")
    const entry = rig.db.value<number>('SELECT entry FROM outbox') ?? -1
    expect(brokenCreates(rig.db)).toEqual([{ entry, revision: 1 }])
    expect(nextCreates(rig.db, { limit: 9, now: NOW })).toEqual([])
    rig.settle({ entry, revision: 1 }, { kind: 'rejected', failure: { code: 'library-damaged' } })
    expect(brokenCreates(rig.db)).toEqual([])
  })

  it.each([
    [
      'form',
      ({ library }: VerbRig, record: number) => library.updateCreate({ record, form: { ...FORM, name: 'Other' } })
    ],
    ['name', ({ library }: VerbRig, record: number) => library.renameImage({ record, name: 'Other' })]
  ])('whose %s changed since it was read is not claimed', (_, change) => {
    const rig = verbRig(0)
    const { record } = valueOf(rig.library.createImage({ form: FORM }))
    const create = only(nextCreates(rig.db, { limit: 9, now: NOW }))
    expect(change(rig, record).ok).toBe(true)
    expect(claimCreate(rig.db, { create, instance: 'boot', now: NOW, highestId: '5' })).toBe(false)
    expect(rig.db.get('SELECT state, sent_at, highest_id FROM entries JOIN creates USING (record)')).toEqual({
      state: 'waiting',
      sent_at: null,
      highest_id: null
    })
  })
})
