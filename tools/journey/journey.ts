/**
 * The main job once, end to end, real in every part: connect by typing, get a library, lose the network, star, kill
 * the program, start again offline, get the network back, and see each star arrive. In full also: a rename, a create,
 * deletions, a key that is replaced on the way, and a second kill in the middle of it.
 */
import type { Page } from 'playwright-core'
import type { BatchReceipt } from '../../src/shared/batch.ts'
import type { OpenedApp } from '../../drivers/open-app.ts'
import { chooseStyle, countTiles, pressStarAndTime, selectAllMatching, waitForViewCount } from '../../drivers/user.ts'
import { ask, isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { changeOffline, deleteProject, replaceKey, settle, UNSENT_CHANGES, type WantedChanges } from './changes.ts'
import {
  drainTimeMs,
  matching,
  onGround,
  patienceMs,
  readAndGoOffline,
  readBlock,
  STYLE,
  type Ground
} from './ground.ts'
import type { JourneyOptions } from './options.ts'
import { report, type JourneyReport } from './report.ts'

/** Answers of the drain come this late in full, so that there is a middle to do things in. */
const SLOW_ANSWERS_MS = 25

/** Travels once; leaves nothing behind. Rejects when a step cannot be taken at all. */
export function travel(options: JourneyOptions, say: (text: string) => void): Promise<JourneyReport> {
  return onGround(options, say, takeSteps)
}

async function takeSteps(ground: Ground): Promise<JourneyReport> {
  const { service, say, options } = ground
  const startedAt = Date.now()
  const offline = await changeAndStar(ground, await ground.open())
  say(`starred ${offline.wanted.size} offline; killed`)
  const second = await ground.open()
  await expectAllWaiting(second, offline.unsent)
  const before = service.log.length
  await service.restart()
  say('the service is back')
  const drained = options.isFull ? await drainInFull(ground, second, offline) : second
  await waitForStatus(drained.page, (status) => status.waiting === 0, drainTimeMs(ground, offline.sent))
  const drain = service.log.slice(before)
  if (offline.changes !== null) await deleteProject(ground, drained.page, offline.changes)
  const receipt = await readReceipt(drained.page)
  const block = await readBlock(drained)
  await waitForStatus(drained.page, isUpToDate, patienceMs(ground))
  await drained.close()
  const seconds = (Date.now() - startedAt) / 1000
  const longestMainBlockMs = Math.max(block, offline.longestMainBlockMs)
  return report(ground, { ...offline, receipt, drain, seconds, longestMainBlockMs })
}

interface StarredOffline {
  /** Service ids of everything that was selected, and how many of them were no favorites yet. */
  readonly wanted: ReadonlySet<number>
  readonly sent: number
  readonly changes: WantedChanges | null
  /** Everything that waits, other changes with it. */
  readonly unsent: number
  readonly firstStarMs: number
  readonly longestMainBlockMs: number
}

async function changeAndStar(ground: Ground, app: OpenedApp): Promise<StarredOffline> {
  const { page } = app
  const { options, service } = ground
  await readAndGoOffline(ground, app)
  const changes = options.isFull ? await changeOffline(ground, page) : null
  if (options.select === 'style') await chooseStyle(page, STYLE.label)
  const wanted = matching(ground)
  await waitForViewCount(page, wanted.size)
  await selectAllMatching(page)
  // Asked once: each answer is a fresh map of every record.
  const { images } = service.truth
  const sent = [...wanted].filter((id) => images.get(id)?.favorite === false).length
  const unsent = sent + (changes === null ? 0 : UNSENT_CHANGES)
  const firstStarMs = await pressStarAndTime(page)
  await waitForStatus(page, (status) => status.waiting === unsent)
  const longestMainBlockMs = await readBlock(app)
  await app.kill()
  return { wanted, sent, changes, unsent, firstStarMs, longestMainBlockMs }
}

/** Started offline: every star is on screen, and every one of them waits. */
async function expectAllWaiting(app: OpenedApp, unsent: number): Promise<void> {
  const status = await waitForStatus(app.page, (now) => now.waiting === unsent)
  if (status.images.state === 'up-to-date') throw new Error('The status says "up to date" while changes wait.')
  await app.page.getByRole('gridcell').first().waitFor()
  const tiles = await countTiles(app.page)
  if (tiles.waiting === 0) throw new Error(`No tile shows that it waits: ${JSON.stringify(tiles)}`)
}

/** At a third of the stars the key changes, at two thirds the program is killed; what is left goes out of a third start. */
async function drainInFull(ground: Ground, second: OpenedApp, { sent }: StarredOffline): Promise<OpenedApp> {
  const { service, say } = ground
  service.change({ answerDelayMs: SLOW_ANSWERS_MS })
  const left = (share: number) => Math.ceil(sent * share)
  await waitForStatus(second.page, ({ waiting }) => waiting <= left(2 / 3), drainTimeMs(ground, sent))
  await replaceKey(ground, second.page)
  await waitForStatus(second.page, ({ waiting }) => waiting <= left(1 / 3), drainTimeMs(ground, sent))
  await second.kill()
  say('killed in the middle')
  const third = await ground.open()
  await settle(ground, third.page)
  service.change({ answerDelayMs: 0 })
  return third
}

/** Of the one batch of stars. */
async function readReceipt(page: Page): Promise<BatchReceipt> {
  const { rows } = await ask(page, 'listBatches', { before: null, limit: 50 })
  const stars = rows.filter(({ verb }) => verb === 'favorite')
  const [receipt] = stars
  if (receipt === undefined || stars.length > 1) throw new Error(`There are ${stars.length} batches of stars.`)
  return receipt
}
