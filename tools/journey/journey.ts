/**
 * The main job once, end to end, real in every part: connect by typing, get a library, lose the network, star, kill
 * the program, start again offline, get the network back, and see each star arrive. In full also: a rename, a create,
 * deletions, a key that is replaced on the way, and a second kill in the middle of it.
 */
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
import { drainTimeMs, matching, onGround, patienceMs, readBlock, STYLE, type Ground } from './ground.ts'
import { starsAll, type JourneyOptions } from './options.ts'
import { report, type JourneyReport, type Travelled } from './report.ts'

/** Answers of the drain come this late in full, so that there is a middle to do things in. */
const SLOW_ANSWERS_MS = 25

/** Travels once; leaves nothing behind. Rejects when a step cannot be taken at all. */
export function travel(options: JourneyOptions, say: (text: string) => void): Promise<JourneyReport> {
  return onGround(options, say, takeSteps)
}

async function takeSteps(ground: Ground): Promise<JourneyReport> {
  const { service, say, options, page } = ground
  const startedAt = Date.now()
  await ground.open()
  const offline = await changeAndStar(ground)
  say(`starred ${offline.wanted.size} offline; killed`)
  await ground.open()
  await expectAllWaiting(ground, offline.unsent)
  const before = service.log.length
  await service.restart()
  say('the service is back')
  if (options.full) await drainInFull(ground, offline.sent)
  await waitForStatus(page(), (status) => status.waiting === 0, drainTimeMs(ground, offline.sent))
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

interface StarredOffline extends Omit<Travelled, 'receipt' | 'drain' | 'seconds'> {
  /** Everything that waits, other changes with it. */
  readonly unsent: number
}

/** Connects by typing, waits for the whole library, loses the service, stars, and is killed. */
async function changeAndStar(ground: Ground): Promise<StarredOffline> {
  const { options, service, say } = ground
  const page = ground.page()
  await connectByTyping(page, connectionTo(service))
  await waitForStatus(page, isUpToDate, patienceMs(ground))
  say(`read ${options.images} records; the service stops`)
  await service.close()
  const changes = options.full ? await changeOffline(ground) : null
  if (!starsAll(options)) await chooseStyle(page, STYLE.label)
  const wanted = matching(ground)
  await waitForViewCount(page, wanted.size)
  await selectAllMatching(page)
  // Asked once: each answer is a fresh map of every record.
  const { images } = service.truth
  const sent = [...wanted].filter((id) => images.get(id)?.favorite === false).length
  const unsent = sent + (changes === null ? 0 : UNSENT_CHANGES)
  const firstStarMs = await pressStarAndTime(page)
  await waitForStatus(page, (status) => status.waiting === unsent)
  const longestMainBlockMs = await readBlock(ground)
  await ground.kill()
  return { wanted, sent, changes, unsent, firstStarMs, longestMainBlockMs }
}

/** Started offline: every star is on screen, and every one of them waits. */
async function expectAllWaiting({ page }: Ground, unsent: number): Promise<void> {
  const status = await waitForStatus(page(), (now) => now.waiting === unsent)
  if (status.images.state === 'up-to-date') throw new Error('The status says "up to date" while changes wait.')
  await page().getByRole('gridcell').first().waitFor()
  const tiles = await countTiles(page())
  if (tiles.waiting === 0) throw new Error(`No tile shows that it waits: ${JSON.stringify(tiles)}`)
}

/** At a third of the stars the key changes, at two thirds the program is killed; what is left goes out of a third start. */
async function drainInFull(ground: Ground, sent: number): Promise<void> {
  const { service, say, page } = ground
  service.change({ answerDelayMs: SLOW_ANSWERS_MS })
  const untilLeft = (share: number) =>
    waitForStatus(page(), ({ waiting }) => waiting <= Math.ceil(sent * share), drainTimeMs(ground, sent))
  await untilLeft(2 / 3)
  await replaceKey(ground)
  await untilLeft(1 / 3)
  await ground.kill()
  say('killed in the middle')
  await ground.open()
  await settle(ground)
  service.change({ answerDelayMs: 0 })
}

/** Of the one batch of stars. */
async function readReceipt({ page }: Ground): Promise<BatchReceipt> {
  const { rows } = await ask(page(), 'listBatches', { before: null, limit: 50 })
  const stars = rows.filter(({ verb }) => verb === 'favorite')
  const [receipt] = stars
  if (receipt === undefined || stars.length > 1) throw new Error(`There are ${stars.length} batches of stars.`)
  return receipt
}
