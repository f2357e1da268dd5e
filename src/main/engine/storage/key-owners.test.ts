import { expect, it } from 'vitest'

import { image, put, temporaryLibrary, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM } from '../../../../test/helpers/verb-rig.ts'
import { createLibrary } from '../library/create-library.ts'
import {
  addKeyOwner,
  countWaitingEntries,
  currentOwner,
  decideOwners,
  mayBeSameOwner,
  noteUncompared,
  noteUndecidedKey,
  ownerOfKey,
  ownerOfRecord,
  setCurrentOwner
} from './key-owners.ts'
import { countOutbox, nextEntries } from './outbox.ts'

it('never returns entries of another owner than the one whose key is in use', () => {
  const { db } = temporaryLibrary()
  put(db, [image(1), image(2), image(3)])
  const library = createLibrary({ db, now: () => 1, onChange: () => undefined, wake: () => undefined })
  const setFavorite = (record: number): void =>
    void valueOf(library.setFavorite({ records: Uint32Array.of(record), favorite: true }))
  const due = (): number[] =>
    nextEntries(db, { group: 'images', lane: 'interactive', limit: 9, now: 1 }).map((entry) => entry.record)

  // Before any key is known, an entry belongs to the first owner.
  setFavorite(1)
  expect(due()).toEqual([1])
  const a = addKeyOwner(db, 'images', { hash: 'a', owner: null })
  const b = addKeyOwner(db, 'images', { hash: 'b', owner: null })
  setCurrentOwner(db, 'images', a)
  setFavorite(2)
  expect(due()).toEqual([2, 1])

  setCurrentOwner(db, 'images', b)
  expect(due()).toEqual([])
  setFavorite(3)
  expect(due()).toEqual([3])
  expect([countOutbox(db).waiting, countWaitingEntries(db, 'images')]).toEqual([3, 3])

  setCurrentOwner(db, 'images', a)
  expect(due()).toEqual([2, 1])
})

it('does not send a favorite of another owner along with a rename', () => {
  const { db } = temporaryLibrary()
  const [record = 0] = put(db, [image(1)])
  const library = createLibrary({ db, now: () => 1, onChange: () => undefined, wake: () => undefined })
  const [a, b] = ['a', 'b'].map((hash) => addKeyOwner(db, 'images', { hash, owner: null }))
  setCurrentOwner(db, 'images', a ?? 0)
  valueOf(library.setFavorite({ records: Uint32Array.of(record), favorite: true }))
  setCurrentOwner(db, 'images', b ?? 0)
  valueOf(library.renameImage({ record, name: 'New' }))
  const due = nextEntries(db, { group: 'images', lane: 'interactive', limit: 9, now: 1 })
  expect(due).toMatchObject([{ kind: 'name', companion: null }])
})

it('knows for each record whose key was in use when it was first seen', () => {
  const { db } = temporaryLibrary()
  const ownerOf = (record = 0): number | null => ownerOfRecord(db, 'images', record)
  const [a = 0, b = 0] = ['a', 'b'].map((hash) => addKeyOwner(db, 'images', { hash, owner: null }))
  expect(ownerOf(1)).toBeNull()
  setCurrentOwner(db, 'images', a)
  const [first] = put(db, [image(1)])
  expect(ownerOf(first)).toBe(a)
  setCurrentOwner(db, 'images', b)
  setCurrentOwner(db, 'images', a)
  setCurrentOwner(db, 'images', b)
  const [second] = put(db, [image(2)])
  setCurrentOwner(db, 'images', a)
  const [third] = put(db, [image(3)])
  expect([first, second, third].map(ownerOf)).toEqual([a, b, a])
  expect(ownerOfRecord(db, 'projects', third ?? 0)).toBeNull()
})

it('assigns creates to the owner of the first accepted key, and late reads to the owner of the earlier key', () => {
  const { db } = temporaryLibrary()
  const library = createLibrary({ db, now: () => 1, onChange: () => undefined, wake: () => undefined })
  const create = (): void => void valueOf(library.createImage({ form: FORM }))
  const [a = 0, b = 0] = ['a', 'b'].map((hash) => addKeyOwner(db, 'images', { hash, owner: null }))
  setCurrentOwner(db, 'images', a)
  put(db, [image(1)])
  setCurrentOwner(db, 'images', b)
  noteUndecidedKey(db, 'images')
  create()
  const late = put(db, [image(2)])
  create()
  create()
  setCurrentOwner(db, 'images', a)
  const records = db.column<number>('SELECT record FROM records ORDER BY record')
  const expected = records.map((record) => (late.includes(record) ? b : a))
  expect(records.map((record) => ownerOfRecord(db, 'images', record))).toEqual(expected)
})

it.each([true, false])('applies the decision of the user on two owners that were not compared (same: %s)', (isSame) => {
  const { db } = temporaryLibrary()
  const add = (hash: string): number => addKeyOwner(db, 'images', { hash, owner: null })
  const a = add('a')
  setCurrentOwner(db, 'images', a)
  put(db, [image(1)])
  const u = add('u')
  noteUncompared(db, 'images', u)
  setCurrentOwner(db, 'images', u)
  const [second = 0] = put(db, [image(2)])
  expect(mayBeSameOwner(db, 'images', a)).toBe(true)
  decideOwners(db, 'images', { owner: a, isSame })
  expect(mayBeSameOwner(db, 'images', a)).toBe(false)
  const expectedOwner = isSame ? a : u
  const owners = [ownerOfKey(db, 'images', 'u'), ownerOfRecord(db, 'images', second), currentOwner(db, 'images')]
  expect(owners).toEqual([expectedOwner, expectedOwner, expectedOwner])
})
