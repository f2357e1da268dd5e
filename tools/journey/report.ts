/** What came of a journey: figures of one line, and a sentence for everything that is not as it was wanted. */
import type { BatchReceipt } from '../../src/shared/batch.ts'
import type { LoggedRequest } from '../../src/reference-service/request-log.ts'
import type { WantedChanges } from './changes.ts'
import { libraryOf } from '../../drivers/damage.ts'
import { compareLibrary } from './compare.ts'
import type { Ground } from './ground.ts'

/** What a journey prints: one line of JSON. */
export interface JourneyReport {
  readonly starred: number
  readonly done: number
  readonly alreadySo: number
  readonly waiting: number
  readonly needsYou: number
  readonly takenBack: number
  /** API requests of the drain, from the service's return to the last acknowledgement; updates and reads alike. */
  readonly requests: number
  /** Updates and the reads made for them, for each star that was sent. */
  readonly requestsPerStar: number
  readonly refused: number
  /** Wishes that the screen showed and the service does not: stars, names, creates, deletions. */
  readonly lost: number
  /** Images that the service made beyond those that were wanted. */
  readonly doubled: number
  /** Images that were wanted and made, and the requests to make one that arrived. */
  readonly creates: number
  readonly createsOnTheWire: number
  /** Times that the person sent a create once more, asked by the app. */
  readonly createsAskedAgain: number
  /** Images and projects that are gone because the person deleted them. */
  readonly deletes: number
  readonly renames: number
  /** Requests that met a fault, each kind with how often. */
  readonly faults: Readonly<Record<string, number>>
  readonly seconds: number
  readonly firstStarMs: number
  readonly longestMainBlockMs: number
  readonly differences: readonly string[]
}

export interface Travelled {
  /** Service ids of everything that was starred, and how many of them were no favorites yet. */
  readonly wanted: ReadonlySet<number>
  readonly sent: number
  /** null: a journey of stars alone. */
  readonly changes: WantedChanges | null
  readonly receipt: BatchReceipt
  readonly drain: readonly LoggedRequest[]
  readonly seconds: number
  readonly firstStarMs: number
  readonly longestMainBlockMs: number
}

export function report(ground: Ground, travelled: Travelled): JourneyReport {
  const { service, options } = ground
  const { receipt, changes, drain } = travelled
  const { images } = service.truth
  const lost = [...travelled.wanted].filter((id) => images.get(id)?.favorite !== true)
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
    requestsPerStar: Math.round((forStars.length / Math.max(1, travelled.sent)) * 1000) / 1000,
    refused: service.counters.refused,
    lost: lost.length + made.lost,
    doubled: images.size - (options.images - made.imagesDeleted + made.creates),
    creates: made.creates,
    createsOnTheWire,
    createsAskedAgain: createsOrdered - wantedCreates,
    deletes: made.imagesDeleted + made.projectsDeleted,
    renames: made.renames,
    faults: Object.fromEntries(ground.faultsMet),
    seconds: Math.round(travelled.seconds * 10) / 10,
    firstStarMs: Math.round(travelled.firstStarMs),
    longestMainBlockMs: travelled.longestMainBlockMs
  }
  const sentences = [...sumDifferences(receipt, travelled.wanted.size), ...made.sentences]
  if (createsOnTheWire !== createsOrdered)
    sentences.push(`${createsOrdered} creates were ordered and ${createsOnTheWire} arrived.`)
  if (figures.doubled !== 0) sentences.push(`The service holds ${figures.doubled} images more than were wanted.`)
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

/** How many of the wanted changes the service shows, and a sentence for each that it does not. */
function countChanges({ service }: Ground, changes: WantedChanges | null): MadeChanges {
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
    sentences: missing.map(([name]) => `Not at the service: ${name}.`)
  }
}

function sumDifferences(receipt: BatchReceipt, wanted: number): string[] {
  const { size, done, alreadySo, waiting, needsYou, takenBack } = receipt
  const isBalanced = size === done + alreadySo + waiting + needsYou + takenBack
  return [
    ...(isBalanced ? [] : [`The receipt does not add up: ${JSON.stringify(receipt)}.`]),
    ...(size === wanted ? [] : [`${wanted} were selected, the receipt speaks of ${size}.`])
  ]
}
