/** Holds the library against the service, record by record. Reads the file itself, not what the program says of it. */
import Database from 'better-sqlite3'
import type { ServiceTruth } from '../../src/reference-service/reference-service.ts'
import { LOOKS, type ImageLooks } from '../../src/shared/image.ts'

interface LibraryRow extends ImageLooks {
  readonly service_id: string
  readonly name: string | null
  readonly favorite: number
}

const ROWS = `
  SELECT r.service_id, i.name, ${LOOKS.map((look) => `i.${look}`).join(', ')}, f.favorite
  FROM records r JOIN images i USING (record) LEFT JOIN flags f USING (record)
  WHERE r.grp = 'images' AND r.record NOT IN (SELECT record FROM gone)`
const PROJECTS = `
  SELECT r.service_id FROM records r JOIN projects p USING (record)
  WHERE r.grp = 'projects' AND r.record NOT IN (SELECT record FROM gone)`
/** A sentence for each kind of difference would fill the screen; the first ones tell enough. */
const MAX_SENTENCES = 20

export interface Comparison {
  /** Sentences for every difference, at most 20 of them; empty = the two are the same. */
  readonly differences: readonly string[]
  /** Creates that were ordered by the person: what may have arrived at the service, and no more. */
  readonly createsOrdered: number
}

export function compareLibrary(file: string, truth: ServiceTruth): Comparison {
  const database = new Database(file, { readonly: true })
  try {
    // The columns of these rows are those of the statements.
    const images = database.prepare(ROWS).all() as LibraryRow[]
    const projects = database.prepare(PROJECTS).pluck().all() as string[]
    const unsent = database.prepare('SELECT count(*) FROM outbox').pluck().get() as number
    const differences = [
      ...(unsent === 0 ? [] : [`${unsent} entries are still in the outbox.`]),
      ...compareImages(new Map(images.map((row) => [row.service_id, row])), truth),
      ...compareProjects(new Set(projects), truth)
    ]
    const createsOrdered = database.prepare('SELECT ifnull(sum(orders), 0) FROM creates').pluck().get() as number
    return { differences: differences.slice(0, MAX_SENTENCES), createsOrdered }
  } finally {
    database.close()
  }
}

function compareImages(rows: ReadonlyMap<string, LibraryRow>, { images }: ServiceTruth): readonly string[] {
  const missing = [...images].flatMap(([id, record]) => differencesOf(String(id), record, rows.get(String(id))))
  const extra = [...rows.keys()].filter((id) => !images.has(Number(id))).map((id) => `${id} is not on the service.`)
  return [...missing, ...extra]
}

function compareProjects(here: ReadonlySet<string>, { projects }: ServiceTruth): readonly string[] {
  const missing = [...projects.keys()]
    .filter((name) => !here.has(name))
    .map((name) => `Project ${name} is missing here.`)
  const extra = [...here].filter((name) => !projects.has(name)).map((name) => `Project ${name} is not on the service.`)
  return [...missing, ...extra]
}

type TruthRecord = ServiceTruth['images'] extends ReadonlyMap<number, infer R> ? R : never

const FIELDS = ['name', ...LOOKS] as const

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
