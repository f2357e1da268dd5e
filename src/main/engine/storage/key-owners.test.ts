import { expect, it } from 'vitest'

import { image, put, temporaryLibrary, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { createLibrary } from '../library/create-library.ts'
import { addKeyOwner, countWaitingEntries, setCurrentOwner } from './key-owners.ts'
import { countOutbox, nextEntries } from './outbox.ts'

it('never hands out entries of another owner than the one whose key is in use', () => {
  const { db } = temporaryLibrary()
  put(db, [image(1), image(2), image(3)])
  const library = createLibrary({ db, now: () => 1, onChange: () => undefined, wake: () => undefined })
  const star = (record: number): void =>
    void valueOf(library.setFavorite({ records: Uint32Array.of(record), favorite: true }))
  const due = (): number[] =>
    nextEntries(db, { group: 'images', lane: 'hand', limit: 9, now: 1 }).map((entry) => entry.record)

  // Before any key is known the entry belongs to whoever comes first.
  star(1)
  expect(due()).toEqual([1])
  const a = addKeyOwner(db, 'images', { hash: 'a', owner: null })
  const b = addKeyOwner(db, 'images', { hash: 'b', owner: null })
  setCurrentOwner(db, 'images', a)
  star(2)
  expect(due()).toEqual([2, 1])

  setCurrentOwner(db, 'images', b)
  expect(due()).toEqual([])
  star(3)
  expect(due()).toEqual([3])
  expect([countOutbox(db).waiting, countWaitingEntries(db, 'images')]).toEqual([3, 3])

  setCurrentOwner(db, 'images', a)
  expect(due()).toEqual([2, 1])
})

it('lets a rename take no star along that another owner wanted', () => {
  const { db } = temporaryLibrary()
  const [record = 0] = put(db, [image(1)])
  const library = createLibrary({ db, now: () => 1, onChange: () => undefined, wake: () => undefined })
  const [a, b] = ['a', 'b'].map((hash) => addKeyOwner(db, 'images', { hash, owner: null }))
  setCurrentOwner(db, 'images', a ?? 0)
  valueOf(library.setFavorite({ records: Uint32Array.of(record), favorite: true }))
  setCurrentOwner(db, 'images', b ?? 0)
  valueOf(library.renameImage({ record, name: 'New' }))
  const due = nextEntries(db, { group: 'images', lane: 'hand', limit: 9, now: 1 })
  expect(due).toMatchObject([{ kind: 'name', companion: null }])
})
