/** Rebuilding a damaged library, without losing any readable unsent change. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { image, put, temporaryFolder, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { inDepth } from '../../../../test/helpers/depth.ts'
import { createLibrary, type Library } from '../library/create-library.ts'
import { close, openForReading, openForWriting, type ReadDb, type WriteDb } from './database.ts'
import { handOver } from './entries.ts'
import { addKeyOwner, setCurrentOwner } from './key-owners.ts'
import { nextSequence, writeMeta } from './meta.ts'
import { applyProjects } from './projects.ts'
import { countUnsent, rebuildLibrary } from './rebuild.ts'
import { keepCandidates, keptAt, removeRecords } from './removals.ts'
import { sight } from './tombstones.ts'
import { findReviewStop } from './viewed.ts'
import { NO_FACETS } from '../../../shared/image.ts'
import { EMPTY_QUERY } from '../../../shared/query.ts'

const NOW = Date.UTC(2026, 10, 28, 9, 41)
const PAGE = 4_096
const FORM = {
  name: 'Neon harbour',
  description: 'A harbour at night',
  resolution: '512x512',
  ...NO_FACETS
}

/** Adds 600 images with unsent changes: 400 favorites, one rename, two creates and one deletion. */
function fillLibrary(db: WriteDb): void {
  setCurrentOwner(db, 'images', addKeyOwner(db, 'images', { hash: 'abc', owner: null }))
  const library: Library = createLibrary({ db, now: () => 1_000, onChange: () => undefined, wake: () => undefined })
  const images = Array.from({ length: 600 }, (_, n) => image(n + 1, { results: ['a.png'] }))
  for (let at = 0; at < images.length; at += 100) put(db, images.slice(at, at + 100))
  valueOf(library.setFavorite({ records: Uint32Array.from({ length: 400 }, (_, n) => n + 1), favorite: true }))
  valueOf(library.renameImage({ record: 401, name: 'Old pier' }))
  valueOf(library.deleteImages({ records: Uint32Array.of(402) }))
  valueOf(library.createImage({ form: FORM }))
  valueOf(library.createImage({ form: { ...FORM, name: 'Second harbour' } }))
}
const UNSENT = 404

interface DesiredEntry {
  readonly record: number
  readonly kind: string
  readonly want: number
  readonly text: string | null
}

const desiredEntriesOf = (db: ReadDb): DesiredEntry[] =>
  db.all<DesiredEntry>('SELECT record, kind, want, want_text AS text FROM outbox ORDER BY record, kind')

/** Creates such a library, closes and damages it, and returns its desired values. */
function damagedLibrary(damage: (file: string) => void): {
  readonly file: string
  readonly desired: readonly DesiredEntry[]
} {
  const file = join(temporaryFolder(), 'library.sqlite')
  const db = valueOf(openForWriting(file))
  fillLibrary(db)
  const desired = desiredEntriesOf(db)
  close(db)
  damage(file)
  return { file, desired }
}

function overwritePages(file: string, pages: readonly number[]): void {
  const bytes = readFileSync(file)
  for (const page of pages) bytes.fill(0xa5, (page - 1) * PAGE, page * PAGE)
  writeFileSync(file, bytes)
}

/** Returns the root page of a table or an index, from the intact file. */
function pagesOf(file: string, name: string): readonly number[] {
  const db = valueOf(openForWriting(file))
  const root = db.value<number>('SELECT rootpage FROM sqlite_schema WHERE name = ?', [name])
  close(db)
  return root === undefined ? [] : [root]
}

/** Returns the pages of the schema and every n-th of the others. */
function samplePages(file: string, every: number): { readonly schema: readonly number[]; readonly others: number[] } {
  const db = valueOf(openForReading(file))
  const schema = db.column<number>("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'")
  const count = db.value<number>('PRAGMA page_count') ?? 0
  close(db)
  const others = Array.from({ length: count }, (_, at) => at + 1).filter((page) => !schema.includes(page))
  return { schema, others: others.filter((_, at) => at % every === 0) }
}

/** Checks the invariants of a library, whatever was lost before. */
function expectSound(db: ReadDb): void {
  expect(db.value('PRAGMA integrity_check')).toBe('ok')
  expect(db.all('PRAGMA foreign_key_check')).toEqual([])
  const count = (outcome: string): string =>
    `(SELECT count(*) FROM batch_items i WHERE i.batch = b.batch AND outcome = '${outcome}')`
  const unequal = `SELECT batch FROM batches b WHERE waiting <> ${count('waiting')} OR done <> ${count('done')}
    OR unchanged <> ${count('unchanged')} OR needs_attention <> ${count('needs-attention')} OR canceled <> ${count('canceled')}`
  expect(db.column(unequal)).toEqual([])
  expect(db.column('SELECT batch FROM batches WHERE (waiting > 0) <> (finished_at IS NULL)')).toEqual([])
  const detached = `SELECT entry FROM outbox o WHERE NOT EXISTS (SELECT 1 FROM batch_items i
    WHERE i.batch = o.batch AND i.record = o.record) OR NOT EXISTS (SELECT 1 FROM records r WHERE r.record = o.record)`
  expect(db.column(detached)).toEqual([])
  const orphans = `SELECT record FROM batch_items i WHERE outcome = 'waiting'
    AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.record = i.record)`
  expect(db.column(orphans)).toEqual([])
}

const SENT_ONCE = "kind IN ('create', 'delete-project')"

describe('rebuilding', () => {
  it('keeps every unsent change if only the mirror is damaged', () => {
    const { file, desired } = damagedLibrary((at) => overwritePages(at, pagesOf(at, 'images')))
    expect(countUnsent(file)).toBe(UNSENT)
    const rebuilt = valueOf(rebuildLibrary(file, NOW))
    expect(rebuilt).toEqual({ kept: UNSENT, lost: [], setAside: 'library.sqlite.damaged-20261128T094100Z' })
    const db = valueOf(openForWriting(file))
    expect(desiredEntriesOf(db)).toEqual(desired)
    expectSound(db)
    // Before anything about these is sent, they are read from the service.
    expect(db.value('SELECT max(read_at) FROM images')).toBe(0)
    expect(db.value('SELECT count(*) FROM outbox WHERE owner = 1')).toBe(UNSENT)
    close(db)
  })

  it('keeps the dates that images are sorted by, even if only the index of ids can be read', () => {
    const created = (at: number) => 1_700_000_000_000 + at
    for (const damage of [() => undefined, (at: string) => overwritePages(at, pagesOf(at, 'records'))]) {
      const { file } = damagedLibrary((at) => {
        const old = valueOf(openForWriting(at))
        old.run('UPDATE images SET created_at = 1700000000000 + record WHERE record <= 300')
        old.run('UPDATE records SET born_at = NULL')
        close(old)
        damage(at)
      })
      valueOf(rebuildLibrary(file, NOW))
      const db = valueOf(openForWriting(file))
      const born = (record: number) => db.value('SELECT born_at FROM records WHERE record = ?', [record])
      expect([born(1), born(300), born(301)]).toEqual([created(1), created(300), null])
      close(db)
    }
  })

  it('keeps which images were viewed, and where reviews stopped', () => {
    const { file } = damagedLibrary((damaged) => {
      const db = valueOf(openForWriting(damaged))
      const library = createLibrary({ db, now: () => 1_000, onChange: () => undefined, wake: () => undefined })
      valueOf(library.markViewed({ records: Uint32Array.of(500, 501) }))
      valueOf(library.saveReviewStop({ query: EMPTY_QUERY, record: 502 }))
      close(db)
    })
    valueOf(rebuildLibrary(file, NOW))
    const db = valueOf(openForWriting(file))
    // Known to the service under the same numbers, so that reading the list changes nothing.
    const ids = db.column('SELECT service_id FROM records WHERE record IN (500, 501, 502)')
    const stop = findReviewStop(db, EMPTY_QUERY)
    expect([db.column('SELECT record FROM viewed'), stop, ids]).toEqual([[500, 501], 502, ['500', '501', '502']])
    close(db)
  })

  it('reuses no number of records, batches or entries', () => {
    const { file } = damagedLibrary(() => undefined)
    valueOf(rebuildLibrary(file, NOW))
    const db = valueOf(openForWriting(file))
    expect(put(db, [image('new')])).toEqual([603])
    close(db)
  })

  it('begins the sequence of requests again, so that the next response counts, whatever number was lost', () => {
    const { file } = damagedLibrary((path) => {
      const db = valueOf(openForWriting(path))
      for (let sent = 0; sent < 5_000; sent += 1) nextSequence(db)
      removeRecords(db, { records: [500], now: 1_000, sequence: nextSequence(db) })
      keepCandidates(db, 'images', [])
      writeMeta(db, 'sequence', '4x')
      close(db)
    })
    valueOf(rebuildLibrary(file, NOW))
    const db = valueOf(openForWriting(file))
    const sequence = nextSequence(db)
    expect([sequence, keptAt(db, 'images')]).toEqual([1, 0])
    expect(sight(db, { record: 500, requestSequence: sequence, sequence, readAt: NOW })).toBe('revived')
    close(db)
  })

  it('keeps the damaged file and its journal, byte for byte', () => {
    const original = { bytes: Buffer.alloc(0) }
    const { file } = damagedLibrary((at) => {
      writeFileSync(at, Buffer.from('this is no library'.repeat(1_000)))
      writeFileSync(`${at}-wal`, 'nor is this')
      original.bytes = readFileSync(at)
    })
    expect(countUnsent(file)).toBeNull()
    const { kept, lost, setAside } = valueOf(rebuildLibrary(file, NOW))
    expect([kept, lost]).toEqual([0, []])
    const folder = join(dirname(file), setAside)
    expect(readFileSync(join(folder, 'library.sqlite')).equals(original.bytes)).toBe(true)
    expect(readFileSync(join(folder, 'library.sqlite-wal'), 'utf8')).toBe('nor is this')
    close(valueOf(openForWriting(file)))
  })

  it('restores a lost row of the outbox from the item of its batch', () => {
    const { file, desired } = damagedLibrary((at) => overwritePages(at, pagesOf(at, 'outbox')))
    const { kept, lost } = valueOf(rebuildLibrary(file, NOW))
    const db = valueOf(openForWriting(file))
    expect([kept, lost]).toEqual([UNSENT, []])
    expect(desiredEntriesOf(db)).toEqual(desired)
    // Never claimed, so they are pending and not looked up.
    expect(db.column("SELECT DISTINCT state FROM entries WHERE kind = 'create'")).toEqual(['waiting'])
    expectSound(db)
    close(db)
  })

  it('looks up a claimed create, so that it is not ordered again', () => {
    const { file } = damagedLibrary((at) => {
      const db = valueOf(openForWriting(at))
      db.run("UPDATE creates SET sent_at = 5, highest_id = '600'")
      close(db)
      overwritePages(at, pagesOf(at, 'outbox'))
    })
    valueOf(rebuildLibrary(file, NOW))
    const db = valueOf(openForWriting(file))
    expect(db.column("SELECT DISTINCT state FROM entries WHERE kind = 'create'")).toEqual(['unknown'])
    expect(db.value("SELECT count(*) FROM entries WHERE kind = 'create' AND sent_batch = batch")).toBe(2)
    close(db)
  })

  it('looks up changes that are sent only once if their row is intact and their attempt is lost', () => {
    const { file } = damagedLibrary((at) => {
      const db = valueOf(openForWriting(at))
      applyProjects(db, {
        records: [{ project: 'shop.example.net', reports: 1, result: null, createdAt: null, other: {} }],
        requestSequence: nextSequence(db),
        readAt: 1,
        pass: null
      })
      const record = db.value<number>('SELECT record FROM projects') ?? 0
      const ports = { now: () => NOW, onChange: () => undefined, wake: () => undefined }
      valueOf(createLibrary({ db, ...ports }).deleteProject({ record }))
      db.run('UPDATE outbox SET not_before = 0')
      const entries = db.all<{ entry: number; revision: number }>(
        `SELECT entry, revision FROM outbox WHERE ${SENT_ONCE}`
      )
      for (const entry of entries) expect(handOver(db, { ...entry, instance: 'killed', now: NOW })).toBe(true)
      close(db)
      overwritePages(at, pagesOf(at, 'attempts'))
    })
    valueOf(rebuildLibrary(file, NOW))
    const db = valueOf(openForWriting(file))
    expect(db.all(`SELECT kind, state, count(*) AS count FROM entries WHERE ${SENT_ONCE} GROUP BY 1, 2`)).toEqual([
      { kind: 'create', state: 'unknown', count: 2 },
      { kind: 'delete-project', state: 'unknown', count: 1 }
    ])
    close(db)
  })

  it('names the changes that are known but cannot be read', () => {
    const pages = (at: string): readonly number[] => ['outbox', 'batch_items'].flatMap((name) => pagesOf(at, name))
    const { file } = damagedLibrary((at) => overwritePages(at, pages(at)))
    const { kept, lost } = valueOf(rebuildLibrary(file, NOW))
    expect(kept + lost.length).toBe(UNSENT)
    expect(lost).toContain('Image 17')
  })

  it('names them from the search index if the names cannot be read', () => {
    const names = ['outbox', 'batch_items', 'images']
    const { file } = damagedLibrary((at) =>
      overwritePages(
        at,
        names.flatMap((name) => pagesOf(at, name))
      )
    )
    expect(valueOf(rebuildLibrary(file, NOW)).lost).toContain('image 17')
  })

  it('sends no change that may belong to either of two accounts', () => {
    const { file } = damagedLibrary((at) => {
      const db = valueOf(openForWriting(at))
      addKeyOwner(db, 'images', { hash: 'other', owner: null })
      close(db)
      overwritePages(at, pagesOf(at, 'outbox'))
    })
    const { kept, lost } = valueOf(rebuildLibrary(file, NOW))
    expect([kept, lost.length]).toEqual([0, UNSENT])
  })

  it('after damage to any single page ends consistent, without changes that were never made', () => {
    const whole = damagedLibrary(() => undefined)
    expect(readFileSync(whole.file).length / PAGE).toBeGreaterThan(40)
    const { schema, others } = samplePages(whole.file, inDepth(1, 12))
    const expected = new Set(whole.desired.map((want) => JSON.stringify(want)))
    let checked = 0
    for (const page of [...schema, ...others]) {
      const file = join(temporaryFolder(), 'library.sqlite')
      copyFileSync(whole.file, file)
      overwritePages(file, [page])
      const { kept, lost, setAside } = valueOf(rebuildLibrary(file, NOW))
      const db = valueOf(openForWriting(file))
      expectSound(db)
      const unexpected = desiredEntriesOf(db).filter((want) => !expected.has(JSON.stringify(want)))
      expect({ page, unexpected }).toEqual({ page, unexpected: [] })
      // Without the schema nothing can be recovered or reported.
      if (countUnsent(join(dirname(file), setAside, basename(file))) !== null) {
        expect({ page, accounted: kept + lost.length }).toEqual({ page, accounted: UNSENT })
        checked += 1
      }
      close(db)
    }
    expect(checked).toBeGreaterThanOrEqual(others.length)
  })

  it.each([0.25, 0.5, 0.9])('of a file truncated to %f of its length ends consistent', (part) => {
    const { file } = damagedLibrary((at) =>
      truncateSync(at, Math.floor((readFileSync(at).length * part) / PAGE) * PAGE)
    )
    valueOf(rebuildLibrary(file, NOW))
    const db = valueOf(openForWriting(file))
    expectSound(db)
    close(db)
  })
})

describe('a rebuild that is killed', () => {
  it('before the new library is complete leaves the damaged one in place', () => {
    const { file } = damagedLibrary((at) => overwritePages(at, [2]))
    writeFileSync(`${file}.rebuilding`, 'half of one')
    const before = readFileSync(file)
    openForWriting(file)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(valueOf(rebuildLibrary(file, NOW)).setAside).toContain('damaged')
    expect(existsSync(`${file}.rebuilding`)).toBe(false)
  })

  it.each(['nothing', 'the file', 'all'])(
    'after it is complete and with %s moved is finished by the next opening',
    (moved) => {
      const { file, desired } = damagedLibrary((at) => overwritePages(at, pagesOf(at, 'images')))
      const other = damagedLibrary(() => undefined)
      writeFileSync(`${file}-wal`, 'a journal')
      renameSync(other.file, `${file}.rebuilt-1`)
      if (moved !== 'nothing') {
        const folder = `${file}.damaged-1`
        const names = moved === 'all' ? [basename(file), `${basename(file)}-wal`] : [basename(file)]
        moveInto(folder, file, names)
      }
      const db = valueOf(openForWriting(file))
      expect(desiredEntriesOf(db)).toEqual(desired)
      close(db)
      expect(readdirSync(`${file}.damaged-1`).toSorted()).toEqual(['library.sqlite', 'library.sqlite-wal'])
    }
  )
})

function moveInto(folder: string, file: string, names: readonly string[]): void {
  mkdirSync(folder)
  for (const name of names) renameSync(join(dirname(file), name), join(folder, name))
}
