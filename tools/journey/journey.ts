/**
 * Performs the main task end to end with real parts: connects by typing, loads a library, loses the network, adds
 * favorites, kills the app, starts it offline, restores the network, and checks each favorite on the service. In full
 * also renames, creates, deletes, replaces the key, and kills the app while it sends.
 */
import { copy } from '../../src/copy/language.ts'
import type { BatchReceipt } from '../../src/shared/batch.ts'
import { connectionTo } from '../../drivers/stage.ts'
import {
  chooseStyle,
  connectByTyping,
  countTiles,
  pressStarAndTime,
  selectAllMatching,
  waitForViewCount
} from '../../drivers/user.ts'
import { ask, isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { changeOffline, deleteProject, replaceKey, settle, UNSENT_CHANGES } from './changes.ts'
import { sendLimitMs, favoritedBy, onGround, patienceMs, readBlock, STYLE, type Ground } from './ground.ts'
import { favoritesAll, type JourneyOptions } from './options.ts'
import { report, type JourneyData } from './report.ts'

/** Delay of responses in full, so that the journey can act while the app sends. */
const RESPONSE_DELAY_MS = 25

type JourneyReport = ReturnType<typeof report>

/** Performs a journey, and removes its data. Rejects if a step is impossible. */
export function runJourney(options: JourneyOptions, say: (text: string) => void): Promise<JourneyReport> {
  return onGround(options, say, takeSteps)
}

async function takeSteps(ground: Ground): Promise<JourneyReport> {
  const { service, say, options, page } = ground
  const startedAt = Date.now()
  await ground.open()
  const offline = await changeOfflineAndKill(ground)
  say(`${offline.favorited.size} favorites added offline; killed`)
  await ground.open()
  await expectAllPending(ground, offline.unsent)
  const before = service.log.length
  await service.restart()
  say('the service is available again')
  if (options.full) await sendInFull(ground, offline.sent)
  await waitForStatus(page(), (status) => status.waiting === 0, sendLimitMs(ground, offline.sent))
  const drain = service.log.slice(before)
  if (offline.changes !== null) await deleteProject(ground, offline.changes)
  const receipt = await readReceipt(ground)
  const block = await readBlock(ground)
  await waitForStatus(page(), isUpToDate, patienceMs(ground))
  await ground.quit()
  const seconds = (Date.now() - startedAt) / 1000
  const longestMainBlockMs = Math.max(block, offline.longestMainBlockMs)
  return report(ground, { ...offline, receipt, drain, seconds, longestMainBlockMs })
}

interface OfflineChanges extends Omit<JourneyData, 'receipt' | 'drain' | 'seconds'> {
  /** Number of all pending changes. */
  readonly unsent: number
}

/** Connects by typing, loads the library, stops the service, adds favorites, and kills the app. */
async function changeOfflineAndKill(ground: Ground): Promise<OfflineChanges> {
  const { options, service, say } = ground
  const page = ground.page()
  await connectByTyping(page, connectionTo(service))
  await waitForStatus(page, isUpToDate, patienceMs(ground))
  say(`${options.images} images loaded; stopping the service`)
  await service.close()
  const changes = options.full ? await changeOffline(ground) : null
  if (!favoritesAll(options)) await chooseStyle(page, copy.facets.style.values[STYLE])
  const favorited = favoritedBy(ground)
  await waitForViewCount(page, favorited.size)
  await selectAllMatching(page)
  // Read once, because it copies all records.
  const { images } = service.truth
  const sent = [...favorited].filter((id) => images.get(id)?.favorite === false).length
  const unsent = sent + (changes === null ? 0 : UNSENT_CHANGES)
  const firstStarMs = await pressStarAndTime(page)
  await waitForStatus(page, (status) => status.waiting === unsent)
  const longestMainBlockMs = await readBlock(ground)
  await ground.kill()
  return { favorited, sent, changes, unsent, firstStarMs, longestMainBlockMs }
}

/** Checks after an offline start that all changes are pending and shown. */
async function expectAllPending({ page }: Ground, unsent: number): Promise<void> {
  const status = await waitForStatus(page(), (now) => now.waiting === unsent)
  if (status.images.state === 'up-to-date') throw new Error('The status is "up to date" although changes are pending.')
  await page().getByRole('gridcell').first().waitFor()
  const tiles = await countTiles(page())
  if (tiles.waiting === 0) throw new Error(`No tile shows a pending change: ${JSON.stringify(tiles)}`)
}

/**
 * Replaces the key after a third of the favorites, and kills the app after two thirds; a third start sends the others.
 */
async function sendInFull(ground: Ground, sent: number): Promise<void> {
  const { service, say, page } = ground
  service.change({ responseDelayMs: RESPONSE_DELAY_MS })
  const untilLeft = (share: number) =>
    waitForStatus(page(), ({ waiting }) => waiting <= Math.ceil(sent * share), sendLimitMs(ground, sent))
  await untilLeft(2 / 3)
  await replaceKey(ground)
  await untilLeft(1 / 3)
  await ground.kill()
  say('killed while sending')
  await ground.open()
  await settle(ground)
  service.change({ responseDelayMs: 0 })
}

/** Returns the receipt of the only batch of favorites. */
async function readReceipt({ page }: Ground): Promise<BatchReceipt> {
  const { rows } = await ask(page(), 'listBatches', { before: null, limit: 50 })
  const batches = rows.filter(({ verb }) => verb === 'favorite')
  const [receipt] = batches
  if (receipt === undefined || batches.length > 1) throw new Error(`There are ${batches.length} batches of favorites.`)
  return receipt
}
