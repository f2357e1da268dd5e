/** Reports a journey: figures, and a sentence for each difference between the library and the service. */
import Database from 'better-sqlite3'
import { libraryOf } from '../../drivers/damage.ts'
import type { ServiceTruth } from '../../src/reference-service/reference-service.ts'
import type { LoggedRequest } from '../../src/reference-service/request-log.ts'
import type { BatchReceipt } from '../../src/shared/batch.ts'
import { FACETS, type ImageFacets } from '../../src/shared/image.ts'
import type { ExpectedChanges } from './changes.ts'
import type { Ground } from './ground.ts'

export interface JourneyData {
  /** IDs of all favorited images, and the number of those that were not favorites before. */
  readonly favorited: ReadonlySet<number>
  readonly sent: number
  /** `null` if the journey only adds favorites. */
  readonly changes: ExpectedChanges | null
  readonly receipt: BatchReceipt
  readonly drain: readonly LoggedRequest[]
  readonly seconds: number
  readonly firstStarMs: number
  readonly longestMainBlockMs: number
}

/** Returns the figures, which are printed as one line of JSON, and the differences. */
export function report(ground: Ground, data: JourneyData) {
  const { service, options } = ground
  const { receipt, changes, drain } = data
  const { size, done, unchanged, waiting, needsAttention, canceled } = receipt
  const { images } = service.truth
  const lost = [...data.favorited].filter((id) => images.get(id)?.favorite !== true)
  const made = madeChanges(ground, changes)
  const missing = changes === null ? [] : Object.entries(made).filter(([, isMade]) => !isMade)
  const { differences, createsOrdered } = compareLibrary(libraryOf(ground.profile), service.truth)
  const createsOnTheWire = service.log.filter(({ method, group }) => method === 'POST' && group === 'images').length
  const forFavorites = drain.filter(({ group, path, method }) => group === 'images' && isForFavorite(method, path))
  const figures = {
    starred: size,
    done,
    unchanged,
    waiting,
    needsAttention,
    canceled,
    /** API requests from the return of the service to the last acknowledgment: updates and reads. */
    requests: drain.length,
    /** Updates and the reads for them, per sent favorite. */
    requestsPerStar: Math.round((forFavorites.length / Math.max(1, data.sent)) * 1000) / 1000,
    refused: service.counters.refused,
    /** Changes that the screen showed and the service does not: favorites, names, creates, deletions. */
    lost: lost.length + missing.length,
    /** Unintended images on the service. */
    doubled: images.size - (options.images - Number(made.imageDeletion) + Number(made.create)),
    /** Intended images that exist, and create requests that arrived. */
    creates: Number(made.create),
    createsOnTheWire,
    /** Creates that were retried where the app asked. */
    createsAskedAgain: createsOrdered - (changes === null ? 0 : 1),
    /** Deleted images and projects. */
    deletes: Number(made.imageDeletion) + Number(made.projectDeletion),
    renames: Number(made.rename),
    /** Number of requests with each kind of fault. */
    faults: Object.fromEntries(ground.faultsMet),
    seconds: Math.round(data.seconds * 10) / 10,
    firstStarMs: Math.round(data.firstStarMs),
    longestMainBlockMs: data.longestMainBlockMs
  }
  const sentences = receiptProblems(receipt, data.favorited.size)
  for (const [name] of missing) sentences.push(`Not on the service: ${name}.`)
  if (createsOnTheWire !== createsOrdered)
    sentences.push(`${createsOrdered} creates were requested and ${createsOnTheWire} arrived.`)
  if (figures.doubled !== 0) sentences.push(`The service has ${figures.doubled} unintended images.`)
  return { ...figures, differences: [...differences, ...sentences] }
}

const isForFavorite = (method: string, path: string): boolean =>
  method === 'PUT' || method === 'PATCH' || (method === 'GET' && /images\/\d+$/.test(path))

/** Returns which expected changes the service shows; none without expected changes. */
function madeChanges({ service }: Ground, changes: ExpectedChanges | null) {
  const { images, projects } = service.truth
  return {
    create: changes !== null && [...images.values()].some(({ name }) => name === changes.created),
    rename: changes !== null && images.get(changes.renamed.id)?.name === changes.renamed.name,
    imageDeletion: changes !== null && !images.has(changes.deleted),
    projectDeletion: changes !== null && !projects.has(changes.project)
  }
}

function receiptProblems(receipt: BatchReceipt, wanted: number): string[] {
  const { size, done, unchanged, waiting, needsAttention, canceled } = receipt
  const isBalanced = size === done + unchanged + waiting + needsAttention + canceled
  return [
    ...(isBalanced ? [] : [`The receipt does not add up: ${JSON.stringify(receipt)}.`]),
    ...(size === wanted ? [] : [`${wanted} were selected, but the receipt has ${size}.`])
  ]
}

interface LibraryRow extends ImageFacets {
  readonly service_id: string
  readonly name: string | null
  readonly favorite: number
}

const ROWS = `
  SELECT r.service_id, i.name, ${FACETS.map((facet) => `i.${facet}`).join(', ')}, f.favorite
  FROM records r JOIN images i USING (record) LEFT JOIN flags f USING (record)
  WHERE r.grp = 'images' AND r.record NOT IN (SELECT record FROM gone)`
const PROJECTS = `
  SELECT r.service_id FROM records r JOIN projects p USING (record)
  WHERE r.grp = 'projects' AND r.record NOT IN (SELECT record FROM gone)`
/** Limits the output; the first sentences suffice. */
const MAX_SENTENCES = 20

interface Comparison {
  /** Sentences for the first differences; empty without any. */
  readonly differences: readonly string[]
  /** Creates that the user requested, which is the maximum that may arrive. */
  readonly createsOrdered: number
}

/** Compares the library file with the service. Reads the file directly, not through the app. */
function compareLibrary(file: string, truth: ServiceTruth): Comparison {
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

const FIELDS = ['name', ...FACETS] as const

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
