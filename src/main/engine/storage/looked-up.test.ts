/** Lookups of one change: the response settles that change and counts as an ordinary read for all others. */
import { expect, it } from 'vitest'
import { image, put, temporaryLibrary, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { createLibrary } from '../library/create-library.ts'
import { nextSequence } from './meta.ts'
import { nextEntries } from './outbox.ts'
import { claimEntries, settleEntries } from './settle-entry.ts'
import { readFlags } from './write-image.ts'

it('the lookup of a rename does not undo a favorite that was just acknowledged, because its response may be stale', () => {
  const { db } = temporaryLibrary()
  const [record = 0] = put(db, [image(1, { favorite: false })])
  const library = createLibrary({ db, now: () => 1_000, onChange: () => undefined, wake: () => undefined })
  const claim = () => {
    const [entry] = nextEntries(db, { group: 'images', lane: 'interactive', limit: 1, now: 2_000 })
    if (entry === undefined) throw new Error('expected an entry to send')
    claimEntries(db, { entries: [entry], instance: 'a', now: 2_000 })
    return entry
  }
  valueOf(library.setFavorite({ records: Uint32Array.of(record), favorite: true }))
  const favorite = claim()
  const done = { entry: favorite.entry, revision: favorite.revision, outcome: { kind: 'acknowledged' } } as const
  settleEntries(db, { results: [done], images: [], now: 3_000, sequence: nextSequence(db) })
  valueOf(library.renameImage({ record, name: 'New' }))
  const rename = claim()
  const result = (kind: 'unknown' | 'unchanged') => ({
    entry: rename.entry,
    revision: rename.revision,
    outcome: kind === 'unknown' ? { kind, failure: { code: 'timed-out' } as const } : { kind }
  })
  settleEntries(db, { results: [result('unknown')], images: [], now: 4_000, sequence: nextSequence(db) })
  const shown = { ...image(1, { name: 'New', favorite: false }), requestSequence: nextSequence(db) }
  settleEntries(db, { results: [result('unchanged')], images: [shown], now: 5_000, sequence: nextSequence(db) })
  expect(readFlags(db, record).favorite).toBe(1)
})
