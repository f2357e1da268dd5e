import { describe, expect, it } from 'vitest'
import { valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { DELETE_HOLD_MS } from '../../../shared/limits.ts'
import { createBatch } from './batches.ts'
import { changesSince, currentRevision } from './change-log.ts'
import { nextCreates } from './creates.ts'
import { addKeyOwner, setCurrentOwner } from './key-owners.ts'
import { nextTick } from './meta.ts'
import { nextEntries } from './outbox.ts'
import { applyProjects } from './projects.ts'
import { putDeletes } from './put-deletes.ts'
import { removeRecords } from './removals.ts'

const NOW = 1_000_000

const remove = ({ library }: VerbRig, ...records: number[]): number =>
  valueOf(library.deleteImages({ records: Uint32Array.from(records) })).batch.batch

/** A library with one image, 1, and one project, 2. */
function withProject(): VerbRig {
  const rig = verbRig(1)
  const project = { project: 'a.example.org', reports: 2, result: null, createdAt: 1, other: {} }
  applyProjects(rig.db, { records: [project], askedAt: nextTick(rig.db), readAt: 1, pass: null })
  return rig
}

const emptyBatch = ({ db }: VerbRig, kind: 'delete' | 'delete-project'): number =>
  createBatch(db, { verb: kind, kind, startedAt: NOW })

describe('whose change it is', () => {
  /** Two owners of each group, the second one's key in use: 2 of images, 3 of projects. */
  const owned = (): VerbRig => {
    const rig = withProject()
    for (const hash of ['a', 'b']) addKeyOwner(rig.db, 'images', { hash, owner: null })
    setCurrentOwner(rig.db, 'images', 2)
    setCurrentOwner(rig.db, 'projects', 3)
    return rig
  }

  it('that of the owner of the key of its group', () => {
    const rig = owned()
    remove(rig, 1)
    valueOf(rig.library.deleteProject({ record: 2 }))
    valueOf(rig.library.createImage({ form: FORM }))
    expect(rig.db.all('SELECT kind, owner FROM outbox ORDER BY kind')).toEqual([
      { kind: 'create', owner: 2 },
      { kind: 'delete', owner: 2 },
      { kind: 'delete-project', owner: 3 }
    ])
  })

  it('goes with the key of that owner, and with no other', () => {
    const rig = owned()
    valueOf(rig.library.deleteProject({ record: 2 }))
    valueOf(rig.library.createImage({ form: FORM }))
    const going = () => [
      nextCreates(rig.db, { limit: 9, now: NOW }).length,
      nextEntries(rig.db, { group: 'projects', lane: 'hand', limit: 9, now: NOW + DELETE_HOLD_MS }).length
    ]
    expect(going()).toEqual([1, 1])
    setCurrentOwner(rig.db, 'images', 1)
    expect(going()).toEqual([0, 1])
    setCurrentOwner(rig.db, 'projects', 1)
    expect(going()).toEqual([0, 0])
  })
})

describe('a deletion', () => {
  it('of one image goes ahead by hand, of several with their batch', () => {
    const rig = verbRig(3)
    remove(rig, 1)
    remove(rig, 2, 3)
    expect(rig.db.column('SELECT is_hand FROM outbox ORDER BY record')).toEqual([1, 0, 0])
  })

  it('asked for again after a refusal says by which batch the refused one was replaced', () => {
    const rig = verbRig(1)
    const first = remove(rig, 1)
    rig.clock.now += DELETE_HOLD_MS
    rig.settle(only(rig.claim()), { kind: 'rejected', failure: { code: 'forbidden' } })
    const second = remove(rig, 1)
    expect([rig.receipt(first), rig.receipt(second)]).toEqual([
      { size: 1, takenBack: 1 },
      { size: 1, waiting: 1 }
    ])
  })

  it('of a copy takes back what still waited for it', () => {
    const rig = verbRig(2)
    const star = valueOf(rig.library.setFavorite({ records: Uint32Array.of(1), favorite: true })).batch.batch
    removeRecords(rig.db, { records: [1], now: NOW, tick: nextTick(rig.db), isKept: true })
    remove(rig, 1)
    expect(rig.receipt(star)).toEqual({ size: 1, takenBack: 1 })
    expect([rig.view(), rig.db.value('SELECT count(*) FROM outbox')]).toEqual([[2], 0])
  })

  it('of an order leaves no text behind that a search could find', () => {
    const rig = verbRig(0)
    const { record } = valueOf(rig.library.createImage({ form: FORM }))
    remove(rig, record)
    expect(rig.db.value('SELECT count(*) FROM texts')).toBe(0)
  })

  it('of nothing known is no change', () => {
    const rig = verbRig(1)
    const [batch, before] = [emptyBatch(rig, 'delete'), currentRevision(rig.db)]
    expect(putDeletes(rig.db, { group: 'images', records: Uint32Array.of(99), batch, now: NOW }).changed).toHaveLength(
      0
    )
    expect(currentRevision(rig.db)).toBe(before)
  })
})

describe('a project’s deletion', () => {
  it('is noted for the project', () => {
    const rig = withProject()
    const [batch, before] = [emptyBatch(rig, 'delete-project'), currentRevision(rig.db)]
    expect(putDeletes(rig.db, { group: 'projects', records: Uint32Array.of(2), batch, now: NOW }).changed).toEqual(
      Uint32Array.of(2)
    )
    expect(changesSince(rig.db, before)).toMatchObject([{ kinds: 8, records: Uint32Array.of(2) }])
  })

  it('of what is no project is none, and no change', () => {
    const rig = withProject()
    const [batch, before] = [emptyBatch(rig, 'delete-project'), currentRevision(rig.db)]
    expect(putDeletes(rig.db, { group: 'projects', records: Uint32Array.of(1), batch, now: NOW }).changed).toHaveLength(
      0
    )
    expect(currentRevision(rig.db)).toBe(before)
  })
})
