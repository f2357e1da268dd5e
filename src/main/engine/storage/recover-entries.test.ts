import { describe, expect, it } from 'vitest'
import { image, put, temporaryLibrary, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM } from '../../../../test/helpers/verb-rig.ts'
import { createLibrary, type Library } from '../library/create-library.ts'
import type { WriteDb } from './database.ts'
import { addKeyOwner } from './key-owners.ts'
import { nextSequence } from './meta.ts'
import { applyProjects } from './projects.ts'
import { recoverEntries } from './recover-entries.ts'

const NOW = 1_000_000

interface Rig {
  /** The damaged library, whose outbox index can be read, and the new one. */
  readonly from: WriteDb
  readonly into: WriteDb
  /** Applies the same action to both. */
  readonly each: (act: (library: Library, db: WriteDb) => void) => void
  /** Deletes rows of the outbox in the new one, and recovers them. */
  readonly recover: (where?: string) => ReturnType<typeof recoverEntries>
}

function rig(): Rig {
  const libraries = [temporaryLibrary().db, temporaryLibrary().db] as const
  const [from, into] = libraries
  const each: Rig['each'] = (act) => {
    for (const db of libraries) {
      act(createLibrary({ db, now: () => NOW, onChange: () => undefined, wake: () => undefined }), db)
    }
  }
  each((_, db) =>
    put(
      db,
      [1, 2, 3, 4].map((id) => image(id, { favorite: id === 4 }))
    )
  )
  return {
    from,
    into,
    each,
    recover: (where = 'true') => {
      into.run(`DELETE FROM outbox WHERE ${where}`)
      return recoverEntries({ from, into })
    }
  }
}

const COLUMNS = `record, kind, want, base, revision, state, tries, not_before, batch, is_interactive, owner, want_text, base_text,
  sent_revision, sent_want, sent_batch`

const entriesOf = (db: WriteDb, columns = COLUMNS): unknown[] =>
  db.all(`SELECT ${columns} FROM entries ORDER BY record, kind`)

const setFavorite = (library: Library, records: number[], favorite = true): unknown =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite }))

describe('a change whose row is lost', () => {
  it('is recreated from its item with its desired value, but not as a single action', () => {
    const { from, into, each, recover } = rig()
    each((library) => {
      setFavorite(library, [1, 2])
      setFavorite(library, [4], false)
      valueOf(library.renameImage({ record: 3, name: 'Old pier' }))
      valueOf(library.deleteImages({ records: Uint32Array.of(1) }))
    })
    from.run('UPDATE outbox SET is_interactive = 0, not_before = 0')
    expect(recover()).toEqual([])
    const columns =
      'record, kind, want, base, state, batch, is_interactive, not_before, tries, revision, want_text, base_text'
    expect(entriesOf(into, columns)).toEqual(entriesOf(from, columns))
    expect(entriesOf(into, 'sent_revision')).toEqual(Array.from({ length: 5 }, () => ({ sent_revision: null })))
    expect(into.value("SELECT want FROM outbox WHERE record = 4 AND kind = 'favorite'")).toBe(0)
  })

  it('is recreated once, from the latest batch that has it, and not if a row is left', () => {
    const { into, each, recover } = rig()
    each((library) => {
      setFavorite(library, [1, 2])
      setFavorite(library, [1], false)
    })
    const before = into.all('SELECT * FROM outbox WHERE record = 2')
    into.run("UPDATE batch_items SET outcome = 'waiting' WHERE record = 1")
    expect(recover('record = 1')).toEqual([])
    expect(into.all('SELECT want, batch FROM outbox WHERE record = 1')).toEqual([{ want: 0, batch: 2 }])
    expect(into.all('SELECT * FROM outbox WHERE record = 2')).toEqual(before)
  })

  it('that needed attention is pending again', () => {
    const { into, each, recover } = rig()
    each((library, db) => {
      setFavorite(library, [1])
      db.run("UPDATE batch_items SET outcome = 'needs-attention'")
    })
    expect(recover()).toEqual([])
    expect(entriesOf(into, 'record, state')).toEqual([{ record: 1, state: 'waiting' }])
  })

  it('is not recreated once it has ended', () => {
    const { into, each, recover } = rig()
    each((library, db) => {
      setFavorite(library, [1])
      db.run("UPDATE batch_items SET outcome = 'done'")
    })
    expect(recover()).toEqual([{ record: 1, kind: 'favorite' }])
    expect(entriesOf(into)).toEqual([])
  })

  it('is reported if its item is lost as well', () => {
    const { into, each, recover } = rig()
    each((library) => setFavorite(library, [1, 2]))
    into.run('DELETE FROM batch_items WHERE record = 2')
    expect(recover()).toEqual([{ record: 2, kind: 'favorite' }])
    expect(entriesOf(into, 'record')).toEqual([{ record: 1 }])
  })

  it('to a name that cannot be read is reported, and sets no empty name', () => {
    const { into, each, recover } = rig()
    each((library) => valueOf(library.renameImage({ record: 3, name: 'Old pier' })))
    into.run('UPDATE batch_items SET after_text = NULL')
    expect(recover()).toEqual([{ record: 3, kind: 'name' }])
    expect(entriesOf(into)).toEqual([])
  })
})

describe('a change whose batch is lost', () => {
  const withoutBatches = (db: WriteDb): void => {
    db.run('PRAGMA foreign_keys = OFF')
    db.run('DELETE FROM batches')
  }

  it('is identified by the only change of its record in the index', () => {
    const { into, each, recover } = rig()
    each((library) => valueOf(library.renameImage({ record: 3, name: 'Old pier' })))
    withoutBatches(into)
    expect(recover()).toEqual([])
    expect(entriesOf(into, 'record, kind, want_text')).toEqual([{ record: 3, kind: 'name', want_text: 'Old pier' }])
  })

  it('is reported once, without a kind, if it may be one of two', () => {
    const { into, each, recover } = rig()
    each((library) => {
      setFavorite(library, [3])
      valueOf(library.renameImage({ record: 3, name: 'Old pier' }))
    })
    withoutBatches(into)
    expect(recover()).toEqual([{ record: 3, kind: '' }])
    expect(entriesOf(into)).toEqual([])
  })

  it('is reported if the index does not have it, or has a kind of a newer version', () => {
    const { from, into, each, recover } = rig()
    each((library) => setFavorite(library, [1, 2]))
    from.run('DELETE FROM outbox WHERE record = 1')
    from.run("UPDATE outbox SET kind = 'rotate' WHERE record = 2")
    withoutBatches(into)
    expect(recover()).toEqual([
      { record: 1, kind: '' },
      { record: 2, kind: '' }
    ])
    expect(entriesOf(into)).toEqual([])
  })
})

describe('changes that could be charged or made twice', () => {
  const order = (library: Library): unknown => valueOf(library.createImage({ form: FORM }))

  it('an unsent create is pending', () => {
    const { into, each, recover } = rig()
    each(order)
    expect(recover()).toEqual([])
    expect(entriesOf(into, 'kind, want, state, sent_revision')).toEqual([
      { kind: 'create', want: 1, state: 'waiting', sent_revision: null }
    ])
  })

  it('a claimed create is looked up, and no other one', () => {
    const { into, each, recover } = rig()
    each((library) => {
      order(library)
      order(library)
      setFavorite(library, [1])
    })
    into.run('UPDATE creates SET sent_at = 5 WHERE record = 5')
    expect(recover()).toEqual([])
    expect(entriesOf(into, 'record, state, sent_revision, sent_want, sent_batch')).toEqual([
      { record: 1, state: 'waiting', sent_revision: null, sent_want: null, sent_batch: null },
      { record: 5, state: 'unknown', sent_revision: 1, sent_want: 1, sent_batch: 1 },
      { record: 6, state: 'waiting', sent_revision: null, sent_want: null, sent_batch: null }
    ])
  })

  it('a create whose form is lost is reported', () => {
    const { into, each, recover } = rig()
    each(order)
    into.run('DELETE FROM creates')
    expect(recover()).toEqual([{ record: 5, kind: 'create' }])
    expect(entriesOf(into)).toEqual([])
  })

  it('the deletion of a project is reported and never repeated', () => {
    const { from, into, each, recover } = rig()
    each((_, db) => {
      const project = { project: 'a.example.org', reports: 2, result: null, createdAt: 1, other: {} }
      applyProjects(db, { records: [project], requestSequence: nextSequence(db), readAt: 1, pass: null })
    })
    each((library) => valueOf(library.deleteProject({ record: 5 })))
    expect(from.value('SELECT kind FROM outbox')).toBe('delete-project')
    expect(recover()).toEqual([{ record: 5, kind: 'delete-project' }])
    expect(entriesOf(into)).toEqual([])
  })
})

describe('the owner of a recreated change', () => {
  const addOwner = (hash: string): ((library: Library, db: WriteDb) => void) => {
    return (_, db) => void addKeyOwner(db, 'images', { hash, owner: null })
  }

  it('is null if no key is known', () => {
    const { into, each, recover } = rig()
    each((library) => setFavorite(library, [1, 2]))
    expect(recover()).toEqual([])
    expect(entriesOf(into, 'owner')).toEqual([{ owner: null }, { owner: null }])
  })

  it('is the only account that exists', () => {
    const { into, each, recover } = rig()
    each(addOwner('one'))
    each((library) => setFavorite(library, [1]))
    expect(recover()).toEqual([])
    expect(entriesOf(into, 'owner')).toEqual([{ owner: 1 }])
  })

  it('is that of the other changes of its batch if there are two accounts', () => {
    const { into, each, recover } = rig()
    each(addOwner('one'))
    each(addOwner('two'))
    each((library) => setFavorite(library, [1, 2]))
    into.run('UPDATE outbox SET owner = 2')
    expect(recover('record = 1')).toEqual([])
    expect(entriesOf(into, 'record, owner')).toEqual([
      { record: 1, owner: 2 },
      { record: 2, owner: 2 }
    ])
  })

  it('is unknown if there are two accounts and nothing else of its batch is left, so the change is reported', () => {
    const { into, each, recover } = rig()
    each(addOwner('one'))
    each(addOwner('two'))
    each((library) => setFavorite(library, [1]))
    expect(recover()).toEqual([{ record: 1, kind: 'favorite' }])
    expect(entriesOf(into)).toEqual([])
  })
})

describe('if the index is lost as well', () => {
  /** Loses both the rows and the index of the damaged library, so that only the items are left. */
  const lose = ({ from, recover }: Rig): ReturnType<typeof recoverEntries> => {
    from.run('DELETE FROM outbox')
    return recover()
  }

  it('a change of an unknown account is reported', () => {
    const at = rig()
    for (const hash of ['one', 'two']) at.each((_, db) => void addKeyOwner(db, 'images', { hash, owner: null }))
    at.each((library) => setFavorite(library, [1]))
    expect(lose(at)).toEqual([{ record: 1, kind: 'favorite' }])
  })

  it('a create whose form is lost is reported', () => {
    const at = rig()
    at.each((library) => valueOf(library.createImage({ form: FORM })))
    at.into.run('DELETE FROM creates')
    expect(lose(at)).toEqual([{ record: 5, kind: 'create' }])
  })

  it('the deletion of a project is reported', () => {
    const at = rig()
    at.each((library, db) => {
      const project = { project: 'a.example.org', reports: 2, result: null, createdAt: 1, other: {} }
      applyProjects(db, { records: [project], requestSequence: nextSequence(db), readAt: 1, pass: null })
      valueOf(library.deleteProject({ record: 5 }))
    })
    expect(lose(at)).toEqual([{ record: 5, kind: 'delete-project' }])
  })
})
