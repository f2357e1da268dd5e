/** Holds the library against the service, record by record. Reads the file itself, not what the program says of it. */
import Database from 'better-sqlite3'
import type { ServiceTruth } from '../../src/reference-service/reference-service.ts'

interface LibraryRow {
  readonly service_id: string
  readonly name: string | null
  readonly style: string | null
  readonly medium: string | null
  readonly filter: string | null
  readonly resolution: string | null
  readonly favorite: number
}

const ROWS = `
  SELECT r.service_id, i.name, i.style, i.medium, i.filter, i.resolution, f.favorite
  FROM records r JOIN images i USING (record) LEFT JOIN flags f USING (record)
  WHERE r.grp = 'images'`

/** Sentences for every difference, at most 20 of them; empty = the two are the same. */
export function compareLibrary(file: string, truth: ServiceTruth): readonly string[] {
  const database = new Database(file, { readonly: true })
  try {
    const rows = new Map((database.prepare(ROWS).all() as LibraryRow[]).map((row) => [row.service_id, row]))
    const unsent = (database.prepare('SELECT count(*) AS n FROM outbox').get() as { n: number }).n
    const differences = unsent === 0 ? [] : [`${unsent} entries are still in the outbox.`]
    for (const [id, record] of truth.images)
      differences.push(...differencesOf(String(id), record, rows.get(String(id))))
    for (const id of rows.keys()) if (!truth.images.has(Number(id))) differences.push(`${id} is not on the service.`)
    return differences.slice(0, 20)
  } finally {
    database.close()
  }
}

type TruthRecord = ServiceTruth['images'] extends ReadonlyMap<number, infer R> ? R : never

const FIELDS = ['name', 'style', 'medium', 'filter', 'resolution'] as const

function differencesOf(id: string, record: TruthRecord, row: LibraryRow | undefined): readonly string[] {
  if (row === undefined) return [`${id} is missing here.`]
  const fields = FIELDS.filter((field) => (row[field] ?? null) !== (record[field] ?? null))
  const sentences = fields.map(
    (field) => `${id}: ${field} is "${String(row[field])}" here and "${String(record[field])}" there.`
  )
  if ((row.favorite === 1) !== record.favorite)
    sentences.push(`${id}: favorite is ${row.favorite} here and ${String(record.favorite)} there.`)
  return sentences
}
