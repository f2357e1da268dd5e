import { describe, expect, it } from 'vitest'
import { image, put, temporaryLibrary } from '../../../../test/helpers/temporary-library.ts'
import type { ServiceImage, ServiceProject } from '../domain/service-records.ts'
import { changesSince, currentRevision, logChange } from './change-log.ts'
import type { WriteDb } from './database.ts'
import { applyImages, highestKnownId, rankOfImage } from './images.ts'
import { addKeyOwner, countWaitingEntries, currentOwner, ownerOfKey, setCurrentOwner } from './key-owners.ts'
import { nextSequence, readDialect, readMeta, writeDialect, writeMeta } from './meta.ts'
import { acknowledgedFavorite, NEVER_REPORTED, takeFavorite, type MirrorFavorite } from './mirror-favorite.ts'
import { countSeen, newestPass, notePass, openPass, unseenFavorites, wasReadWhole } from './passes.ts'
import { applyProjects } from './projects.ts'
import { findRecord, serviceIdOf } from './records.ts'
import { readFlags } from './write-image.ts'

const rowOf = (db: WriteDb, record: number): Record<string, unknown> | undefined =>
  db.get('SELECT * FROM images WHERE record = ?', [record])

/** Returns the number of rows that the handle has written since it was opened. */
const writes = (db: WriteDb): number => db.value<number>('SELECT total_changes()') ?? 0

describe('applying a page', () => {
  it('assigns permanent numbers to new records in the order of the page', () => {
    const { db } = temporaryLibrary()
    expect(put(db, [image('b'), image('a')])).toEqual([1, 2])
    expect(put(db, [image('c'), image('a')])).toEqual([3])
    expect([findRecord(db, 'images', 'a'), serviceIdOf(db, 2), findRecord(db, 'images', 'z')]).toEqual([2, 'a', null])
  })

  it('writes and logs nothing if nothing differs', () => {
    const { db } = temporaryLibrary()
    const rich = image(1, {
      name: 'Café \ud800 broken',
      description: 'a\u0000b',
      favorite: true,
      results: [{ url: 'x' }, '\udc00'],
      picture: 'https://x.example.org/1.png',
      createdAt: 12.7,
      updatedAt: Number.NaN
    })
    const page = [rich, { ...image(2), other: { seed: 7, deep: { a: ['\ud800'] } } }]
    put(db, page)
    const before = [writes(db), currentRevision(db)]
    const again = applyImages(db, { records: page, requestSequence: nextSequence(db), readAt: 2_000, pass: null })
    expect(again).toEqual({ added: [], changed: [], newlySeen: 0 })
    expect([writes(db), currentRevision(db)]).toEqual(before)
  })

  it('merges only the fields of the response, and null if the field is null', () => {
    const { db } = temporaryLibrary()
    put(db, [image(1, { style: 'anime', description: 'a prompt', results: ['r'], url: 'u', favorite: true })])
    put(db, [{ id: '1', fields: { style: null, medium: 'ink' }, other: {} }])
    expect(rowOf(db, 1)).toMatchObject({
      name: 'Image 1',
      style: null,
      medium: 'ink',
      description: 'a prompt',
      results: '["r"]',
      url: 'u'
    })
    expect(readFlags(db, 1).favorite).toBe(1)
  })

  it('keeps unknown fields and unknown values of enums', () => {
    const { db } = temporaryLibrary()
    put(db, [{ ...image(1, { style: 'hologram' }), other: { seed: 7 } }])
    put(db, [{ ...image(1), other: { cost: '0.02' } }])
    expect(rowOf(db, 1)).toMatchObject({ style: 'hologram', other: '{"seed":7,"cost":"0.02"}' })
  })

  it('stamps a picture by its URL, so a new result is a new picture', () => {
    const { db } = temporaryLibrary()
    const stamp = (): unknown => rowOf(db, 1)?.['picture_stamp']
    put(db, [image(1, { picture: 'https://x.example.org/a.png' })])
    const first = stamp()
    expect(first).toMatch(/^[0-9a-f]{16}$/)
    put(db, [image(1, { picture: 'https://x.example.org/b.png' })])
    expect(stamp()).not.toBe(first)
    put(db, [image(1, { picture: null })])
    expect(stamp()).toBeNull()
  })

  it('counts a record that is on a page twice once', () => {
    const { db } = temporaryLibrary()
    expect(put(db, [image(1, { name: 'first' }), image(1, { name: 'second' })])).toEqual([1])
    expect(rowOf(db, 1)?.['name']).toBe('second')
  })

  it('does not let the response to an earlier request overwrite that to a later one', () => {
    const { db } = temporaryLibrary()
    put(db, [image(1, { name: 'old', favorite: false })])
    const early = nextSequence(db)
    const late = nextSequence(db)
    const apply = (requestSequence: number, name: string, favorite: boolean): unknown =>
      applyImages(db, { records: [image(1, { name, favorite })], requestSequence, readAt: 5_000, pass: null })
    apply(late, 'new', true)
    apply(early, 'old', false)
    expect([rowOf(db, 1)?.['name'], readFlags(db, 1).favorite]).toEqual(['new', 1])
  })

  it('takes only the results of an earlier request, unless a later one has returned results', () => {
    const { db } = temporaryLibrary()
    put(db, [image(1, { name: 'old', results: ['old'] })])
    const [first, early, late, last] = [nextSequence(db), nextSequence(db), nextSequence(db), nextSequence(db)]
    const apply = (requestSequence: number, fields: ServiceImage['fields']): unknown => {
      applyImages(db, { records: [image(1, fields)], requestSequence, readAt: 5_000 + requestSequence, pass: null })
      const { name, results, request_sequence } = rowOf(db, 1) ?? {}
      return [name, results, request_sequence]
    }
    expect(apply(late, { name: 'new' })).toEqual(['new', '["old"]', late])
    expect(apply(early, { name: 'old', results: ['grown'] })).toEqual(['new', '["grown"]', late])
    expect(rowOf(db, 1)?.['read_at']).toBe(5_000 + late)
    expect(apply(first, { name: 'old', results: ['old'] })).toEqual(['new', '["grown"]', late])
    expect(apply(last, { name: 'newest', results: ['newest'] })).toEqual(['newest', '["newest"]', last])
    expect(apply(late, { results: ['grown'] })).toEqual(['newest', '["newest"]', last])
  })
})

describe('a favorite in a response', () => {
  const acked = acknowledgedFavorite({ want: true, sequence: 10, now: 100_000 })
  const take = (
    known: MirrorFavorite,
    requestSequence: number,
    favorite: boolean | undefined,
    readAt = 110_000
  ): MirrorFavorite => takeFavorite(known, { favorite, requestSequence, sequence: requestSequence + 1, readAt })

  it('is trusted if it is the first one reported', () => {
    expect(take(NEVER_REPORTED, 1, true).favorite).toBe(1)
    expect(take(NEVER_REPORTED, 1, undefined)).toBe(NEVER_REPORTED)
  })

  it('is ignored if it was requested before the acknowledgement', () => {
    expect(take(acked, 9, false)).toBe(acked)
  })

  it('that contradicts a recent acknowledgement is trusted the second time, if requested after the first response', () => {
    const doubted = take(acked, 11, false)
    expect([doubted.favorite, doubted.doubt_sequence]).toEqual([1, 12])
    // Requested together with the first, so it may come from the same stale replica.
    expect(take(doubted, 12, false)).toBe(doubted)
    expect(take(doubted, 13, false)).toMatchObject({ favorite: 0, doubt_sequence: null })
  })

  it('that agrees in between ends the doubt', () => {
    const settled = take(take(acked, 11, false), 13, true)
    expect([settled.favorite, settled.doubt_sequence]).toEqual([1, null])
    expect(take(settled, 15, false).favorite).toBe(1)
  })

  it('is trusted the first time again after two minutes', () => {
    expect(take(acked, 11, false, 219_999).favorite).toBe(1)
    expect(take(acked, 11, false, 220_000).favorite).toBe(0)
  })

  it('is not doubted forever if the clock was set back', () => {
    const doubted = take(acked, 11, false, 5)
    expect(take(doubted, 13, false, 6).favorite).toBe(0)
  })
})

describe('ranks in the order of ids', () => {
  it('are numeric at any size, and stable for text', () => {
    const { db } = temporaryLibrary()
    const ids = ['9', '10', '100', '9007199254740993', '9007199254740992', '123456789012345678901234567890']
    put(
      db,
      ids.map((id) => image(id))
    )
    expect(highestKnownId(db)).toBe('123456789012345678901234567890')
    const ranks = [1, 2, 3, 4, 5, 6].map((record) => rankOfImage(db, record, 'asc'))
    expect(ranks).toEqual([0, 1, 2, 4, 3, 5])
    expect(rankOfImage(db, 6, 'desc')).toBe(0)
    expect(rankOfImage(db, 1, 'desc')).toBe(5)
    expect(rankOfImage(db, 99, 'asc')).toBe(0)
    expect(highestKnownId(db, 'projects')).toBeNull()
  })
})

describe('passes', () => {
  it('resume where they stopped, and end complete or incomplete', () => {
    const { db } = temporaryLibrary()
    const newest = (is: 'open' | 'ended' | 'complete') => newestPass(db, is, 'images')
    expect([newest('open'), newest('complete')]).toEqual([null, null])
    const pass = openPass(db, { group: 'images', kind: 'full', order: 'desc', startedAt: 5 })
    expect(newest('open')).toMatchObject({ pass, nextPage: 1, seen: 0, why: null, endedAt: null })
    const progress = { nextPage: 8, nextCursor: 'c', total: 700, seen: 70 }
    notePass(db, pass, { ...progress, why: 'unreadable' })
    expect(newest('open')).toMatchObject({ ...progress, why: 'unreadable' })
    expect([newestPass(db, 'open', 'projects'), newestPass(db, 'open', 'images', 'favorites')]).toEqual([null, null])
    notePass(db, pass, { ...progress, why: 'unreadable', endedAt: 9 })
    expect([newest('open'), newest('complete')]).toEqual([null, null])
    const second = openPass(db, { group: 'images', kind: 'full', order: 'asc', startedAt: 10 })
    expect(newest('ended')).toMatchObject({ pass })
    notePass(db, second, { ...progress, why: null, endedAt: 20 })
    expect(newest('complete')).toMatchObject({ pass: second, endedAt: 20, order: 'asc' })
    expect([wasReadWhole(db, 'images', 19), wasReadWhole(db, 'images', 20)]).toEqual([false, true])
  })

  it('count each record once, even if pages overlap', () => {
    const { db } = temporaryLibrary()
    const pass = openPass(db, { group: 'images', kind: 'full', order: 'desc', startedAt: 5 })
    const apply = (ids: readonly number[], of: number): number =>
      applyImages(db, { records: ids.map((id) => image(id)), requestSequence: nextSequence(db), readAt: 1, pass: of })
        .newlySeen
    expect([apply([1, 2, 3], pass), apply([3, 4], pass), apply([4], pass)]).toEqual([3, 1, 0])
    expect(countSeen(db, pass)).toBe(4)
    const next = openPass(db, { group: 'images', kind: 'full', order: 'asc', startedAt: 6 })
    expect([apply([4], next), countSeen(db, next), countSeen(db, pass)]).toEqual([1, 1, 3])
  })

  it('over favorites keep the marks of a full pass, and list the favorites that they did not contain', () => {
    const { db } = temporaryLibrary()
    const full = openPass(db, { group: 'images', kind: 'full', order: 'asc', startedAt: 1 })
    const stars = [1, 2, 3].map((id) => image(id, { favorite: true }))
    applyImages(db, { records: [...stars, image(4)], requestSequence: nextSequence(db), readAt: 1, pass: full })
    const favorites = openPass(db, { group: 'images', kind: 'favorites', order: 'desc', startedAt: 2 })
    applyImages(db, { records: stars.slice(0, 1), requestSequence: nextSequence(db), readAt: 1, pass: favorites })
    expect(unseenFavorites(db, favorites).map(({ record }) => record)).toEqual([2, 3])
    expect(countSeen(db, full)).toBe(4)
  })
})

describe('projects', () => {
  const project = (name: string, more: Partial<ServiceProject> = {}): ServiceProject => ({
    project: name,
    reports: 3,
    result: '12.50',
    createdAt: 5,
    other: {},
    ...more
  })
  const apply = (db: WriteDb, records: readonly ServiceProject[]): ReturnType<typeof applyProjects> =>
    applyProjects(db, { records, requestSequence: nextSequence(db), readAt: 1, pass: null })

  it('are added, changed and left unchanged; a missing field keeps its value', () => {
    const { db } = temporaryLibrary()
    expect(apply(db, [project('shop.example.org'), project('a')])).toMatchObject({ added: [1, 2], changed: [] })
    const before = writes(db)
    expect(apply(db, [project('a')])).toMatchObject({ added: [], changed: [] })
    expect(writes(db)).toBe(before)
    expect(apply(db, [project('a', { reports: 4, result: null })])).toMatchObject({ added: [], changed: [2] })
    expect(db.get('SELECT reports, result FROM projects WHERE record = 2')).toEqual({ reports: 4, result: '12.50' })
  })

  it('are separate from images with the same id', () => {
    const { db } = temporaryLibrary()
    put(db, [image('a')])
    expect(apply(db, [project('a')])).toMatchObject({ added: [2] })
    expect([findRecord(db, 'images', 'a'), findRecord(db, 'projects', 'a')]).toEqual([1, 2])
  })
})

describe('the change log', () => {
  it('lists changes since a revision, until the revision is too old', () => {
    const { db } = temporaryLibrary()
    expect([currentRevision(db), changesSince(db, 0)]).toEqual([0, []])
    put(db, [image(1), image(2)])
    put(db, [image(1, { name: 'renamed' })])
    expect(currentRevision(db)).toBe(2)
    const changes = changesSince(db, 1) ?? []
    expect(changes.map((change) => [change.revision, ...(change.records ?? [])])).toEqual([[2, 1]])
    for (let n = 0; n < 600; n++) logChange(db, { kinds: 1, records: Uint32Array.of(1) })
    expect(changesSince(db, 2)).toBeNull()
    expect(changesSince(db, 600)).toHaveLength(2)
    expect(db.value('SELECT count(*) FROM changes')).toBeLessThan(600)
  })
})

describe('stored facts', () => {
  it('of the dialect are kept for each group', () => {
    const { db } = temporaryLibrary()
    writeDialect(db, 'images', 'boolean', '1')
    writeDialect(db, 'images', 'boolean', 'true')
    writeDialect(db, 'projects', 'boolean', '0')
    expect(readDialect(db, 'images')).toEqual({ boolean: 'true' })
    expect(readDialect(db, 'projects')).toEqual({ boolean: '0' })
  })

  it('of the library are kept and removed', () => {
    const { db } = temporaryLibrary()
    expect(readMeta(db, 'x')).toBeNull()
    writeMeta(db, 'x', '1')
    writeMeta(db, 'x', '2')
    expect(readMeta(db, 'x')).toBe('2')
    writeMeta(db, 'x', null)
    expect(readMeta(db, 'x')).toBeNull()
  })

  it('of key owners keep the owner of a renewed key, and give another key another owner', () => {
    const { db } = temporaryLibrary()
    expect([ownerOfKey(db, 'images', 'h1'), currentOwner(db, 'images')]).toEqual([null, null])
    const first = addKeyOwner(db, 'images', { hash: 'h1', owner: null })
    expect(addKeyOwner(db, 'images', { hash: 'h2', owner: first })).toBe(first)
    const second = addKeyOwner(db, 'images', { hash: 'h3', owner: null })
    expect(second).not.toBe(first)
    expect([ownerOfKey(db, 'images', 'h2'), ownerOfKey(db, 'projects', 'h2')]).toEqual([first, null])
    setCurrentOwner(db, 'images', second)
    expect([currentOwner(db, 'images'), currentOwner(db, 'projects')]).toEqual([second, null])
    expect(countWaitingEntries(db, 'images')).toBe(0)
  })
})
