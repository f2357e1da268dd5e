/**
 * Changes that were sent and need a decision because nothing proves whether they arrived: an earlier mirror value never
 * settles a newer desired value of the record.
 */
import { describe, expect, it } from 'vitest'
import { only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { image, valueOf } from '../../../../test/helpers/temporary-library.ts'
import type { Failure } from '../../../shared/failure.ts'
import { DELETE_GRACE_PERIOD_MS } from '../../../shared/limits.ts'
import { unknownEntries } from './outbox.ts'

const PERHAPS: Failure = { code: 'service-error', isUnconfirmed: true }
const RECORD = Uint32Array.of(1)

const setFavorite = ({ library }: VerbRig, favorite: boolean): number =>
  valueOf(library.setFavorite({ records: RECORD, favorite })).batch.batch
const rename = ({ library }: VerbRig, name: string): number =>
  valueOf(library.renameImage({ record: 1, name })).batch.batch
const lookups = ({ db, clock }: VerbRig) => unknownEntries(db, { group: 'images', limit: 9, now: clock.now })
const shown = (fields: Parameters<typeof image>[1]) => [image(1, { results: ['r1'], ...fields })]

/** Sets up a favorite that was sent and parked without proof that it arrived, and then removed by the user. */
function removedFavorite(failure: Failure): { readonly rig: VerbRig; readonly first: number; readonly second: number } {
  const rig = verbRig(1)
  const first = setFavorite(rig, true)
  rig.settle(only(rig.claim()), { kind: 'rejected', failure })
  return { rig, first, second: setFavorite(rig, false) }
}

describe('removing a favorite that may have arrived', () => {
  it('is looked up before anything is sent', () => {
    const { rig, first, second } = removedFavorite(PERHAPS)
    expect(rig.claim()).toEqual([])
    expect(only(lookups(rig))).toMatchObject({ record: 1, want: false })
    expect(rig.receipt(second)).toEqual({ size: 1, waiting: 1 })
    expect(rig.receipt(first)).toEqual({ size: 1, waiting: 1, checking: 1 })
  })

  it('is sent if the service has the favorite, which was done then', () => {
    const { rig, first, second } = removedFavorite(PERHAPS)
    rig.settle(only(lookups(rig)), { kind: 'ready' }, shown({ favorite: true }))
    expect(only(rig.claim())).toMatchObject({ record: 1, want: false })
    expect(rig.receipt(first)).toEqual({ size: 1, done: 1 })
    expect(rig.receipt(second)).toMatchObject({ size: 1, waiting: 1 })
  })

  it('sends nothing if the service does not have the favorite', () => {
    const { rig, first, second } = removedFavorite(PERHAPS)
    rig.settle(only(lookups(rig)), { kind: 'unchanged' }, shown({ favorite: false }))
    expect(rig.db.value('SELECT count(*) FROM outbox')).toBe(0)
    expect(rig.receipt(first)).toEqual({ size: 1, canceled: 1 })
    expect(rig.receipt(second)).toEqual({ size: 1, unchanged: 1 })
  })
})

it('a favorite that the service rejected cancels out immediately', () => {
  const { rig, second } = removedFavorite({ code: 'refused' })
  expect(rig.db.value('SELECT count(*) FROM outbox')).toBe(0)
  expect(rig.receipt(second)).toEqual({ size: 1, unchanged: 1 })
})

it('a damaged failure text counts as no response', () => {
  const rig = verbRig(1)
  setFavorite(rig, true)
  rig.settle(only(rig.claim()), { kind: 'rejected', failure: { code: 'refused' } })
  rig.db.run("UPDATE outbox SET last_failure = '{'")
  setFavorite(rig, false)
  expect(only(lookups(rig))).toMatchObject({ want: false })
})

it('a name that may have arrived is our own, so the newer name replaces it', () => {
  const rig = verbRig(1)
  rename(rig, 'First')
  rig.settle(only(rig.claim()), { kind: 'rejected', failure: PERHAPS })
  const second = rename(rig, 'Second')
  rig.settle(only(lookups(rig)), { kind: 'ready' }, shown({ name: 'First', favorite: false }))
  expect(only(rig.claim())).toMatchObject({ name: 'Second', baseName: 'First' })
  expect(rig.receipt(second)).toMatchObject({ size: 1, waiting: 1 })
})

it('a deletion that may have arrived is sent again if it is requested again', () => {
  const rig = verbRig(1)
  const remove = () => {
    valueOf(rig.library.deleteImages({ records: RECORD }))
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    return only(rig.claim())
  }
  rig.settle(remove(), { kind: 'rejected', failure: PERHAPS })
  expect(remove()).toMatchObject({ kind: 'delete', record: 1 })
})

it('an undo of a change that may have arrived is looked up as well', () => {
  const rig = verbRig(1)
  const batch = setFavorite(rig, true)
  rig.settle(only(rig.claim()), { kind: 'rejected', failure: PERHAPS })
  valueOf(rig.library.undoBatch({ batch }))
  expect(only(lookups(rig))).toMatchObject({ want: false })
})
