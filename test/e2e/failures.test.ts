/** Failures between the app and the service: nothing is lost, nothing is sent twice, and the screen shows the state. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSentence, failureSentence } from '../../src/copy/failures.ts'
import { copy } from '../../src/copy/language.ts'
import { inOneRow } from '../../src/copy/names.ts'
import { ANY, COUNT, pattern } from '../../drivers/pattern.ts'
import type { FaultSubject } from '../../src/reference-service/faults.ts'
import type { BatchReceipt } from '../../src/shared/batch.ts'
import { chosenShell } from '../../drivers/chosen-shell.ts'
import { focusGrid, pressInGrid, readTiles, statusBarText, statusText } from '../../drivers/user.ts'
import { ask, isUpToDate, readStatus, waitForStatus } from '../../drivers/window-bridge.ts'
import { serviceIds } from './library-file.ts'
import { IMAGES_KEY, PROJECTS_KEY, favoritesOf, openStage, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'
import { deepOnly } from '../helpers/depth.ts'

const TOTAL = 150

let stage: Stage
let page: Page
/** How far the service's clock is ahead of the machine's, so that a test need not wait for a minute of its limiter. */
const clockOffset = { ms: 0 }

beforeAll(async () => {
  const clock = {
    now: () => Date.now() + clockOffset.ms,
    wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  }
  stage = await openStage({ images: TOTAL, seed: 5, clock })
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())

beforeEach(async () => {
  stage.service.clearLog()
  stage.service.change({ responseDelayMs: 20 })
})
afterEach(() => {
  stage.service.change({ ...HEALTHY, perMinute: 0 })
  stage.release()
})

const HEALTHY = { faults: null, responseDelayMs: 0, imagesKey: IMAGES_KEY, projectsKey: PROJECTS_KEY }

const isUpdate = ({ method, group }: Pick<FaultSubject, 'method' | 'group'>): boolean =>
  group === 'images' && method !== 'GET'
const updates = () => stage.service.log.filter(isUpdate)
const banner = () => page.getByRole('main').locator('xpath=..').innerText()
const favorites = () => favoritesOf(stage.service)

/** Sets every image to the favorite value that no image has yet; returns the number of changes. */
async function toggleAll(): Promise<{ readonly favorite: boolean; readonly changed: number }> {
  const favorite = favorites() !== TOTAL
  const changed = favorite ? TOTAL - favorites() : favorites()
  await pressInGrid(page, 'Control+a', favorite ? 'f' : 'Shift+f')
  await expectSoon(async () => lastBatch(await readStatus(page))).not.toBe(0)
  return { favorite, changed }
}

const lastBatch = ({ running }: { readonly running: readonly BatchReceipt[] }): number => running.at(-1)?.batch ?? 0
const receiptOf = async (batch: number): Promise<BatchReceipt> => (await ask(page, 'getBatch', { batch })).receipt

/** Everything arrived once, and the screen says so. */
async function expectArrived(favorite: boolean, batch: number): Promise<BatchReceipt> {
  await waitForStatus(page, isUpToDate)
  expect([...stage.service.truth.images.values()].filter((record) => record.favorite !== favorite)).toEqual([])
  const receipt = await receiptOf(batch)
  expect(receipt).toMatchObject({ size: TOTAL, waiting: 0, needsAttention: 0, canceled: 0 })
  expect(receipt.done + receipt.unchanged).toBe(TOTAL)
  await expectSoon(async () => (await readTiles(page)).filter(({ mark }) => mark !== 'none')).toEqual([])
  expect((await readTiles(page)).every(({ isFavorite }) => isFavorite === favorite)).toBe(true)
  await expectSoon(() => statusText(page)).toContain(copy.status.upToDate)
  return receipt
}

/** Paths that got more than one update that the service applied. */
function doubledPaths(): readonly string[] {
  const isDone = (fault: string | null): boolean => fault === null || fault === 'delay'
  const done = updates().filter(({ status, fault }) => (status === 200 && isDone(fault)) || fault === 'drop-after')
  const paths = done.map(({ path }) => path)
  return paths.filter((path, index) => paths.indexOf(path) !== index)
}

/**
 * Chromium automatically resends a request that a reused socket swallowed, so an update may arrive twice there; it sets
 * a value and is idempotent.
 */
function expectNoneDoubled(): void {
  if (chosenShell() === 'host') expect(doubledPaths()).toEqual([])
}

/** Does the same, but the service responds to only `count` updates; the others wait for `stage.release`. */
async function toggleAllAndHold(count: number): Promise<{ readonly favorite: boolean; readonly changed: number }> {
  stage.hold('changes', count)
  const toggled = await toggleAll()
  await expectSoon(() => updates().filter(({ status }) => status === 200).length).toBe(count)
  return toggled
}

describe('the service', () => {
  it('goes down in the middle and recovers', async () => {
    const { favorite } = await toggleAllAndHold(10)
    const batch = lastBatch(await readStatus(page))
    await stage.service.close()
    stage.release()
    await expectSoon(() => statusText(page)).toMatch(
      pattern(
        ...[copy.status.offline, copy.status.serviceNotResponding].map((text) =>
          inOneRow([text, copy.status.pending(COUNT)])
        )
      )
    )
    const { waiting } = await readStatus(page)
    expect(waiting).toBeGreaterThan(0)
    await stage.service.restart()
    await expectArrived(favorite, batch)
    expectNoneDoubled()
  })

  it('rate limits: nothing is sent before its time, and nothing fails', async () => {
    stage.service.change({ perMinute: 1_000_000 })
    const { favorite } = await toggleAllAndHold(20)
    const batch = lastBatch(await readStatus(page))
    // The limiter's minute is nearly over, and more was sent in it than is now allowed.
    clockOffset.ms += 50_000
    stage.service.change({ perMinute: 20 })
    stage.release()
    await expectSoon(() => stage.service.counters.refused).toBeGreaterThan(0)
    await expectSoon(() => statusText(page)).toMatch(
      pattern(...[1, COUNT].map((count) => copy.status.resumesIn(copy.time.seconds(count))))
    )
    const limited = await readStatus(page)
    expect(limited.needsAttention).toBe(0)
    stage.service.change({ perMinute: 1_000_000 })
    const refusedAt = stage.service.log.filter(({ status }) => status === 429).map(({ at }) => at)
    const receipt = await expectArrived(favorite, batch)
    expect(receipt.needsAttention).toBe(0)
    const until = (limited.images.retryAt ?? 0) + clockOffset.ms
    const early = stage.service.log.filter(({ at }) => at > Math.max(...refusedAt) && at < until)
    expect(early).toEqual([])
    expectNoneDoubled()
  })

  it('fails for a while', async () => {
    const { favorite } = await toggleAllAndHold(10)
    const batch = lastBatch(await readStatus(page))
    stage.service.change({ faults: () => ({ kind: 'status', status: 503 }) })
    stage.release()
    await expectSoon(() => statusText(page)).toMatch(
      pattern(inOneRow([copy.status.serviceNotResponding, copy.status.pending(COUNT)]))
    )
    expect((await readStatus(page)).needsAttention).toBe(0)
    stage.service.change({ faults: null })
    await expectArrived(favorite, batch)
    expectNoneDoubled()
  })

  it('is hidden behind a page of the network', async () => {
    const { favorite } = await toggleAllAndHold(10)
    const batch = lastBatch(await readStatus(page))
    stage.service.change({ faults: () => ({ kind: 'html' }) })
    stage.release()
    await expectSoon(banner).toContain(failureSentence({ code: 'not-json' }, 'images').headline)
    const troubled = await readStatus(page)
    expect([troubled.needsAttention, troubled.images.failure?.code]).toEqual([0, 'not-json'])
    expect(troubled.waiting).toBeGreaterThan(0)
    stage.service.change({ faults: null })
    await page.getByRole('button', { name: copy.banners.tryNow }).click()
    await expectArrived(favorite, batch)
    expectNoneDoubled()
  })

  it('applies a change whose response is lost: done, not doubled, not lost', async () => {
    const lost = new Set<string>()
    const faults = (subject: FaultSubject) => {
      if (!isUpdate(subject) || lost.size >= 5 || lost.has(subject.path)) return null
      lost.add(subject.path)
      return { kind: 'drop-after' } as const
    }
    stage.service.change({ faults })
    const { favorite, changed } = await toggleAll()
    const batch = lastBatch(await readStatus(page))
    const receipt = await expectArrived(favorite, batch)
    expect(lost.size).toBe(5)
    expect(receipt.done).toBe(changed)
    expectNoneDoubled()
    expect(updates().length).toBe(changed + doubledPaths().length)
  })
})

describe('the key', () => {
  it('is rejected in the middle: the changes wait for a new one', async () => {
    const { favorite } = await toggleAllAndHold(10)
    const batch = lastBatch(await readStatus(page))
    stage.service.change({ imagesKey: 'sk-renewed-key-20b7f1' })
    stage.release()
    await page.getByText(asSentence(failureSentence({ code: 'unauthorized' }, 'images').headline)).waitFor()
    await expectSoon(() => statusText(page)).toBe(copy.status.keyNotAccepted)
    const { waiting, needsAttention } = await readStatus(page)
    expect(waiting).toBeGreaterThan(0)
    expect(needsAttention).toBe(0)
    expect(await banner()).toContain(copy.banners.changesSafe)

    await page.getByRole('button', { name: copy.banners.enterNewKey }).click()
    const dialog = page.getByRole('dialog', { name: copy.newKey.title.images })
    await dialog.getByLabel(copy.connect.key).fill('sk-still-the-wrong-one')
    await dialog.getByRole('button', { name: copy.newKey.save }).click()
    await dialog.waitFor({ state: 'detached' })
    await expectSoon(() => stage.service.log.at(-1)?.status).toBe(401)
    await expectSoon(() => statusText(page)).toBe(copy.status.keyNotAccepted)

    await page.getByRole('button', { name: copy.banners.enterNewKey }).click()
    await dialog.getByLabel(copy.connect.key).fill('sk-renewed-key-20b7f1')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expectArrived(favorite, batch)
    expectNoneDoubled()
    // The bar with its button is gone.
    await expectSoon(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
  })

  it('of images is rejected while projects still sync', async () => {
    stage.service.change({ imagesKey: 'sk-other-images-key-1' })
    await ask(page, 'syncNow', null)
    await waitForStatus(
      page,
      ({ images, projects }) => images.state === 'signed-out' && projects.state === 'up-to-date'
    )
    await expectSoon(() => statusText(page)).toBe(copy.status.keyNotAccepted)
    await page.getByText(asSentence(failureSentence({ code: 'unauthorized' }, 'images').headline)).waitFor()
    await restoreKey('images')
  })

  it('of projects is rejected while images still sync', async () => {
    await restoreKey('images')
    stage.service.change({ projectsKey: 'sk-other-projects-key-1' })
    await ask(page, 'syncNow', null)
    await waitForStatus(
      page,
      ({ images, projects }) => projects.state === 'signed-out' && images.state === 'up-to-date'
    )
    await page.getByText(asSentence(failureSentence({ code: 'unauthorized' }, 'projects').headline)).waitFor()
    expect(await banner()).toContain(copy.banners.projectsOnly)
    await expectSoon(() => statusText(page)).toBe(copy.connection.projectsLine(copy.status.keyNotAccepted))
    const { favorite } = await toggleAll()
    await waitForStatus(page, ({ waiting }) => waiting === 0)
    expect(favorites()).toBe(favorite ? TOTAL : 0)
    await restoreKey('projects')
    await waitForStatus(page, isUpToDate)
  })

  /** Makes the service accept the old key again, and enters it again. */
  async function restoreKey(group: 'images' | 'projects'): Promise<void> {
    stage.service.change({ imagesKey: IMAGES_KEY, projectsKey: PROJECTS_KEY })
    const key = group === 'images' ? IMAGES_KEY : PROJECTS_KEY
    await ask(page, 'replaceKey', { group, key, keep: 'keychain' })
    await waitForStatus(page, (status) => status[group].state !== 'signed-out')
  }
})

describe('the program', () => {
  it('is killed during a drain, resumes the batch, and everything arrives once', async () => {
    const { favorite, changed } = await toggleAllAndHold(15)
    const batch = lastBatch(await readStatus(page))
    await stage.kill()
    const sentBefore = updates().length
    expect(sentBefore).toBeLessThan(changed)
    // The other changes of the batch wait until the window has shown that it resumes the batch.
    stage.release()
    stage.hold('changes', 0)
    page = await stage.open()
    await page.getByRole('navigation', { name: copy.frame.library }).waitFor()
    await expectSoon(() => statusBarText(page)).toMatch(
      pattern(
        inOneRow([copy.batches.resuming(ANY), copy.batches.outcomes.done(COUNT), copy.batches.outcomes.waiting(COUNT)])
      )
    )
    stage.release()
    await focusGrid(page)
    const receipt = await expectArrived(favorite, batch)
    expect(receipt.done).toBe(changed)
    expectNoneDoubled()
  })

  deepOnly(() => {
    it('is killed offline, again and again, and keeps acknowledged changes', async () => {
      await stage.service.close()
      const { favorite, changed } = await toggleAll()
      const batch = lastBatch(await readStatus(page))
      await waitForStatus(page, ({ waiting }) => waiting === changed)
      for (let times = 0; times < 2; times += 1) {
        await stage.kill()
        page = await stage.open()
        await waitForStatus(page, ({ waiting }) => waiting === changed)
      }
      await page.getByRole('gridcell').first().waitFor()
      await expectSoon(async () => (await readTiles(page)).some(({ mark }) => mark === 'waiting')).toBe(true)
      await stage.service.restart()
      await expectArrived(favorite, batch)
      expect(updates().length).toBe(changed)
    })
  })
})

it('no errors were logged', () => {
  expect(stage.bugs()).toEqual([])
  expect(serviceIds(stage.profile).size).toBe(TOTAL)
})
