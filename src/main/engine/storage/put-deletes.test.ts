import { describe, expect, it } from 'vitest'
import { valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { DELETE_GRACE_PERIOD_MS } from '../../../shared/limits.ts'
import { createBatch } from './batches.ts'
import { changesSince, currentRevision } from './change-log.ts'
import { nextCreates } from './creates.ts'
import { addKeyOwner, setCurrentOwner } from './key-owners.ts'
import { nextSequence } from './meta.ts'
import { nextEntries } from './outbox.ts'
import { applyProjects } from './projects.ts'
import { putDeletes } from './put-deletes.ts'
import { removeRecords } from './removals.ts'

const NOW = 1_000_000

const remove = ({ library }: VerbRig, ...records: number[]): number =>
  valueOf(library.deleteImages({ records: Uint32Array.from(records) })).batch.batch

/** Sets up a library with one image, 1, and one project, 2. */
function withProject(): VerbRig {
  const rig = verbRig(1)
  const project = { project: 'a.example.org', reports: 2, result: null, createdAt: 1, other: {} }
  applyProjects(rig.db, { records: [project], requestSequence: nextSequence(rig.db), readAt: 1, pass: null })
  return rig
}

const emptyBatch = ({ db }: VerbRig, kind: 'delete' | 'delete-project'): number =>
  createBatch(db, { verb: kind, kind, startedAt: NOW })

describe('the owner of a change', () => {
  /** Two owners of each group, with the key of the second in use: 2 of images, 3 of projects. */
  const withOwners = (): VerbRig => {
    const rig = withProject()
    for (const hash of ['a', 'b']) addKeyOwner(rig.db, 'images', { hash, owner: null })
    setCurrentOwner(rig.db, 'images', 2)
    setCurrentOwner(rig.db, 'projects', 3)
    return rig
  }

  it('is the owner of the key of its group', () => {
    const rig = withOwners()
    remove(rig, 1)
    valueOf(rig.library.deleteProject({ record: 2 }))
    valueOf(rig.library.createImage({ form: FORM }))
    expect(rig.db.all('SELECT kind, owner FROM outbox ORDER BY kind')).toEqual([
      { kind: 'create', owner: 2 },
      { kind: 'delete', owner: 2 },
      { kind: 'delete-project', owner: 3 }
    ])
  })

  it('is the only one whose key sends it', () => {
    const rig = withOwners()
    valueOf(rig.library.deleteProject({ record: 2 }))
    valueOf(rig.library.createImage({ form: FORM }))
    const dueCounts = () => [
      nextCreates(rig.db, { limit: 9, now: NOW }).length,
      nextEntries(rig.db, { group: 'projects', lane: 'interactive', limit: 9, now: NOW + DELETE_GRACE_PERIOD_MS })
        .length
    ]
    expect(dueCounts()).toEqual([1, 1])
    setCurrentOwner(rig.db, 'images', 1)
    expect(dueCounts()).toEqual([0, 1])
    setCurrentOwner(rig.db, 'projects', 1)
    expect(dueCounts()).toEqual([0, 0])
  })
})

describe('a deletion', () => {
  it('of one image is a single action, of several a batch', () => {
    const rig = verbRig(3)
    remove(rig, 1)
    remove(rig, 2, 3)
    expect(rig.db.column('SELECT is_interactive FROM outbox ORDER BY record')).toEqual([1, 0, 0])
  })

  it('requested again after a refusal cancels the refused item', () => {
    const rig = verbRig(1)
    const first = remove(rig, 1)
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    rig.settle(only(rig.claim()), { kind: 'rejected', failure: { code: 'forbidden' } })
    const second = remove(rig, 1)
    expect([rig.receipt(first), rig.receipt(second)]).toEqual([
      { size: 1, canceled: 1 },
      { size: 1, waiting: 1 }
    ])
  })

  it('of a copy cancels its pending changes', () => {
    const rig = verbRig(2)
    const favorites = valueOf(rig.library.setFavorite({ records: Uint32Array.of(1), favorite: true })).batch.batch
    removeRecords(rig.db, { records: [1], now: NOW, sequence: nextSequence(rig.db), isKept: true })
    remove(rig, 1)
    expect(rig.receipt(favorites)).toEqual({ size: 1, canceled: 1 })
    expect([rig.view(), rig.db.value('SELECT count(*) FROM outbox')]).toEqual([[2], 0])
  })

  it('of an unsent create removes its searchable text', () => {
    const rig = verbRig(0)
    const { record } = valueOf(rig.library.createImage({ form: FORM }))
    remove(rig, record)
    expect(rig.db.value('SELECT count(*) FROM texts')).toBe(0)
  })

  it('that is undone and removed no copies logs one change', () => {
    const rig = verbRig(1)
    const batch = remove(rig, 1)
    const before = currentRevision(rig.db)
    valueOf(rig.library.undoBatch({ batch }))
    expect(changesSince(rig.db, before)).toMatchObject([{ records: Uint32Array.of(1) }])
  })

  it('of an unknown record logs no change', () => {
    const rig = verbRig(1)
    const [batch, before] = [emptyBatch(rig, 'delete'), currentRevision(rig.db)]
    expect(putDeletes(rig.db, { group: 'images', records: Uint32Array.of(99), batch, now: NOW }).changed).toHaveLength(
      0
    )
    expect(currentRevision(rig.db)).toBe(before)
  })
})

describe('the deletion of a project', () => {
  it('is logged for the project', () => {
    const rig = withProject()
    const [batch, before] = [emptyBatch(rig, 'delete-project'), currentRevision(rig.db)]
    expect(putDeletes(rig.db, { group: 'projects', records: Uint32Array.of(2), batch, now: NOW }).changed).toEqual(
      Uint32Array.of(2)
    )
    expect(changesSince(rig.db, before)).toMatchObject([{ kinds: 8, records: Uint32Array.of(2) }])
  })

  it('ignores records that are not projects, and logs no change', () => {
    const rig = withProject()
    const [batch, before] = [emptyBatch(rig, 'delete-project'), currentRevision(rig.db)]
    expect(putDeletes(rig.db, { group: 'projects', records: Uint32Array.of(1), batch, now: NOW }).changed).toHaveLength(
      0
    )
    expect(currentRevision(rig.db)).toBe(before)
  })
})
