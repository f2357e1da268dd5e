/**
 * A large library, of 800,000 images in `npm run test:deep`: requests of the screens cost as much as with a small one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LibraryReader, createLibraryReader } from '../../src/main/engine/library/reader.ts'
import { type ReadDb, close, openForReading, openForWriting } from '../../src/main/engine/storage/database.ts'
import { type ImageQuery, EMPTY_QUERY } from '../../src/shared/query.ts'
import { inDepth } from '../helpers/depth.ts'
import { valueOf } from '../helpers/temporary-library.ts'

const IMAGES = inDepth(800_000, 100_000)
/** A record whose name is no prefix of another name. */
const NAMED = inDepth(654_321, 65_432)

/** Written directly into the tables, because pages would take minutes. */
const FILL = [
  `WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${IMAGES})
   INSERT INTO records (record, grp, service_id, first_seen_at) SELECT at, 'images', at, 1 FROM n`,
  `INSERT INTO images (record, name, name_key, read_at, request_sequence)
   SELECT record, 'Image ' || record, 'image ' || record, 1, 1 FROM records`,
  'INSERT INTO flags (record, favorite) SELECT record, record % 4 = 0 FROM records',
  `INSERT INTO texts SELECT record, 'image ' || record || char(10) FROM records`,
  'INSERT INTO trigrams (rowid, folded) SELECT record, folded FROM texts'
]

const folder = mkdtempSync(join(tmpdir(), 'proofsheet-large-'))
let db: ReadDb
let reader: LibraryReader

beforeAll(() => {
  const file = join(folder, 'library.db')
  const writer = valueOf(openForWriting(file))
  for (const statement of FILL) writer.run(statement)
  close(writer)
  db = valueOf(openForReading(file))
  reader = createLibraryReader(db)
}, 300_000)

afterAll(() => {
  close(db)
  rmSync(folder, { recursive: true, force: true })
})

const view = (query: Partial<ImageQuery> = {}): Uint32Array =>
  valueOf(reader.openView({ query: { ...EMPTY_QUERY, ...query } })).numbers

/** Median of several runs, ms, because a busy machine delays one or two of them. */
function medianOf(run: () => void): number {
  const times = Array.from({ length: 9 }, () => {
    const begin = performance.now()
    run()
    return performance.now() - begin
  })
  return times.toSorted((a, b) => a - b)[4] ?? 0
}

describe(`a library of ${IMAGES.toLocaleString('en')} images`, () => {
  it('returns its whole order as one typed array', () => {
    const numbers = view()
    expect(numbers).toBeInstanceOf(Uint32Array)
    expect(numbers).toHaveLength(IMAGES)
    expect([numbers[0], numbers.at(-1)]).toEqual([IMAGES, 1])
  })

  it('reads rows in its middle as quickly as its first ones, and finds one name', () => {
    const numbers = view()
    const read = (from: number) => valueOf(reader.getImages({ records: numbers.subarray(from, from + 100) }))
    expect(read(IMAGES / 2)).toHaveLength(100)
    const first = medianOf(() => read(0))
    // The factor allows for warm caches at the top, the minimum for the resolution of the clock.
    expect(medianOf(() => read(IMAGES / 2))).toBeLessThan(Math.max(5, 4 * first))
    expect([...view({ search: `image ${NAMED}` })]).toEqual([NAMED])
    expect(view({ favorite: true })).toHaveLength(IMAGES / 4)
  })
})
