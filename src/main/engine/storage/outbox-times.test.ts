import { describe, expect, it } from 'vitest'
import { image, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { nextSequence } from './meta.ts'
import {
  countPutOff,
  entryToSend,
  lastFailure,
  nextDueAt,
  nextEntries,
  nextLookupAt,
  unknownEntries
} from './outbox.ts'
import { claimEntries, releaseClaims, settleEntries } from './settle-entry.ts'

const NOW = 1_000_000
const LOST = { kind: 'unknown', failure: { code: 'timed-out' } } as const

const setFavorite = ({ library }: VerbRig, records: readonly number[], favorite = true): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch.batch
const rename = ({ library }: VerbRig, record: number, name: string): number =>
  valueOf(library.renameImage({ record, name })).batch.batch
const postponed = (notBefore: number) =>
  ({ kind: 'postponed', notBefore, failure: { code: 'timed-out' }, countsAttempt: true }) as const

describe('the next time', () => {
  it('to send an entry is the earliest one after the given time', () => {
    const rig = verbRig(3)
    expect(nextDueAt(rig.db, 'images')).toBeNull()
    setFavorite(rig, [1, 2])
    expect(nextDueAt(rig.db, 'images')).toBeNull()
    const [first, second] = rig.claim()
    if (first === undefined || second === undefined) throw new Error('expected two entries')
    rig.settle(first, postponed(NOW + 50))
    rig.settle(second, postponed(NOW + 20))
    expect([0, NOW + 19, NOW + 20, NOW + 50].map((since) => nextDueAt(rig.db, 'images', since))).toEqual([
      NOW + 20,
      NOW + 20,
      NOW + 50,
      null
    ])
    expect(nextDueAt(rig.db, 'projects')).toBeNull()
  })

  it('to look up an entry ignores creates and entries in flight', () => {
    const rig = verbRig(3)
    valueOf(rig.library.createImage({ form: FORM }))
    rig.settle(only(rig.claimCreates()), LOST)
    setFavorite(rig, [1])
    const entry = only(rig.claim())
    expect(nextLookupAt(rig.db, 'images')).toBeNull()
    rig.settle(entry, LOST)
    expect(nextLookupAt(rig.db, 'images')).toBe(0)
    rig.settle(entry, postponed(NOW + 30))
    expect([nextLookupAt(rig.db, 'images'), nextLookupAt(rig.db, 'projects')]).toEqual([NOW + 30, null])
    expect(unknownEntries(rig.db, { group: 'images', limit: 9, now: NOW + 29 })).toEqual([])
  })
})

describe('a rename with a pending favorite', () => {
  const both = (): { readonly rig: VerbRig; readonly name: number; readonly favorite: number } => {
    const rig = verbRig(2)
    setFavorite(rig, [1])
    rename(rig, 1, 'Quay')
    const entryOf = (kind: string): number =>
      rig.db.value<number>('SELECT entry FROM outbox WHERE kind = ?', [kind]) ?? -1
    return { rig, name: entryOf('name'), favorite: entryOf('favorite') }
  }
  const claim = ({ db }: VerbRig, entry: number, along: { entry: number; revision: number } | null): number[] =>
    claimEntries(db, { entries: [{ entry, revision: 1 }], along, instance: 'boot', now: NOW })

  it('claims both, with the values sent', () => {
    const { rig, name, favorite } = both()
    expect(entryToSend(rig.db, { entry: name, now: NOW, group: 'images' })).toMatchObject({
      name: 'Quay',
      baseName: 'Image 1',
      companion: { entry: favorite, revision: 1, want: true }
    })
    expect(claim(rig, name, { entry: favorite, revision: 1 })).toEqual([name, favorite])
    expect(
      rig.db.all('SELECT state, tries, instance, tried_at, sent_revision, sent_text FROM entries ORDER BY kind')
    ).toEqual([
      { state: 'sent', tries: 1, instance: 'boot', tried_at: NOW, sent_revision: 1, sent_text: null },
      { state: 'sent', tries: 1, instance: 'boot', tried_at: NOW, sent_revision: 1, sent_text: 'Quay' }
    ])
  })

  it('leaves the favorite pending if it has a newer value', () => {
    const { rig, name, favorite } = both()
    expect(claim(rig, name, { entry: favorite, revision: 9 })).toEqual([name])
    expect(rig.db.column('SELECT state FROM entries ORDER BY kind')).toEqual(['waiting', 'sent'])
  })

  it('sends no favorite along if it is not sent itself', () => {
    const { rig, name, favorite } = both()
    rename(rig, 1, 'Pier')
    expect(claim(rig, name, { entry: favorite, revision: 1 })).toEqual([])
    expect(rig.db.column('SELECT state FROM entries')).toEqual(['waiting', 'waiting'])
    expect(claim(rig, favorite, null)).toEqual([favorite])
  })

  it('is not sent while the favorite is in flight', () => {
    const { rig, name, favorite } = both()
    expect(claim(rig, favorite, null)).toEqual([favorite])
    expect(claim(rig, name, null)).toEqual([])
    expect(entryToSend(rig.db, { entry: name, now: NOW, group: 'images' })).toBeNull()
  })

  it('sends no favorite along that failed before, and no favorite along with a favorite', () => {
    const { rig, name, favorite } = both()
    const companion = (entry = name) => entryToSend(rig.db, { entry, now: NOW, group: 'images' })?.companion
    expect(companion()).toEqual({ entry: favorite, revision: 1, want: true })
    rig.db.run("UPDATE outbox SET want = 0 WHERE kind = 'favorite'")
    expect(companion()).toEqual({ entry: favorite, revision: 1, want: false })
    rig.db.run("UPDATE outbox SET last_failure = '{}' WHERE kind = 'favorite'")
    expect(companion()).toBeNull()
    expect(companion(favorite)).toBeNull()
  })
})

describe('a response', () => {
  it('returns the records and batches that differ now', () => {
    const rig = verbRig(3)
    const batch = setFavorite(rig, [1, 2])
    const [first] = rig.claim()
    if (first === undefined) throw new Error('expected an entry')
    const settled = rig.settle(first, { kind: 'acknowledged' }, [
      image(1, { favorite: true }),
      image(3, { name: 'Other' })
    ])
    expect(new Set(settled.changed)).toEqual(new Set([1, 3]))
    expect([settled.batches, settled.removed]).toEqual([[batch], []])
  })

  it('to an entry or revision that no longer exists changes nothing', () => {
    const rig = verbRig(1)
    expect(rig.settle({ entry: 77, revision: 1 }, { kind: 'acknowledged' })).toEqual({
      changed: [],
      removed: [],
      batches: []
    })
    setFavorite(rig, [1])
    const before = rig.db.all('SELECT * FROM outbox')
    expect(rig.settle({ entry: 1, revision: 9 }, { kind: 'acknowledged' }).changed).toEqual([])
    expect(rig.db.all('SELECT * FROM outbox')).toEqual(before)
  })

  it('without differences changes no record', () => {
    const rig = verbRig(2)
    const same = image(1, { favorite: false, results: ['r1'] })
    const { changed } = settleEntries(rig.db, { results: [], images: [same], now: NOW, sequence: nextSequence(rig.db) })
    expect(changed).toEqual([])
  })

  it('to a deletion reports the record as removed', () => {
    const rig = verbRig(2)
    valueOf(rig.library.deleteImages({ records: Uint32Array.of(1) }))
    rig.clock.now += 10_000
    expect(rig.settle(only(rig.claim()), { kind: 'acknowledged' })).toMatchObject({ changed: [1], removed: [1] })
    setFavorite(rig, [2])
    expect(rig.settle(only(rig.claim()), { kind: 'acknowledged' }).removed).toEqual([])
  })

  it('with a name keeps that name, and otherwise the name that was sent', () => {
    const rig = verbRig(2)
    const nameOf = (record: number) => rig.db.value('SELECT name FROM images WHERE record = ?', [record])
    rename(rig, 1, ' Quay ')
    rig.settle(only(rig.claim()), { kind: 'acknowledged' }, [image(1, { name: 'Quay' })])
    expect(nameOf(1)).toBe('Quay')
    rename(rig, 2, 'Pier')
    rig.settle(only(rig.claim()), { kind: 'acknowledged' })
    expect(nameOf(2)).toBe('Pier')
  })
})

describe('startup', () => {
  it('marks claimed entries for an immediate lookup, as if the connection was lost', () => {
    const rig = verbRig(3)
    setFavorite(rig, [1, 2, 3])
    const [first] = rig.claim()
    if (first === undefined) throw new Error('expected an entry')
    rig.settle(first, LOST)
    rig.settle(first, postponed(NOW + 90))
    expect(releaseClaims(rig.db, { instance: 'next', now: NOW })).toEqual({ released: 2 })
    expect(rig.db.all('SELECT state, not_before, instance, last_failure FROM entries ORDER BY record')).toEqual([
      { state: 'unknown', not_before: NOW + 90, instance: 'boot', last_failure: '{"code":"timed-out"}' },
      { state: 'unknown', not_before: 0, instance: 'next', last_failure: '{"code":"connection-lost"}' },
      { state: 'unknown', not_before: 0, instance: 'next', last_failure: '{"code":"connection-lost"}' }
    ])
    expect(nextEntries(rig.db, { group: 'images', lane: 'batch', limit: 9, now: NOW })).toEqual([])
  })
})

describe('a failed attempt', () => {
  it('is the last failure of its entry, and postpones only that entry', () => {
    const rig = verbRig(4)
    const batch = setFavorite(rig, [1, 2])
    const other = setFavorite(rig, [3, 4])
    const [first, second] = rig.claim()
    if (first === undefined || second === undefined) throw new Error('expected two entries')
    expect([lastFailure(rig.db, first.entry), countPutOff(rig.db, batch)]).toEqual([null, 0])
    rig.settle(first, postponed(NOW + 50))
    rig.settle(second, LOST)
    expect(lastFailure(rig.db, first.entry)).toEqual({ code: 'timed-out' })
    expect(lastFailure(rig.db, second.entry + 99)).toBeNull()
    expect([batch, other].map((each) => countPutOff(rig.db, each))).toEqual([1, 0])
  })
})
