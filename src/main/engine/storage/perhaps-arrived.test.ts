/**
 * A change that was sent, and that the person is asked about because nothing tells whether it arrived: a newer wish
 * about its record is never settled by what the mirror held before.
 */
import { describe, expect, it } from 'vitest'
import { only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { image, valueOf } from '../../../../test/helpers/temporary-library.ts'
import type { Failure } from '../../../shared/failure.ts'
import { unknownEntries } from './outbox.ts'

const PERHAPS: Failure = { code: 'service-trouble', mayHaveArrived: true }
const RECORD = Uint32Array.of(1)

const star = ({ library }: VerbRig, favorite: boolean): number =>
  valueOf(library.setFavorite({ records: RECORD, favorite })).batch.batch
const rename = ({ library }: VerbRig, name: string): number =>
  valueOf(library.renameImage({ record: 1, name })).batch.batch
const looks = ({ db, clock }: VerbRig) => unknownEntries(db, { group: 'images', limit: 9, now: clock.now })
const shown = (fields: Parameters<typeof image>[1]) => [image(1, { results: ['r1'], ...fields })]

/** A star that was sent, and parked without a word on whether it arrived; the person unstars. */
function unstarred(failure: Failure): { readonly rig: VerbRig; readonly first: number; readonly second: number } {
  const rig = verbRig(1)
  const first = star(rig, true)
  rig.settle(only(rig.claim()), { kind: 'rejected', failure })
  return { rig, first, second: star(rig, false) }
}

describe('unstarred after a star that may have arrived', () => {
  it('is looked up before anything is sent', () => {
    const { rig, first, second } = unstarred(PERHAPS)
    expect(rig.claim()).toEqual([])
    expect(only(looks(rig))).toMatchObject({ record: 1, want: false })
    expect(rig.receipt(second)).toEqual({ size: 1, waiting: 1 })
    expect(rig.receipt(first)).toEqual({ size: 1, waiting: 1, checking: 1 })
  })

  it('is sent when the star is there, which then was done', () => {
    const { rig, first, second } = unstarred(PERHAPS)
    rig.settle(only(looks(rig)), { kind: 'ready' }, shown({ favorite: true }))
    expect(only(rig.claim())).toMatchObject({ record: 1, want: false })
    expect(rig.receipt(first)).toEqual({ size: 1, done: 1 })
    expect(rig.receipt(second)).toMatchObject({ size: 1, waiting: 1 })
  })

  it('needs nothing sent when the star is not there', () => {
    const { rig, first, second } = unstarred(PERHAPS)
    rig.settle(only(looks(rig)), { kind: 'already-so' }, shown({ favorite: false }))
    expect(rig.db.value('SELECT count(*) FROM outbox')).toBe(0)
    expect(rig.receipt(first)).toEqual({ size: 1, takenBack: 1 })
    expect(rig.receipt(second)).toEqual({ size: 1, alreadySo: 1 })
  })
})

it('a star that the service refused cancels out at once', () => {
  const { rig, second } = unstarred({ code: 'refused' })
  expect(rig.db.value('SELECT count(*) FROM outbox')).toBe(0)
  expect(rig.receipt(second)).toEqual({ size: 1, alreadySo: 1 })
})

it('a failure whose text was damaged counts as no answer', () => {
  const rig = verbRig(1)
  star(rig, true)
  rig.settle(only(rig.claim()), { kind: 'rejected', failure: { code: 'refused' } })
  rig.db.run("UPDATE outbox SET last_failure = '{'")
  star(rig, false)
  expect(only(looks(rig))).toMatchObject({ want: false })
})

it('a name that may have arrived is our own older one: the newer name goes over it', () => {
  const rig = verbRig(1)
  rename(rig, 'First')
  rig.settle(only(rig.claim()), { kind: 'rejected', failure: PERHAPS })
  const second = rename(rig, 'Second')
  rig.settle(only(looks(rig)), { kind: 'ready' }, shown({ name: 'First', favorite: false }))
  expect(only(rig.claim())).toMatchObject({ name: 'Second', baseName: 'First' })
  expect(rig.receipt(second)).toMatchObject({ size: 1, waiting: 1 })
})

it('an undo of it is looked up as well', () => {
  const rig = verbRig(1)
  const batch = star(rig, true)
  rig.settle(only(rig.claim()), { kind: 'rejected', failure: PERHAPS })
  valueOf(rig.library.undoBatch({ batch }))
  expect(only(looks(rig))).toMatchObject({ want: false })
})
