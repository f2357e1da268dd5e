/**
 * The main job once, end to end, real in every part: connect by typing, get a library, lose the network, star, kill
 * the program, start again offline, get the network back, and see each star arrive.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BatchReceipt } from '../../src/shared/batch.ts'
import type { Bridge } from '../../src/shared/bridge.ts'
import type { Style } from '../../src/shared/image.ts'
import { startReferenceService, type RunningService } from '../../src/reference-service/server.ts'
import { openApp, type OpenedApp } from '../../test/helpers/open-app.ts'
import {
  chooseStyle,
  connectByTyping,
  countTiles,
  isUpToDate,
  pressStarAndTime,
  selectAllMatching,
  waitForStatus,
  waitForViewCount
} from '../../test/helpers/person.ts'
import { compareLibrary } from './compare.ts'
import type { JourneyOptions } from './options.ts'

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
  /** Records that the screen showed as starred and the service does not have as favorites. */
  readonly lost: number
  readonly seconds: number
  readonly firstStarMs: number
  readonly longestMainBlockMs: number
  readonly differences: readonly string[]
}

const IMAGES_KEY = 'sk-journey-images-6b1d0c'
const PROJECTS_KEY = 'sk-journey-projects-e2a97f'
/** Chosen because every seed has plenty of it. */
const STYLE = { value: 'anime' satisfies Style, label: 'Anime' }
const SECONDS_TO_READ = 600

interface Journey {
  readonly options: JourneyOptions
  readonly service: RunningService
  readonly profile: string
  readonly say: (text: string) => void
}

/** Travels once; leaves nothing behind. Rejects when a step cannot be taken at all. */
export async function travel(options: JourneyOptions, say: (text: string) => void): Promise<JourneyReport> {
  const { images, perMinute, seed } = options
  const service = await startReferenceService({
    images,
    perMinute,
    seed,
    imagesKey: IMAGES_KEY,
    projectsKey: PROJECTS_KEY
  })
  const profile = mkdtempSync(join(tmpdir(), 'proofsheet-journey-'))
  try {
    return await takeSteps({ options, service, profile, say })
  } finally {
    await service.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function takeSteps(journey: Journey): Promise<JourneyReport> {
  const { service, profile, say } = journey
  const startedAt = Date.now()
  const first = await openApp({ profile })
  const offline = await starOffline(journey, first)
  say(`starred ${offline.wanted.size} offline; killed`)
  const second = await openApp({ profile })
  try {
    await expectAllWaiting(second, offline.sent)
    service.clearLog()
    await service.restart()
    say('the service is back')
    await waitForStatus(second.page, (status) => status.waiting === 0, drainTimeMs(journey, offline.sent))
    const drainRequests = service.counters.requests
    const receipt = await readReceipt(second)
    const block = await readBlock(second)
    await waitForStatus(second.page, isUpToDate, SECONDS_TO_READ * 1000)
    await second.close()
    const longestMainBlockMs = Math.max(block, offline.longestMainBlockMs)
    return report(journey, {
      offline,
      receipt,
      drainRequests,
      longestMainBlockMs,
      seconds: (Date.now() - startedAt) / 1000
    })
  } finally {
    await second.kill()
  }
}

interface StarredOffline {
  /** Service ids of everything that was selected, and how many of them were no favorites yet. */
  readonly wanted: ReadonlySet<number>
  readonly sent: number
  readonly firstStarMs: number
  readonly longestMainBlockMs: number
}

async function starOffline(journey: Journey, app: OpenedApp): Promise<StarredOffline> {
  const { service, options, say } = journey
  const { page } = app
  await connectByTyping(page, {
    images: service.imagesUrl,
    imagesKey: IMAGES_KEY,
    projects: service.projectsUrl,
    projectsKey: PROJECTS_KEY
  })
  await waitForStatus(page, isUpToDate, SECONDS_TO_READ * 1000)
  say(`read ${options.images} records; the service stops`)
  await service.close()
  if (options.select === 'style') await chooseStyle(page, STYLE.label)
  const wanted = matching(journey)
  await waitForViewCount(page, wanted.size)
  await selectAllMatching(page)
  // Asked once: each answer is a fresh map of every record.
  const { images } = service.truth
  const sent = [...wanted].filter((id) => images.get(id)?.favorite === false).length
  const firstStarMs = await pressStarAndTime(page)
  await waitForStatus(page, (status) => status.waiting === sent)
  const longestMainBlockMs = await readBlock(app)
  await app.kill()
  return { wanted, sent, firstStarMs, longestMainBlockMs }
}

function matching({ service, options }: Journey): ReadonlySet<number> {
  const all = [...service.truth.images.values()]
  const chosen = options.select === 'all' ? all : all.filter((record) => record.style === STYLE.value)
  return new Set(chosen.map((record) => record.id))
}

/** Started offline: every star is on screen, and every one of them waits. */
async function expectAllWaiting(app: OpenedApp, sent: number): Promise<void> {
  const status = await waitForStatus(app.page, (now) => now.waiting === sent)
  if (status.images.state === 'up-to-date') throw new Error('The status says "up to date" while changes wait.')
  await app.page.getByRole('gridcell').first().waitFor()
  const tiles = await countTiles(app.page)
  if (tiles.waiting === 0) throw new Error(`No tile shows that it waits: ${JSON.stringify(tiles)}`)
}

/** A minute of grace, and twice the time that the service's own pace allows. */
function drainTimeMs({ options }: Journey, sent: number): number {
  const paced = options.perMinute === 0 ? sent * 20 : (sent / options.perMinute) * 60_000
  return 60_000 + 2 * paced
}

/** The first batch of a fresh profile. */
async function readReceipt(app: OpenedApp): Promise<BatchReceipt> {
  const result = await app.page.evaluate(() =>
    (globalThis as unknown as { bridge: Bridge }).bridge.getBatch({ batch: 1 })
  )
  if (!result.ok) throw new Error(`The receipt could not be read: ${result.failure.code}`)
  return result.value.receipt
}

async function readBlock(app: OpenedApp): Promise<number> {
  const result = await app.page.evaluate(() =>
    (globalThis as unknown as { bridge: Bridge }).bridge.getDiagnostics(null)
  )
  if (!result.ok) throw new Error(`Diagnostics could not be read: ${result.failure.code}`)
  return result.value.longestMainBlockMs
}

interface Travelled {
  readonly offline: StarredOffline
  readonly receipt: BatchReceipt
  readonly drainRequests: number
  readonly longestMainBlockMs: number
  readonly seconds: number
}

function libraryFile(profile: string): string {
  const folder = join(profile, 'libraries')
  const name = readdirSync(folder).find((file) => file.endsWith('.sqlite'))
  if (name === undefined) throw new Error(`No library file in ${folder}.`)
  return join(folder, name)
}

function report({ service, profile }: Journey, { offline, receipt, ...travelled }: Travelled): JourneyReport {
  const { images } = service.truth
  const lost = [...offline.wanted].filter((id) => images.get(id)?.favorite !== true).length
  const forStars = service.log.filter(
    ({ group, path, method }) => group === 'images' && (method !== 'GET' || /images\/\d+$/.test(path))
  )
  const { done, alreadySo, waiting, needsYou, takenBack, size } = receipt
  return {
    starred: size,
    done,
    alreadySo,
    waiting,
    needsYou,
    takenBack,
    requests: travelled.drainRequests,
    requestsPerStar: Math.round((forStars.length / Math.max(1, offline.sent)) * 1000) / 1000,
    refused: service.counters.refused,
    lost,
    seconds: Math.round(travelled.seconds * 10) / 10,
    firstStarMs: Math.round(offline.firstStarMs),
    longestMainBlockMs: travelled.longestMainBlockMs,
    differences: [...compareLibrary(libraryFile(profile), service.truth), ...sumDifferences(receipt, offline)]
  }
}

function sumDifferences(receipt: BatchReceipt, offline: StarredOffline): readonly string[] {
  const { size, done, alreadySo, waiting, needsYou, takenBack } = receipt
  const isBalanced = size === done + alreadySo + waiting + needsYou + takenBack
  const isWhole = size === offline.wanted.size
  return [
    ...(isBalanced ? [] : [`The receipt does not add up: ${JSON.stringify(receipt)}.`]),
    ...(isWhole ? [] : [`${offline.wanted.size} were selected, the receipt speaks of ${size}.`])
  ]
}
