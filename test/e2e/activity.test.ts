/**
 * Pending changes, changes that need attention, and history: reported exactly, and every repair action does what its
 * button says.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSentence, factsOf } from '../../src/copy/failures.ts'
import { copy } from '../../src/copy/language.ts'
import { ANY, COUNT, pattern } from '../../drivers/pattern.ts'
import type { FaultSubject } from '../../src/reference-service/faults.ts'
import type { FailureCode } from '../../src/shared/failure.ts'
import { REFUSALS_ALIKE } from '../../src/shared/limits.ts'
import type { SyncStatus } from '../../src/shared/sync-status.ts'
import { pressInGrid, readTiles, sidebarCount, sidebarRow, statusBarText } from '../../drivers/user.ts'
import { ask, isUpToDate, readStatus, settled, waitForStatus } from '../../drivers/window-bridge.ts'
import { ageReadings, serviceIds } from './library-file.ts'
import { favoritesOf, openStage, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'
import { deepOnly } from '../helpers/depth.ts'

const TOTAL = 160
const HOUR_MS = 3_600_000

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: TOTAL, seed: 5 })
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())

beforeEach(() => stage.service.change({ responseDelayMs: 20 }))
afterEach(() => {
  stage.service.change({ responseDelayMs: 0, faults: null })
  stage.release()
})

const tab = (name: string) => page.getByRole('tab', { name })
const list = (name: string) => page.getByRole('grid', { name })
const waitingRows = () => list(copy.activity.waitingList).locator('[data-kind="row"]')
const needRows = () => list(copy.activity.needsList).locator('[data-kind="row"]')
/** Headline over changes that need attention for one reason. */
const headlineFor = (code: FailureCode, count: number): string =>
  copy.failures.needs[code]?.(count, factsOf({ code }, 'images')).headline ?? ''
const head = (text: string | RegExp) =>
  list(copy.activity.needsList).locator('[data-kind="head"]').filter({ hasText: text })
const card = () => page.getByRole('region', { name: pattern(copy.batches.name(COUNT)) })
const newest = () => list(copy.activity.historyList).locator('[data-kind="head"]').first()

const isUpdate = ({ method, group }: Pick<FaultSubject, 'method' | 'group'>): boolean =>
  group === 'images' && method !== 'GET'
const updates = () => stage.service.log.filter(isUpdate).length
const truth = () => stage.service.truth.images
const total = () => truth().size
const favorites = () => favoritesOf(stage.service)
const refused = (status: number, more: object = {}) =>
  ({ kind: 'status', status, body: JSON.stringify({ message: 'No.', ...more }) }) as const
const idIn = ({ path }: FaultSubject): number => Number(/images\/(\d+)/.exec(path)?.[1] ?? 0)

async function showActivity(name: string): Promise<void> {
  await sidebarRow(page, copy.frame.activity).click()
  await tab(name).click()
}

/** Sets every image to the favorite value that no image has yet, and returns the number of changes. */
async function toggleAll(): Promise<{ readonly favorite: boolean; readonly changed: number }> {
  const favorite = favorites() < total() / 2
  const changed = favorite ? total() - favorites() : favorites()
  await sidebarRow(page, copy.frame.allImages).click()
  await pressInGrid(page, 'Control+a', favorite ? 'f' : 'Shift+f')
  await expectSoon(async () => hasStarted(await readStatus(page))).toBe(true)
  return { favorite, changed }
}

const hasStarted = ({ running, needsAttention }: SyncStatus): boolean => running.length > 0 || needsAttention > 0

/** Restores the state of the service in the library, so that the next test starts without changes. */
async function resetLibrary(): Promise<void> {
  stage.service.change({ faults: null, responseDelayMs: 0 })
  stage.release()
  await ask(page, 'setPaused', { isPaused: false })
  await waitForStatus(page, (status) => isUpToDate(status) && status.needsAttention === 0)
}

/** Waits for a list request and its response: whatever could be sent by then was sent. */
async function passOneRound(): Promise<void> {
  const before = stage.service.log.length
  await ask(page, 'syncNow', null)
  await expectSoon(
    () => stage.service.log.slice(before).filter(({ method }) => method === 'GET').length
  ).toBeGreaterThan(0)
}

/** The counts of a batch's card. */
async function cardCounts(): Promise<readonly number[]> {
  const texts = await card().getByRole('listitem').allInnerTexts()
  return texts.map((text) => Number(text.replaceAll(/\D/g, '')))
}

describe('pending changes', () => {
  it('are listed while the service does not respond, each with its values, and one of them can be discarded', async () => {
    await stage.service.close()
    const { favorite, changed } = await toggleAll()
    await waitForStatus(page, ({ waiting }) => waiting === changed)
    await showActivity(copy.activity.tabNames.waiting)
    await expectSoon(() => tab(copy.activity.tabNames.waiting).innerText()).toContain(String(changed))
    await expectSoon(async () => (await waitingRows().count()) > 5).toBe(true)
    const counts = await cardCounts()
    expect(counts.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBe(counts.at(-1))
    const { becomes, favorite: isIn, notFavorite: isOut } = copy.activity
    const values = (favorite ? [isOut, becomes, isIn] : [isIn, becomes, isOut]).join(' ')
    await expectSoon(async () => (await waitingRows().first().innerText()).replaceAll(/\s+/g, ' ')).toContain(values)

    await waitingRows().first().focus()
    await page.keyboard.press('ArrowDown')
    // A change that is tried moves within the list, so the row is found by its selection, not by its place.
    const selected = () => waitingRows().and(page.locator('[aria-selected="true"]'))
    const details = page.getByRole('group', { name: copy.activity.details })
    const selectedName = () => selected().getByRole('gridcell').first().innerText()
    await expectSoon(async () => (await details.innerText()).includes(await selectedName())).toBe(true)
    const name = await selectedName()
    await selected()
      .getByRole('button', { name: copy.needs.repairActions.discard(1) })
      .click()
    await waitForStatus(page, ({ waiting }) => waiting === changed - 1)
    await expectSoon(async () => (await waitingRows().allInnerTexts()).join('\n')).not.toContain(name)

    await stage.service.restart()
    await resetLibrary()
    await expectSoon(() => page.getByRole('group', { name: copy.activity.details }).innerText()).toContain(
      copy.activity.noDetails
    )
    expect(favorites()).toBe(favorite ? total() - 1 : 1)
  })

  deepOnly(() => {
    it('of a batch stop when it is paused, and continue when it is resumed', async () => {
      stage.hold('changes', 3)
      const { favorite } = await toggleAll()
      await showActivity(copy.activity.tabNames.waiting)
      await card().getByRole('button', { name: copy.status.pause }).click()
      await card().getByText(copy.batches.youPaused).waitFor()
      stage.release()
      await waitForStatus(page, ({ running }) => running.every(({ sending }) => sending === 0))
      const before = updates()
      await passOneRound()
      expect(updates()).toBe(before)
      expect(await statusBarText(page)).toContain(copy.status.pausedText)
      await card().getByRole('button', { name: copy.status.resume }).click()
      await resetLibrary()
      expect(favorites()).toBe(favorite ? total() : 0)
    })
  })

  it('can be stopped: finished changes stay', async () => {
    stage.hold('changes', 5)
    const { favorite, changed } = await toggleAll()
    await showActivity(copy.activity.tabNames.waiting)
    await waitForStatus(page, ({ running }) => (running[0]?.done ?? 0) > 3)
    await card().getByRole('button', { name: copy.status.stop }).click()
    const dialog = page.getByRole('dialog', { name: copy.stopping.title })
    expect(await dialog.innerText()).toMatch(pattern(copy.stopping.notSent[favorite ? 'adding' : 'removing'](COUNT)))
    await expectSoon(() => dialog.getByRole('button', { name: copy.stopping.keepGoing }).evaluate(isFocused)).toBe(true)
    await dialog.getByRole('button', { name: copy.stopping.stop, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    stage.release()
    await waitForStatus(page, ({ waiting }) => waiting === 0)
    await resetLibrary()
    const done = favorite ? favorites() : total() - favorites()
    expect(done).toBeGreaterThan(3)
    expect(done).toBeLessThan(changed)
    await page.getByText(copy.activity.nothingWaits).waitFor()
    // The buttons disappear with the batch, and the focus stays on the screen.
    await expectSoon(() =>
      page.evaluate(() => document.activeElement?.closest('main [role]')?.getAttribute('role'))
    ).toBe('tab')
    // The offer to undo disappears as well, whatever is left of its message's display time.
    await settled(page)
    expect(
      await page
        .getByText(pattern(copy.selection.added(COUNT), copy.selection.removed(COUNT)))
        .and(page.locator(':not([data-ending-style] *)'))
        .count()
    ).toBe(0)
  })

  it('can be stopped and undone: everything is as before', async () => {
    const before = favorites()
    stage.hold('changes', 5)
    await toggleAll()
    await showActivity(copy.activity.tabNames.waiting)
    await waitForStatus(page, ({ running }) => (running[0]?.done ?? 0) > 3)
    await card().getByRole('button', { name: copy.status.stop }).click()
    await page.getByRole('button', { name: pattern(copy.stopping.stopAndUndo(COUNT)) }).click()
    await resetLibrary()
    expect(favorites()).toBe(before)
  })
})

const isFocused = (element: Element): boolean => element === document.activeElement

describe('changes that need attention', () => {
  it('are grouped by reason, with one sentence and one button for each group', async () => {
    const isAdding = favorites() < total() / 2
    const changing = [...truth().values()].filter(({ favorite }) => favorite !== isAdding).map(({ id }) => id)
    const refusedOnes = new Set(changing.slice(3, 5))
    const missing = headlineFor('not-found', 3)
    const resultsRejected = headlineFor('refused-fields', 2)
    await ask(page, 'setPaused', { isPaused: true })
    await toggleAll()
    for (const id of changing.slice(0, 3)) stage.service.store.images.remove(id)
    stage.service.change({
      faults: (subject) =>
        isUpdate(subject) && refusedOnes.has(idIn(subject))
          ? refused(422, { errors: { results: ['The results field is required.'] } })
          : null
    })
    await ask(page, 'setPaused', { isPaused: false })
    await waitForStatus(page, ({ waiting, needsAttention }) => waiting === 0 && needsAttention === 5)
    await page.getByRole('contentinfo').getByRole('button', { name: copy.status.review }).click()
    await expectSoon(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(copy.activity.title)
    await head(missing).waitFor()
    await expectSoon(() => head(resultsRejected).innerText()).toContain('The results field is required.')
    await expectSoon(() => needRows().count()).toBe(5)

    stage.service.change({ faults: null })
    await head(resultsRejected)
      .getByRole('button', { name: copy.needs.repairActions.discard(2) })
      .click()
    const question = page.getByRole('dialog', { name: copy.questions.discard(2, false).title })
    await question.getByRole('button', { name: copy.activity.cancel }).click()
    await question.waitFor({ state: 'detached' })
    expect((await readStatus(page)).needsAttention).toBe(5)
    await head(resultsRejected)
      .getByRole('button', { name: copy.needs.repairActions.discard(2) })
      .click()
    await question.getByRole('button', { name: copy.questions.discard(2, false).go }).click()
    await waitForStatus(page, ({ needsAttention }) => needsAttention === 3)
    await head(resultsRejected).waitFor({ state: 'detached' })

    await head(missing)
      .getByRole('button', { name: copy.needs.removeAll(3) })
      .click()
    const removal = page.getByRole('dialog', { name: copy.questions.remove(3, false).title })
    await removal.getByRole('button', { name: copy.questions.remove(3, false).go }).click()
    await page.getByText(copy.activity.nothingNeeds).waitFor()
    await expectSoon(() => sidebarCount(page, copy.frame.allImages)).toBe(total())
    await resetLibrary()
    expect([...refusedOnes].map((id) => truth().get(id)?.favorite)).toEqual([!isAdding, !isAdding])
  })

  it('put the batch on hold after twenty equal refusals, and the others are sent on request', async () => {
    stage.service.change({
      faults: (subject) => (isUpdate(subject) ? refused(422, { errors: { favorite: ['Not today.'] } }) : null)
    })
    const { favorite, changed } = await toggleAll()
    await page.getByText(pattern(copy.banners.rejectedInARow(REFUSALS_ALIKE, COUNT))).waitFor()
    await page.getByText(copy.names.quoted('Not today.')).first().waitFor()
    // The changes in flight have returned as well.
    const status = await waitForStatus(page, ({ running }) => running.every(({ sending }) => sending === 0))
    expect(status.needsAttention).toBeLessThan(changed)
    const sent = updates()
    await passOneRound()
    expect(updates()).toBe(sent)
    stage.service.change({ faults: null })
    await page.getByRole('button', { name: copy.banners.sendOthers(status.waiting), exact: true }).click()
    await waitForStatus(page, ({ waiting }) => waiting === 0)
    await showActivity(copy.activity.tabNames['needs-attention'])
    await head(pattern(copy.needs.changesRejected(COUNT)))
      .getByRole('button', { name: pattern(copy.needs.repairActions.retry(COUNT)) })
      .click()
    await resetLibrary()
    expect(favorites()).toBe(favorite ? total() : 0)
  })

  it('also show both names of a record that was renamed elsewhere', async () => {
    await stage.service.close()
    await sidebarRow(page, copy.frame.allImages).click()
    const [tile] = await readTiles(page)
    const record = tile?.record ?? 0
    await ask(page, 'renameImage', { record, name: 'Mine alone' })
    const id = serviceIds(stage.profile).get(record) ?? 0
    stage.service.store.images.put(id, { name: 'Theirs alone' })
    await stage.service.restart()
    await waitForStatus(page, ({ needsAttention }) => needsAttention === 1)
    await showActivity(copy.activity.tabNames['needs-attention'])
    await needRows().first().focus()
    const details = page.getByRole('group', { name: copy.activity.details })
    await details.getByRole('button', { name: copy.needs.keepTheirsNamed(copy.names.quoted('Theirs alone')) }).waitFor()
    await details.getByRole('button', { name: copy.needs.keepMineNamed(copy.names.quoted('Mine alone')) }).click()
    await resetLibrary()
    expect(stage.service.truth.images.get(id)?.name).toBe('Mine alone')
  })
})

deepOnly(() => {
  describe('the history', () => {
    it('shows every batch with its outcomes, and undoes one after a restart', async () => {
      const before = favorites()
      const { changed } = await toggleAll()
      await resetLibrary()
      await showActivity(copy.activity.tabNames.history)
      await stage.quit()
      page = await stage.open()
      await tab(copy.activity.tabNames.history).click()
      await expectSoon(() => newest().innerText()).toContain(copy.batches.outcomes.done(changed))
      await newest().getByRole('button', { expanded: false }).click()
      const items = list(copy.activity.historyList).locator('[data-kind="row"]')
      await expectSoon(async () => (await items.count()) > 5).toBe(true)
      await newest()
        .getByRole('button', { name: copy.counted.withCount(copy.batches.outcomeNames.done, changed) })
        .click()
      await expectSoon(async () =>
        (await items.allInnerTexts()).every((text) => text.includes(copy.activity.tabNames.done))
      ).toBe(true)
      await newest()
        .getByRole('button', { name: `${copy.activity.undo}: ` })
        .click()
      await expectSoon(() => newest().innerText()).toMatch(pattern(copy.batches.asked.undo(COUNT)))
      await resetLibrary()
      expect(favorites()).toBe(before)
    })
  })
})

describe('deletions and removals', () => {
  it('warns before deletions from an offline period are sent, and cancels one', async () => {
    const before = total()
    await stage.service.close()
    await sidebarRow(page, copy.frame.allImages).click()
    await expectSoon(async () => (await readTiles(page)).length).toBeGreaterThan(2)
    const numbers = Uint32Array.from((await readTiles(page)).slice(0, 3).map(({ record }) => record))
    await ask(page, 'deleteImages', { target: { kind: 'records', numbers } })
    await waitForStatus(page, ({ images }) => images.state === 'offline' || images.state === 'not-responding')
    // Their own grace period is over: they wait only for the service.
    await waitForStatus(page, ({ images }) => images.deletions === null)
    await stage.service.restart()
    await page.getByText(pattern(copy.banners.deletions(3, ANY))).waitFor()
    await page.locator('[aria-live]').getByRole('button', { name: copy.status.review }).click()
    await expectSoon(() => waitingRows().count()).toBe(3)
    await waitingRows()
      .first()
      .getByRole('button', { name: copy.needs.repairActions.discard(1) })
      .click()
    await expectSoon(() => waitingRows().count()).toBe(2)
    await waitForStatus(page, ({ waiting }) => waiting === 0)
    await expectSoon(total).toBe(before - 2)
    await resetLibrary()
  })

  it('asks before many records are removed here, and removes them when confirmed', async () => {
    const left = total() - 40
    for (const id of [...truth().keys()].slice(0, 40)) stage.service.store.images.remove(id)
    // Absence is verified only every few minutes, so the last read of the list must seem an hour old.
    await stage.quit()
    ageReadings(stage.profile, HOUR_MS)
    page = await stage.open()
    await page.getByText(asSentence(copy.banners.removals.images(40))).waitFor()
    await expectSoon(() => sidebarCount(page, copy.frame.allImages)).toBe(left + 40)
    await page.locator('[aria-live]').getByRole('button', { name: copy.status.review }).click()
    await head(copy.banners.removals.images(40))
      .getByRole('button', { name: copy.needs.removeAll(40) })
      .click()
    const removal = page.getByRole('dialog', { name: copy.questions.remove(40, false).title })
    await removal.getByRole('button', { name: copy.questions.remove(40, false).go }).click()
    await expectSoon(() => sidebarCount(page, copy.frame.allImages)).toBe(left)
    await page.getByText(copy.activity.nothingNeeds).waitFor()
  })
})

describe('the log', () => {
  it('reports events in sentences, by kind, can be searched, and contains no key', async () => {
    await showActivity(copy.activity.tabNames.log)
    const lines = page.getByRole('region', { name: copy.log.list })
    await expectSoon(() => lines.getByRole('listitem').last().innerText()).toMatch(
      new RegExp(`:\\d\\d [AP]M\\s+${copy.log.filters.app}\\s+${pattern(copy.events.started({ app: ANY })).source}$`)
    )
    await page.getByRole('checkbox', { name: copy.log.showRaw }).click()
    await expectSoon(() => lines.getByRole('listitem').last().innerText()).toMatch(/started \{ app: /)
    await page.getByRole('button', { name: copy.log.filters.changes, exact: true }).click()
    await expectSoon(() => lines.getByText(copy.log.filters.connection, { exact: true }).count()).toBe(0)
    await expectSoon(() =>
      lines.getByText(pattern(copy.events['batch-finished']({ batch: ANY, done: String(COUNT) }))).count()
    ).toBeGreaterThan(0)
    await page.getByRole('searchbox', { name: copy.log.search }).fill('no line says this')
    await page.getByText(copy.log.nothingMatches).waitFor()
    const text = readFileSync(join(stage.profile, 'logs', 'proofsheet.log'), 'utf8')
    expect(text).not.toContain('sk-stage')
  })
})

it('leaves no error behind', () => {
  expect(stage.bugs()).toEqual([])
})
