/** Reports a journey: figures, and a sentence for each difference between the library and the service. */
import Database from 'better-sqlite3'
import { libraryOf } from '../../drivers/damage.ts'
import type { ServiceTruth } from '../../src/reference-service/reference-service.ts'
import type { LoggedRequest } from '../../src/reference-service/request-log.ts'
import type { BatchReceipt } from '../../src/shared/batch.ts'
import { LOOKS, type ImageLooks } from '../../src/shared/image.ts'
import type { ExpectedChanges } from './changes.ts'
import type { Ground } from './ground.ts'

/** Printed as one line of JSON. */
export interface JourneyReport {
  readonly starred: number
  readonly done: number
  readonly alreadySo: number
  readonly waiting: number
  readonly needsYou: number
  readonly takenBack: number
  /** API requests from the return of the service to the last acknowledgment: updates and reads. */
  readonly requests: number
  /** Updates and the reads for them, per sent favorite. */
  readonly requestsPerStar: number
  readonly refused: number
  /** Changes that the screen showed and the service does not: favorites, names, creates, deletions. */
  readonly lost: number
  /** Unintended images on the service. */
  readonly doubled: number
  /** Intended images that exist, and create requests that arrived. */
  readonly creates: number
  readonly createsOnTheWire: number
  /** Creates that were retried where the app asked. */
  readonly createsAskedAgain: number
  /** Deleted images and projects. */
  readonly deletes: number
  readonly renames: number
  /** Number of requests with each kind of fault. */
  readonly faults: Readonly<Record<string, number>>
  readonly seconds: number
  readonly firstStarMs: number
  readonly longestMainBlockMs: number
  readonly differences: readonly string[]
}

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

export function report(ground: Ground, data: JourneyData): JourneyReport {
  const { service, options } = ground
  const { receipt, changes, drain } = data
  const { images } = service.truth
  const lost = [...data.favorited].filter((id) => images.get(id)?.favorite !== true)
  const made = countChanges(ground, changes)
  const { differences, createsOrdered } = compareLibrary(libraryOf(ground.profile), service.truth)
  const createsOnTheWire = service.log.filter(({ method, group }) => method === 'POST' && group === 'images').length
  const forStars = drain.filter(({ group, path, method }) => group === 'images' && isForStars(method, path))
  const { done, alreadySo, waiting, needsYou, takenBack, size } = receipt
  const wantedCreates = changes === null ? 0 : 1
  const figures = {
    starred: size,
    done,
    alreadySo,
    waiting,
    needsYou,
    takenBack,
    requests: drain.length,
    requestsPerStar: Math.round((forStars.length / Math.max(1, data.sent)) * 1000) / 1000,
    refused: service.counters.refused,
    lost: lost.length + made.lost,
    doubled: images.size - (options.images - made.imagesDeleted + made.creates),
    creates: made.creates,
    createsOnTheWire,
    createsAskedAgain: createsOrdered - wantedCreates,
    deletes: made.imagesDeleted + made.projectsDeleted,
    renames: made.renames,
    faults: Object.fromEntries(ground.faultsMet),
    seconds: Math.round(data.seconds * 10) / 10,
    firstStarMs: Math.round(data.firstStarMs),
    longestMainBlockMs: data.longestMainBlockMs
  }
  const sentences = [...sumDifferences(receipt, data.favorited.size), ...made.sentences]
  if (createsOnTheWire !== createsOrdered)
    sentences.push(`${createsOrdered} creates were requested and ${createsOnTheWire} arrived.`)
  if (figures.doubled !== 0) sentences.push(`The service has ${figures.doubled} unintended images.`)
  return { ...figures, differences: [...differences, ...sentences] }
}

const isForStars = (method: string, path: string): boolean =>
  method === 'PUT' || method === 'PATCH' || (method === 'GET' && /images\/\d+$/.test(path))

interface MadeChanges {
  readonly creates: number
  readonly renames: number
  readonly imagesDeleted: number
  readonly projectsDeleted: number
  readonly lost: number
  readonly sentences: readonly string[]
}

/** Counts the expected changes on the service, with a sentence for each missing one. */
function countChanges({ service }: Ground, changes: ExpectedChanges | null): MadeChanges {
  const nothing = { creates: 0, renames: 0, imagesDeleted: 0, projectsDeleted: 0, lost: 0, sentences: [] }
  if (changes === null) return nothing
  const { images, projects } = service.truth
  const { renamed, created, deleted, project } = changes
  const isMade = {
    creates: [...images.values()].some(({ name }) => name === created),
    renames: images.get(renamed.id)?.name === renamed.name,
    imagesDeleted: !images.has(deleted),
    projectsDeleted: !projects.has(project)
  }
  const missing = Object.entries(isMade).filter(([, isThere]) => !isThere)
  return {
    creates: Number(isMade.creates),
    renames: Number(isMade.renames),
    imagesDeleted: Number(isMade.imagesDeleted),
    projectsDeleted: Number(isMade.projectsDeleted),
    lost: missing.length,
    sentences: missing.map(([name]) => `Not on the service: ${name}.`)
  }
}

function sumDifferences(receipt: BatchReceipt, wanted: number): string[] {
  const { size, done, alreadySo, waiting, needsYou, takenBack } = receipt
  const isBalanced = size === done + alreadySo + waiting + needsYou + takenBack
  return [
    ...(isBalanced ? [] : [`The receipt does not add up: ${JSON.stringify(receipt)}.`]),
    ...(size === wanted ? [] : [`${wanted} were selected, but the receipt has ${size}.`])
  ]
}

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
