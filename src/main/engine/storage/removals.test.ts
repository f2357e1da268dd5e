import { describe, expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import type { EngineRepairAction } from '../../../shared/change.ts'
import { applyImages } from './images.ts'
import { nextSequence } from './meta.ts'
import { notePass, openPass } from './passes.ts'
import { applyProjects } from './projects.ts'
import {
  addCandidates,
  requireDecision,
  countCandidates,
  countShown,
  listCandidates,
  removeRecords,
  GONE_ROWS_KEPT_MS,
  FOREIGN_CHANGES_KEPT_MS,
  purgeLibrary
} from './removals.ts'
import { NO_FACETS } from '../../../shared/image.ts'

const DAY = 86_400_000

function fullPass({ db }: VerbRig, seen: readonly number[]): { pass: number } {
  const pass = openPass(db, { group: 'images', kind: 'full', order: 'asc', startedAt: 1 })
  applyImages(db, { records: seen.map((id) => image(id)), requestSequence: nextSequence(db), readAt: 2, pass })
  notePass(db, pass, { nextPage: 2, nextCursor: null, total: null, seen: seen.length, why: null, endedAt: 3 })
  return { pass }
}

const candidates = ({ db }: VerbRig): number[] =>
  [false, true].flatMap((isAwaitingDecision) =>
    listCandidates(db, 'images', { isAwaitingDecision }).map(({ record }) => record)
  )

const remove = ({ db, clock }: VerbRig, records: readonly number[]): void =>
  removeRecords(db, { records, now: clock.now, sequence: nextSequence(db) })

describe('candidates', () => {
  it('are the records known before a complete pass that it did not contain', () => {
    const rig = verbRig(4)
    const { pass } = fullPass(rig, [1, 3])
    // Added during the pass.
    put(rig.db, [image(5)])
    expect(addCandidates(rig.db, { group: 'images', pass })).toEqual({ count: 2, of: 5 })
    expect(listCandidates(rig.db, 'images', { isAwaitingDecision: false })).toMatchObject([
      { record: 2, serviceId: '2', pass },
      { record: 4, serviceId: '4', pass }
    ])
    expect(rig.view()).toEqual([1, 2, 3, 4, 5])
  })

  it('exclude unsent creates and records acknowledged since', () => {
    const rig = verbRig(2)
    const form = { name: 'n', description: 'd', resolution: '256x256', ...NO_FACETS }
    valueOf(rig.library.createImage({ form }))
    const { pass } = fullPass(rig, [1])
    valueOf(rig.library.setFavorite({ records: Uint32Array.of(2), favorite: true }))
    rig.settle(only(rig.claim()), { kind: 'acknowledged' })
    expect(addCandidates(rig.db, { group: 'images', pass }).count).toBe(0)
  })

  it('keep the first pass without them, and are dropped when a response contains them', () => {
    const rig = verbRig(3)
    const first = fullPass(rig, [1])
    addCandidates(rig.db, { group: 'images', ...first })
    const second = fullPass(rig, [1, 2])
    expect(addCandidates(rig.db, { group: 'images', ...second }).count).toBe(1)
    expect(listCandidates(rig.db, 'images', { isAwaitingDecision: false })).toMatchObject([
      { record: 3, pass: first.pass }
    ])
    put(rig.db, [image(3)])
    expect(candidates(rig)).toEqual([])
  })

  it('are decided on together, and removed or kept by the user', () => {
    const rig = verbRig(3)
    addCandidates(rig.db, { group: 'images', ...fullPass(rig, [1]) })
    requireDecision(rig.db, 'images')
    expect(countCandidates(rig.db, 'images')).toEqual({ all: 2, awaitingDecision: 2 })
    expect(valueOf(rig.reader.listRemovals({ group: 'images', offset: 1, limit: 5 }))).toEqual({
      rows: [{ record: 3, name: 'Image 3' }],
      total: 2
    })
    valueOf(rig.library.decideRemovals({ group: 'images', isRemoving: false }))
    expect([countCandidates(rig.db, 'images').all, rig.view()]).toEqual([0, [1, 2, 3]])
    addCandidates(rig.db, { group: 'images', ...fullPass(rig, [1]) })
    requireDecision(rig.db, 'images')
    valueOf(rig.library.decideRemovals({ group: 'images', isRemoving: true }))
    expect([countCandidates(rig.db, 'images').all, rig.view(), countShown(rig.db, 'images')]).toEqual([0, [1], 1])
    expect(rig.changes.at(-1)).toMatchObject({ removed: 2 })
    addCandidates(rig.db, { group: 'images', ...fullPass(rig, [1]) })
    expect(candidates(rig)).toEqual([])
  })

  it('of projects are separate', () => {
    const rig = verbRig(1)
    const page = (names: readonly string[], pass: number | null): unknown =>
      applyProjects(rig.db, {
        records: names.map((project) => ({ project, reports: 1, result: null, createdAt: 1, other: {} })),
        requestSequence: nextSequence(rig.db),
        readAt: rig.clock.now,
        pass
      })
    page(['a', 'b'], null)
    const pass = openPass(rig.db, { group: 'projects', kind: 'full', order: 'asc', startedAt: 1 })
    page(['a'], pass)
    expect(addCandidates(rig.db, { group: 'projects', pass })).toEqual({ count: 1, of: 2 })
    remove(
      rig,
      listCandidates(rig.db, 'projects', { isAwaitingDecision: false }).map(({ record }) => record)
    )
    expect([countShown(rig.db, 'projects'), candidates(rig)]).toEqual([1, []])
    rig.clock.now += DAY
    page(['b'], null)
    expect(countShown(rig.db, 'projects')).toBe(2)
  })
})

describe('tombstones', () => {
  it('hide the record from views, counts, searches and orders', () => {
    const rig = verbRig(3)
    remove(rig, [2])
    expect([rig.view(), rig.view({ search: 'image' }), rig.view({ sortBy: 'name' })]).toEqual([
      [1, 3],
      [1, 3],
      [1, 3]
    ])
    expect(rig.reader.getImage({ record: 2 })).toMatchObject({ failure: { code: 'unknown-record' } })
  })

  it('are removed when a later response contains the record; soon after the proof, only the second time', () => {
    const rig = verbRig(2)
    const old = nextSequence(rig.db)
    remove(rig, [1])
    const show = (requestSequence: number): readonly number[] =>
      applyImages(rig.db, { records: [image(1)], requestSequence, readAt: rig.clock.now, pass: null }).added
    expect(show(old)).toEqual([])
    const doubt = nextSequence(rig.db)
    expect([show(doubt), show(doubt), rig.view()]).toEqual([[], [], [2]])
    expect([show(nextSequence(rig.db)), rig.view()]).toEqual([[1], [1, 2]])
    remove(rig, [1])
    rig.clock.now += 120_000
    expect([show(nextSequence(rig.db)), rig.view()]).toEqual([[1], [1, 2]])
  })

  it('keep changes visible that need a decision, and end deletions', () => {
    const rig = verbRig(3)
    const favorites = valueOf(rig.library.setFavorite({ records: Uint32Array.of(1, 2), favorite: true })).batch
    const gone = valueOf(rig.library.deleteImages({ records: Uint32Array.of(3) })).batch
    remove(rig, [1, 3])
    expect([rig.view(), rig.view({ mark: 'needs-attention' })]).toEqual([[1, 2], [1]])
    expect([rig.receipt(favorites.batch), rig.receipt(gone.batch)]).toEqual([
      { size: 2, waiting: 1, needsAttention: 1 },
      { size: 1, done: 1 }
    ])
    const { reasons } = valueOf(rig.reader.getBatch({ batch: favorites.batch }))
    expect(reasons).toEqual([{ code: 'not-found', detail: null, count: 1 }])
  })

  it.each<[EngineRepairAction, number[], boolean]>([
    ['remove-copy', [2], false],
    ['keep-copy', [1, 2], true]
  ])('can be resolved by reason, with %s', (repairAction, left, isKept) => {
    const rig = verbRig(2)
    const { batch } = valueOf(rig.library.setFavorite({ records: Uint32Array.of(1), favorite: true })).batch
    remove(rig, [1])
    const target = { kind: 'reason', reason: { kind: 'favorite', code: 'not-found', key: '' } } as const
    expect(valueOf(rig.library.repairChanges({ target, repairAction, choice: null })).done).toBe(1)
    expect([rig.view(), rig.receipt(batch)]).toEqual([left, { size: 1, canceled: 1 }])
    if (!isKept) return
    expect(valueOf(rig.reader.getImage({ record: 1 })).isKeptCopy).toBe(true)
    // A copy can only be deleted.
    expect(valueOf(rig.library.setFavorite({ records: Uint32Array.of(1), favorite: true })).batch.size).toBe(0)
    const deleted = valueOf(rig.library.deleteImages({ records: Uint32Array.of(1) })).batch
    expect([rig.view(), rig.receipt(deleted.batch)]).toEqual([[2], { size: 1, unchanged: 1 }])
  })

  it('keep the full row for 30 days, and purge it then', () => {
    const rig = verbRig(3)
    remove(rig, [1, 2])
    const rows = (): unknown => rig.db.value('SELECT count(*) FROM images')
    purgeLibrary(rig.db, rig.clock.now + GONE_ROWS_KEPT_MS)
    expect(rows()).toBe(3)
    purgeLibrary(rig.db, rig.clock.now + GONE_ROWS_KEPT_MS + 1)
    expect([rows(), rig.db.value('SELECT count(*) FROM texts'), rig.db.value('SELECT count(*) FROM gone')]).toEqual([
      1, 1, 2
    ])
    rig.clock.now += 40 * DAY
    put(rig.db, [image(1, { favorite: true })], rig.clock.now)
    expect([rig.view(), rig.view({ favorite: true }), rig.view({ search: 'image 1' })]).toEqual([[1, 3], [1], [1]])
  })
})

describe('a change by the service', () => {
  const history = ({ reader }: VerbRig): unknown[] =>
    valueOf(reader.getRecordHistory({ record: 1 })).map(({ origin, field, before, after, status }) => [
      origin,
      field,
      before,
      after,
      status
    ])

  it('is kept for the history of the record', () => {
    const rig = verbRig(1)
    const show = (at: number, fields: Parameters<typeof image>[1]): unknown => put(rig.db, [image(1, fields)], at)
    show(10, { favorite: true })
    show(20, { favorite: true, name: 'Renamed' })
    show(30, { favorite: true, name: 'Renamed', results: ['r1', 'r2'] })
    expect(history(rig)).toEqual([
      ['elsewhere', 'results', null, null, null],
      ['elsewhere', 'name', 'Image 1', 'Renamed', null],
      ['elsewhere', 'favorite', false, true, null]
    ])
  })

  it('is neither a change made here nor a signed URL that is new each time', () => {
    const rig = verbRig(1)
    put(rig.db, [image(1, { results: ['http://x/1.png?sign=a'] })])
    rig.db.run('DELETE FROM foreign_changes')
    valueOf(rig.library.setFavorite({ records: Uint32Array.of(1), favorite: true }))
    rig.settle(only(rig.claim()), { kind: 'acknowledged' }, [
      image(1, { favorite: true, results: ['http://x/1.png?sign=b'] })
    ])
    expect(history(rig)).toEqual([['here', 'favorite', false, true, 'done']])
  })

  it('is deleted after 90 days', () => {
    const rig = verbRig(1)
    put(rig.db, [image(1, { favorite: true })], 10)
    purgeLibrary(rig.db, 10 + FOREIGN_CHANGES_KEPT_MS)
    expect(history(rig)).toHaveLength(1)
    purgeLibrary(rig.db, 11 + FOREIGN_CHANGES_KEPT_MS)
    expect(history(rig)).toEqual([])
  })
})
