import { describe, expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { DELETE_GRACE_PERIOD_MS } from '../../../shared/limits.ts'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import { startGracePeriods } from '../storage/entries.ts'
import { nextSequence } from '../storage/meta.ts'
import { nextDeletions, nextDueAt } from '../storage/outbox.ts'
import { applyProjects } from '../storage/projects.ts'
import { removeRecords, GONE_ROWS_KEPT_MS, purgeLibrary } from '../storage/removals.ts'
import { releaseClaims } from '../storage/settle-entry.ts'

const remove = ({ library }: VerbRig, ...records: number[]) =>
  valueOf(library.deleteImages({ records: Uint32Array.from(records) }))

describe('deleting images', () => {
  it('removes them from every view but pending changes, with a grace period', () => {
    const rig = verbRig(3)
    const { batch, changed } = remove(rig, 2, 3, 2, 99)
    expect([...changed]).toEqual([2, 3])
    expect(batch).toMatchObject({ verb: 'delete', size: 2, waiting: 2, graceEndsAt: 1_010_000, canUndo: true })
    expect(rig.changes.at(-1)).toMatchObject({ removed: 2 })
    expect([rig.view(), rig.view({ mark: 'waiting' })]).toEqual([[1], [2, 3]])
    expect(valueOf(rig.reader.countFacets({ query: EMPTY_QUERY })).totals).toMatchObject({ images: 1, waiting: 2 })
    expect(rig.claim()).toEqual([])
    expect([nextDeletions(rig.db, 'images', rig.clock.now), nextDueAt(rig.db, 'images')]).toEqual([
      { count: 2, at: 1_010_000 },
      1_010_000
    ])
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    expect(nextDeletions(rig.db, 'images', rig.clock.now)).toBe(null)
    expect(rig.claim().map(({ kind, record }) => [kind, record])).toEqual([
      ['delete', 2],
      ['delete', 3]
    ])
  })

  it('restarts the grace period after a crash, and after being offline', () => {
    const rig = verbRig(1)
    remove(rig, 1)
    rig.clock.now += DELETE_GRACE_PERIOD_MS - 1
    releaseClaims(rig.db, { instance: 'next', now: rig.clock.now })
    expect(nextDeletions(rig.db, 'images', rig.clock.now)?.at).toBe(rig.clock.now + DELETE_GRACE_PERIOD_MS)
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    expect(startGracePeriods(rig.db, { group: 'images', now: rig.clock.now, until: rig.clock.now + 30_000 })).toBe(1)
    expect(rig.claim()).toEqual([])
  })

  it('continues if it was sent already: a restart does not delay entries that are looked up', () => {
    const rig = verbRig(1)
    remove(rig, 1)
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    rig.claim()
    releaseClaims(rig.db, { instance: 'next', now: rig.clock.now })
    expect(nextDeletions(rig.db, 'images', rig.clock.now)).toBe(null)
  })

  it('is undone with all pending changes of the images', () => {
    const rig = verbRig(2)
    valueOf(rig.library.setFavorite({ records: Uint32Array.of(1), favorite: true }))
    const { batch } = remove(rig, 1, 2)
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    // Nothing else is sent for images that are to be deleted.
    expect(rig.claim().every(({ kind }) => kind === 'delete')).toBe(true)
    const other = verbRig(2)
    const undone = valueOf(other.library.undoBatch({ batch: remove(other, 1, 2).batch.batch }))
    expect(undone).toMatchObject({ batch: null, restored: 2, skipped: 0 })
    expect(other.changes.at(-1)).toMatchObject({ added: 2 })
    expect(other.view()).toEqual([1, 2])
    // Sent ones cannot be canceled.
    expect(valueOf(rig.library.undoBatch({ batch: batch.batch }))).toMatchObject({ restored: 0, skipped: 2 })
  })

  it('keeps the create form of a deleted image', () => {
    const rig = verbRig(1)
    remove(rig, 1)
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    rig.settle(only(rig.claim()), { kind: 'acknowledged' })
    expect(rig.view()).toEqual([])
    expect(valueOf(rig.reader.getCreateForm({ record: 1 }))).toMatchObject({ name: 'Image 1' })
  })

  it('once acknowledged is final, and older responses do not restore the images', () => {
    const rig = verbRig(2)
    const star = valueOf(rig.library.setFavorite({ records: Uint32Array.of(1), favorite: true })).batch
    const { batch } = remove(rig, 1)
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    const settled = rig.settle(only(rig.claim()), { kind: 'acknowledged' })
    expect(settled.removed).toEqual([1])
    expect([rig.receipt(batch.batch), rig.receipt(star.batch)]).toEqual([
      { size: 1, done: 1 },
      { size: 1, canceled: 1 }
    ])
    put(rig.db, [image(1)], rig.clock.now)
    expect([rig.view(), rig.view({ mark: 'waiting' })]).toEqual([[2], []])
    expect(valueOf(rig.reader.getImages({ records: Uint32Array.of(1) }))).toEqual([])
    expect(rig.library.renameImage({ record: 1, name: 'x' })).toMatchObject({ failure: { code: 'unknown-record' } })
  })

  it('once refused shows the image as needing attention, and is sent at once on retry', () => {
    const rig = verbRig(1)
    const { batch } = remove(rig, 1)
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    rig.settle(only(rig.claim()), { kind: 'rejected', failure: { code: 'forbidden', status: 403 } })
    expect([rig.view(), rig.view({ mark: 'needs-attention' }), rig.receipt(batch.batch)]).toEqual([
      [1],
      [1],
      { size: 1, needsAttention: 1 }
    ])
    const target = { kind: 'reason', reason: { kind: 'delete', code: 'forbidden', key: '403' } } as const
    expect(valueOf(rig.library.repairChanges({ target, repairAction: 'retry', choice: null })).done).toBe(1)
    expect(only(rig.claim()).kind).toBe('delete')
  })

  it('of a create that was not sent ends both', () => {
    const rig = verbRig(1)
    const { record, batch } = valueOf(rig.library.createImage({ form: FORM }))
    const deleted = remove(rig, record).batch
    expect([rig.receipt(batch.batch), rig.receipt(deleted.batch)]).toEqual([
      { size: 1, canceled: 1 },
      { size: 1, unchanged: 1 }
    ])
    expect([rig.view(), rig.claimCreates(), rig.view({ search: 'fog' })]).toEqual([[1], [], []])
  })

  it('of a create in flight waits for it, or ends both when it was not sent', () => {
    const rig = verbRig(1)
    const { record, batch } = valueOf(rig.library.createImage({ form: FORM }))
    const create = only(rig.claimCreates())
    remove(rig, record)
    const settled = rig.settle(create, { kind: 'ready' })
    expect([settled.removed, rig.receipt(batch.batch), rig.view()]).toEqual([[record], { size: 1, canceled: 1 }, [1]])
    expect(rig.db.value('SELECT count(*) FROM outbox')).toBe(0)
  })
})

describe('deleting kept copies of removed images', () => {
  const withCopies = (...records: number[]): VerbRig => {
    const rig = verbRig(4)
    removeRecords(rig.db, { records, now: rig.clock.now, sequence: nextSequence(rig.db), isKept: true })
    return rig
  }
  const kept = ({ db }: VerbRig) => db.column<number>('SELECT record FROM gone WHERE is_kept = 1 ORDER BY record')

  it('beside others: undo restores all of them, even after the library was reopened', () => {
    const rig = withCopies(1, 2)
    const { batch } = remove(rig, 1, 2, 3)
    expect([rig.view(), kept(rig), rig.receipt(batch.batch)]).toEqual([[4], [], { size: 3, unchanged: 2, waiting: 1 }])
    purgeLibrary(rig.db, rig.clock.now + GONE_ROWS_KEPT_MS + 1)
    const undone = valueOf(rig.library.undoBatch({ batch: batch.batch }))
    expect(undone).toMatchObject({ batch: null, restored: 3, skipped: 0 })
    expect([...undone.changed]).toEqual([1, 2, 3])
    expect(rig.changes.at(-1)).toMatchObject({ added: 3 })
    expect([rig.view(), kept(rig), rig.receipt(batch.batch)]).toEqual([[1, 2, 3, 4], [1, 2], { size: 3, canceled: 3 }])
  })

  it('beside others: they are removed for good once those are', () => {
    const rig = withCopies(1)
    const { batch } = remove(rig, 1, 2, 3)
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    const [one, other] = rig.claim()
    if (one === undefined || other === undefined) throw new Error('two deletions')
    rig.settle(one, { kind: 'unchanged' })
    rig.settle(other, { kind: 'rejected', failure: { code: 'forbidden', status: 403 } })
    // An image that the service had already deleted is not restored as a copy.
    expect(valueOf(rig.library.undoBatch({ batch: batch.batch }))).toMatchObject({ restored: 2 })
    expect([rig.view(), kept(rig)]).toEqual([[1, 3, 4], [1]])
    const { batch: again } = remove(rig, 1, 3)
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    rig.settle(only(rig.claim()), { kind: 'acknowledged' })
    expect(valueOf(rig.library.undoBatch({ batch: again.batch }))).toMatchObject({ restored: 0 })
    purgeLibrary(rig.db, rig.clock.now + GONE_ROWS_KEPT_MS + 1)
    expect([rig.view(), rig.db.column('SELECT record FROM images')]).toEqual([[4], [4]])
  })

  it('alone: they are removed at once', () => {
    const rig = withCopies(1)
    const { batch } = remove(rig, 1)
    expect(batch).toMatchObject({ size: 1, unchanged: 1, canUndo: false })
    expect(valueOf(rig.library.undoBatch({ batch: batch.batch }))).toMatchObject({ restored: 0 })
    expect(rig.view()).toEqual([2, 3, 4])
  })
})

describe('deleting a project', () => {
  const rigWith = (): VerbRig => {
    const rig = verbRig(0)
    const project = { project: 'a.example.org', reports: 2, result: null, createdAt: 1, other: {} }
    applyProjects(rig.db, { records: [project], requestSequence: nextSequence(rig.db), readAt: 1, pass: null })
    return rig
  }
  const QUERY = { search: '', searchBy: 'project', sortBy: 'project', sort: 'asc' } as const
  const rows = (rig: VerbRig) => valueOf(rig.reader.listProjects({ query: QUERY, offset: 0, limit: 10 })).rows

  it('waits ten seconds, stays on the screen until it is done, and is removed then', () => {
    const rig = rigWith()
    const { batch } = valueOf(rig.library.deleteProject({ record: 1 }))
    const held = { verb: 'delete-project', subject: 'a.example.org', waiting: 1, graceEndsAt: 1_010_000, canUndo: true }
    expect(batch).toMatchObject(held)
    expect(rows(rig)).toMatchObject([{ mark: 'waiting' }])
    expect([rig.claim('projects'), nextDueAt(rig.db, 'projects')]).toEqual([[], 1_010_000])
    expect(nextDeletions(rig.db, 'projects', rig.clock.now)).toEqual({ count: 1, at: 1_010_000 })
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    const entry = only(rig.claim('projects'))
    expect(entry).toMatchObject({ group: 'projects', kind: 'delete-project', serviceId: 'a.example.org' })
    expect(rig.settle(entry, { kind: 'acknowledged' }).removed).toEqual([1])
    expect([rows(rig), rig.receipt(batch.batch)]).toEqual([[], { size: 1, done: 1 }])
  })

  it('is undone within its grace period: the row is unchanged, and nothing is left to send', () => {
    const rig = rigWith()
    const { batch } = valueOf(rig.library.deleteProject({ record: 1 }))
    expect(valueOf(rig.library.undoBatch({ batch: batch.batch }))).toMatchObject({ restored: 1, skipped: 0 })
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    expect([rows(rig)[0]?.mark, rig.claim('projects')]).toEqual(['none', []])
  })

  it('restarts the grace period after a crash, and when its own service is reachable again', () => {
    const rig = rigWith()
    const { batch } = valueOf(rig.library.deleteProject({ record: 1 }))
    rig.clock.now += DELETE_GRACE_PERIOD_MS - 1
    releaseClaims(rig.db, { instance: 'next', now: rig.clock.now })
    const { receipt } = valueOf(rig.reader.getBatch({ batch: batch.batch }))
    expect(receipt).toMatchObject({ graceEndsAt: rig.clock.now + DELETE_GRACE_PERIOD_MS, canUndo: true })
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    const online = { now: rig.clock.now, until: rig.clock.now + 30_000 }
    expect(startGracePeriods(rig.db, { group: 'images', ...online })).toBe(0)
    expect(startGracePeriods(rig.db, { group: 'projects', ...online })).toBe(1)
    expect(rig.claim('projects')).toEqual([])
  })

  it('needs attention if the project still exists, and can be requested again', () => {
    const rig = rigWith()
    valueOf(rig.library.deleteProject({ record: 1 }))
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    rig.settle(only(rig.claim('projects')), { kind: 'rejected', failure: { code: 'project-still-there' } })
    expect(rows(rig)).toMatchObject([{ mark: 'needs-attention' }])
    expect(valueOf(rig.library.deleteProject({ record: 1 })).batch).toMatchObject({ waiting: 1 })
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    expect(only(rig.claim('projects')).revision).toBe(2)
  })

  it('fails for a record that is not a project', () => {
    expect(verbRig(1).library.deleteProject({ record: 1 })).toMatchObject({ failure: { code: 'unknown-record' } })
  })
})
