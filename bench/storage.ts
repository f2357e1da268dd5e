/** `node bench/storage.ts`. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { number, runCommand } from '../drivers/command-line.ts'
import { createLibrary, type Library } from '../src/main/engine/library/create-library.ts'
import { createLibraryReader, type LibraryReader } from '../src/main/engine/library/reader.ts'
import {
  close,
  inIntentTransaction,
  inTransaction,
  openForReading,
  openForWriting,
  type WriteDb
} from '../src/main/engine/storage/database.ts'
import { mergeImage } from '../src/main/engine/storage/image-row.ts'
import { applyImages, rankOfImage } from '../src/main/engine/storage/images.ts'
import { nextSequence } from '../src/main/engine/storage/meta.ts'
import { countOutbox, nextEntries } from '../src/main/engine/storage/outbox.ts'
import { openPass } from '../src/main/engine/storage/passes.ts'
import { searchText } from '../src/main/engine/storage/search.ts'
import { claimEntries, settleEntries } from '../src/main/engine/storage/settle-entry.ts'
import { EMPTY_QUERY, type ImageQuery } from '../src/shared/query.ts'
import { makeImage, makePage, valueOf, measureCandidates, measureVerbs } from './storage-library.ts'
import { median, say, sayMedian, sayOnce, time, type Spent } from './timing.ts'

const EVERYTHING: ImageQuery = EMPTY_QUERY

/** Writes the same rows by bare prepared statements: no lookup, no comparison, no change log. */
function applyRaw(db: WriteDb, pages: readonly (readonly ReturnType<typeof makeImage>[])[], pass: number): void {
  for (const page of pages) {
    inTransaction(db, () => {
      for (const image of page) {
        const record = db.insert("INSERT INTO records (grp, service_id, first_seen_at) VALUES ('images', ?, 1)", [
          image.id
        ])
        const row = mergeImage(image, null)
        db.run(
          `INSERT INTO images (record, read_at, request_sequence, name, name_key, style, medium, filter, resolution, picture_stamp,
             created_at, updated_at, description, results, result, url, picture, other)
           VALUES (:record, 1, 1, :name, :name_key, :style, :medium, :filter, :resolution, :picture_stamp,
             :created_at, :updated_at, :description, :results, :result, :url, :picture, :other)`,
          { record, ...row }
        )
        const folded = searchText(row.name, row.description)
        db.run('INSERT INTO texts VALUES (?, ?)', [record, folded])
        db.run('INSERT INTO trigrams (rowid, folded) VALUES (?, ?)', [record, folded])
        db.run('INSERT INTO flags VALUES (?, ?, 0, NULL, NULL)', [record, image.fields.favorite ? 1 : 0])
        db.run("INSERT INTO seen VALUES ('full', ?, ?)", [record, pass])
      }
    })
  }
}

function measurePull(dir: string, total: number): void {
  const count = Math.min(total, 20_000)
  const pages = Array.from({ length: count / 100 }, (_, page) => makePage(count, page))
  const start = (file: string): { db: WriteDb; pass: number } => {
    const db = valueOf(openForWriting(join(dir, file)))
    return { db, pass: openPass(db, { group: 'images', kind: 'full', order: 'desc', startedAt: 1 }) }
  }
  const ours = start('pull.db')
  const raw = start('raw.db')
  const apply = (page: (typeof pages)[number]): unknown =>
    applyImages(ours.db, { records: page, requestSequence: nextSequence(ours.db), readAt: 1, pass: ours.pass })
  const rawMs = time(() => applyRaw(raw.db, pages, raw.pass))
  const oursMs = time(() => pages.forEach(apply))
  say(`pull: ${count.toLocaleString('en')} new records by pages of 100`, oursMs, { raw: rawMs, reach: '<= 1.25 x' })
  for (const { db } of [ours, raw]) close(db)
}

function build(db: WriteDb, total: number): void {
  const pass = openPass(db, { group: 'images', kind: 'full', order: 'desc', startedAt: 1 })
  const pages = Math.ceil(total / 100)
  const each: Spent[] = []
  for (let page = 0; page < pages; page++) {
    const records = makePage(total, page)
    each.push(time(() => applyImages(db, { records, requestSequence: nextSequence(db), readAt: 1, pass })))
  }
  const slowest = each.toSorted((a, b) => a.cpu - b.cpu)
  say('first pass: apply of a page of 100, median', median(each))
  say('first pass: 99 of 100 pages within', slowest[Math.floor(slowest.length * 0.99)] ?? median(each))
  say('first pass: longest page', slowest.at(-1) ?? median(each))
}

function measurePages(db: WriteDb, total: number): void {
  const at = (page: number): ReturnType<typeof makePage> => makePage(total, page * 7)
  const apply = (records: ReturnType<typeof makePage>): unknown =>
    applyImages(db, { records, requestSequence: nextSequence(db), readAt: 2, pass: null })
  const revision = (): number | undefined => db.value<number>('SELECT max(revision) FROM changes')
  const before = revision()
  sayMedian('unchanged page of 100', 50, (page) => apply(at(page)))
  if (revision() !== before) throw new Error('An unchanged page caused a write.')
  const renamed = (page: number): ReturnType<typeof makePage> =>
    at(page).map((image) => ({ ...image, fields: { ...image.fields, name: `${image.fields.name} again` } }))
  sayMedian('page of 100 renamed', 20, (page) => apply(renamed(page)))
  sayMedian('rank of a record among the ids', 20, (n) => rankOfImage(db, 1 + n * 37, 'desc'))
}

function measureViews(reader: LibraryReader): void {
  const open = (query: ImageQuery): ReturnType<LibraryReader['openView']> => reader.openView({ query })
  sayOnce('first view: columns and order loaded', () => open(EVERYTHING))
  sayMedian('view of everything, order loaded', 9, () => open(EVERYTHING))
  sayOnce('view by name, first', () => open({ ...EVERYTHING, sortBy: 'name' }))
  sayMedian('view by name, order loaded', 9, () => open({ ...EVERYTHING, sortBy: 'name' }))
  const anime = { ...EVERYTHING, facets: { ...EVERYTHING.facets, style: ['anime'] }, favorite: false }
  sayMedian('view of one style, not favorites', 9, () => open(anime))
  const searches = ['h', 'ha', 'har', 'harbour', 'harbour lantern', 'zzz', '9972']
  for (const search of searches) {
    sayOnce(`search "${search}"`, () => open({ ...EVERYTHING, search }))
  }
  sayMedian('counts of every facet', 9, () => reader.countFacets({ query: anime }))
}

function measureSelections(reader: LibraryReader, total: number): void {
  const rows = Uint32Array.from({ length: 100 }, (_, at) => 1 + Math.floor((total / 101) * at))
  sayMedian('100 rows', 50, () => reader.getImages({ records: rows }))
  const { view } = valueOf(reader.openView({ query: EVERYTHING }))
  sayMedian('select all: freeze', 9, () => reader.freezeSelection({ view }))
  const { selection } = valueOf(reader.freezeSelection({ view }))
  const none = new Uint32Array()
  const target = { kind: 'selection', selection, plus: none, except: Uint32Array.of(5) } as const
  sayMedian('select all: resolve', 9, () => reader.resolveTarget({ target }))
  sayMedian('select all: describe', 9, () => reader.describeTarget({ target, view }))
}

/** Half of the library is viewed, and the stop of the review has left its view. */
function measureReview(reader: LibraryReader, library: Library, total: number): void {
  const query: ImageQuery = { ...EVERYTHING, mark: 'not-viewed' }
  const open = () => reader.openView({ query })
  sayMedian('not viewed yet: view, nothing viewed', 9, open)
  const half = Uint32Array.from({ length: total / 2 }, (_, at) => at + 1)
  sayOnce('not viewed yet: mark half of the library', () => library.markViewed({ records: half }))
  sayOnce('not viewed yet: first view after that', open)
  sayMedian('not viewed yet: view, half viewed', 9, open)
  const one = (n: number) => Uint32Array.of(total - n)
  sayMedian('not viewed yet: mark one, on disk', 50, (n) => library.markViewed({ records: one(n) }))
  sayMedian('not viewed yet: mark one, and read its view', 20, (n) => [
    library.markViewed({ records: one(100 + n) }),
    open()
  ])
  sayMedian('review: store its position, on disk', 50, (n) => library.saveReviewStop({ query, record: total / 2 - n }))
  sayMedian('review: view with a position that left it', 9, open)
  sayMedian('not viewed yet: counts of every facet', 9, () => reader.countFacets({ query }))
}

const RAW_BATCH = `INSERT INTO batches (batch, verb, kind, size, waiting, done, unchanged, needs_attention, canceled, started_at)
  VALUES (:batch, 'favorite', 'favorite', :size, :size, 0, 0, 0, 0, 1)`
const RAW_ITEMS = `INSERT INTO batch_items (batch, record, before, after, outcome)
  SELECT :batch, value, 0, 1, 'waiting' FROM json_each(:records)`
const RAW_ENTRIES = `INSERT INTO outbox (record, kind, want, base, revision, tries, not_before, batch, is_interactive)
  SELECT value, 'favorite', 1, 0, 1, 0, 0, :batch, 0 FROM json_each(:records)`

/** Writes the required minimum by three statements: a batch, its items, its entries. */
function favoriteRaw(db: WriteDb, batch: number, records: Uint32Array): void {
  inIntentTransaction(db, () => {
    const params = { batch, records: `[${records.join(',')}]` }
    const size = records.length
    db.run(RAW_BATCH, { batch, size })
    db.run(RAW_ITEMS, params)
    db.run(RAW_ENTRIES, params)
  })
}

function emptyOutbox(db: WriteDb): void {
  inTransaction(db, () => {
    for (const table of ['outbox', 'batch_items', 'batches']) db.run(`DELETE FROM ${table}`)
  })
  db.all('PRAGMA wal_checkpoint(TRUNCATE)')
}

function measureFavorites(db: WriteDb, library: Library, total: number): void {
  for (const count of [1, 10_000, Math.min(100_000, total / 2)]) {
    const plain = Uint32Array.from({ length: total }, (_, at) => at + 1).filter(
      (record) => (total - record + 1) % 4 !== 0
    )
    const records = plain.filter((_, at) => at % Math.floor(plain.length / count) === 0).slice(0, count)
    const raws: Spent[] = []
    const ours: Spent[] = []
    const undos: Spent[] = []
    for (let round = 0; round < 5; round++) {
      emptyOutbox(db)
      raws.push(time(() => favoriteRaw(db, 1_000_000 + round, records)))
      emptyOutbox(db)
      ours.push(time(() => library.setFavorite({ records, favorite: true })))
      undos.push(time(() => library.setFavorite({ records, favorite: false })))
    }
    const label = count.toLocaleString('en')
    say(`favorite ${label}, on disk`, median(ours), { raw: median(raws), reach: '<= 2 x' })
    say(`un-favorite ${label} before sending`, median(undos))
  }
}

function measurePush(db: WriteDb, library: Library, total: number): void {
  emptyOutbox(db)
  const records = Uint32Array.from({ length: total / 5 }, (_, at) => at + 1)
  library.setFavorite({ records, favorite: true })
  const next = (): ReturnType<typeof nextEntries> =>
    nextEntries(db, { group: 'images', limit: 64, now: 1, lane: 'batch' })
  sayMedian('next 64 entries of a long outbox', 20, next)
  sayMedian('count of the outbox', 20, () => countOutbox(db))
  const claims: Spent[] = []
  const settles: Spent[] = []
  for (let round = 0; round < 50; round++) {
    const entries = next()
    claims.push(time(() => claimEntries(db, { entries, instance: 'b', now: 1 })))
    const images = entries.map(({ record }) => makeImage(total - record + 1))
    const answered = images.map((image) => ({ ...image, fields: { ...image.fields, favorite: true } }))
    const results = entries.map(({ entry, revision }) => ({
      entry,
      revision,
      outcome: { kind: 'acknowledged' } as const
    }))
    settles.push(time(() => settleEntries(db, { results, images: answered, now: 1, sequence: nextSequence(db) })))
  }
  say('claim 64', median(claims))
  say('acknowledge 64', median(settles))
}

function measure(dir: string, total: number): void {
  measurePull(dir, total)
  const file = join(dir, 'library.db')
  const db = valueOf(openForWriting(file))
  build(db, total)
  console.log(`library file: ${(statSync(file).size / 1e6).toFixed(0)} MB`)
  const readDb = valueOf(openForReading(file))
  const before = process.memoryUsage().rss
  const reader = createLibraryReader(readDb)
  measureViews(reader)
  measureSelections(reader, total)
  console.log(`resident memory grew by ${((process.memoryUsage().rss - before) / 1e6).toFixed(0)} MB while reading`)
  measurePages(db, total)
  const library = createLibrary({ db, now: Date.now, onChange: () => undefined, wake: () => undefined })
  measureReview(reader, library, total)
  close(readDb)
  measureFavorites(db, library, total)
  measurePush(db, library, total)
  emptyOutbox(db)
  measureVerbs(
    db,
    library,
    Uint32Array.from({ length: Math.min(100_000, total / 2) }, (_, at) => at + 1)
  )
  measureCandidates(db, openPass(db, { group: 'images', kind: 'full', order: 'asc', startedAt: 3 }))
  close(db)
}

await runCommand(
  {
    name: 'node bench/storage.ts',
    about:
      'Figures of the library file, against raw SQLite in the same run: a line each, with the ratio to its raw peer.',
    options: { images: number('images of the library', 500_000, [1_000, 5_000_000]) }
  },
  ({ images }) => {
    const dir = mkdtempSync(join(tmpdir(), 'proofsheet-bench-'))
    try {
      console.log(`${images.toLocaleString('en')} images, Node ${process.version}`)
      measure(dir, images)
      return 0
    } finally {
      rmSync(dir, { recursive: true })
    }
  }
)
