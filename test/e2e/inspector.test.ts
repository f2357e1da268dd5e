/** One image in the panel: its details, its name, its pending changes, its history, and its refresh. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSentence, failureSentence } from '../../src/copy/failures.ts'
import { copy } from '../../src/copy/language.ts'
import { inOneRow } from '../../src/copy/names.ts'
import { ANY, COUNT, pattern } from '../../drivers/pattern.ts'
import type { ImageRecord } from '../../src/reference-service/image-record.ts'
import { pressInGrid, readTiles, shownTotal, tileAt, undoOf } from '../../drivers/user.ts'
import { isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { serviceIds } from './library-file.ts'
import { openStage, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'
import { deepOnly } from '../helpers/depth.ts'
import { NO_FACETS } from '../../src/shared/image.ts'

const TOTAL = 120

let stage: Stage
let page: Page
/** Record number -> id of the service. */
let ids: ReadonlyMap<number, number>

beforeAll(async () => {
  stage = await openStage({ images: TOTAL, seed: 8, listDescriptions: true, listResults: true })
  page = await stage.open()
  await stage.connect()
  ids = serviceIds(stage.profile)
})
afterAll(() => stage.close())

const panel = () => page.getByRole('group', { name: copy.images.info })
const state = () => panel().getByRole('region', { name: copy.inspector.state })
const nameField = () => panel().getByRole('textbox', { name: copy.inspector.name })
const button = (name: string | RegExp) => panel().getByRole('button', { name })
const search = () => page.getByRole('searchbox', { name: copy.images.search })

/** The record at the service for a position of the grid, which shows the newest first. */
async function recordAt(at: number): Promise<ImageRecord> {
  const tile = (await readTiles(page)).find(({ place }) => place === at)
  const found = stage.service.truth.images.get(ids.get(tile?.record ?? 0) ?? 0)
  if (found === undefined) throw new Error(`The service has no record for position ${at}.`)
  return found
}

const truth = ({ id }: ImageRecord) => stage.service.truth.images.get(id)

async function choose(at: number): Promise<ImageRecord> {
  await tileAt(page, at).click()
  const record = await recordAt(at)
  await panel().getByText(String(record.id), { exact: true }).waitFor()
  return record
}

async function renameTo(name: string): Promise<void> {
  await panel().getByRole('heading', { level: 2 }).click()
  await nameField().fill(name)
  await nameField().press('Enter')
}

/** Changes the record as another client would. */
const changeElsewhere = ({ id }: ImageRecord, changes: Parameters<Stage['service']['store']['images']['put']>[1]) =>
  stage.service.store.images.put(id, changes)

beforeEach(async () => {
  await pressInGrid(page, 'Control+Shift+a', 'Control+Home')
})

describe('details', () => {
  it('name, prompt, facets, id, and results are those of the service', async () => {
    const record = await choose(2)
    await expectSoon(() => panel().innerText()).toContain(record.description)
    expect(await panel().getByRole('heading', { level: 2 }).innerText()).toBe(record.name)
    await expectSoon(() => state().innerText()).toMatch(pattern(copy.inspector.syncedAt(copy.time.today(ANY))))
    await panel().getByText(copy.inspector.results, { exact: true }).click()
    await panel()
      .getByText(record.result ?? 'none')
      .first()
      .waitFor()
    await panel().getByText(copy.inspector.whatChanges).waitFor()
  })

  deepOnly(() => {
    it('its settings fill the create form', async () => {
      const record = await choose(3)
      await button(copy.inspector.takeSettings).click()
      const sheet = page.getByRole('dialog', { name: copy.create.newImage })
      await expectSoon(() => sheet.getByLabel(copy.create.prompt).inputValue()).toBe(record.description)
      await sheet.getByRole('button', { name: copy.create.cancel }).click()
    })
  })
})

describe('the name', () => {
  it('is edited in place: Enter saves, the service has it, the history shows the previous one', async () => {
    const record = await choose(4)
    await renameTo('Quay at low tide')
    await expectSoon(() => truth(record)?.name).toBe('Quay at low tide')
    await expectSoon(() => panel().getByRole('heading', { level: 2 }).innerText()).toBe('Quay at low tide')
    await expectSoon(() => panel().innerText()).toContain(copy.changes.renamedFrom(record.name))
    expect(truth(record)?.favorite).toBe(record.favorite)
    await waitForStatus(page, isUpToDate)
  })
})

describe('a name over its tile', () => {
  const field = () =>
    page.getByRole('dialog', { name: copy.renaming.title }).getByRole('textbox', { name: copy.renaming.name })
  const shownName = (at: number) => tileAt(page, at).locator('bdi').first().innerText()
  const mark = async (at: number) => (await readTiles(page)).find(({ place }) => place === at)?.mark

  async function startRename(at: number): Promise<ImageRecord> {
    const record = await choose(at)
    await pressInGrid(page, 'F2')
    await field().waitFor()
    return record
  }

  it('is edited after F2 with all of it selected; Enter saves, and the grid has the focus again', async () => {
    stage.hold('changes', 0)
    const record = await startRename(12)
    expect(await field().inputValue()).toBe(record.name)
    await page.keyboard.type('Fox and crow')
    await page.keyboard.press('Enter')
    await expectSoon(() => shownName(12)).toBe('Fox and crow')
    expect(await mark(12)).toBe('waiting')
    await expectSoon(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
    stage.release()
    await expectSoon(() => truth(record)?.name).toBe('Fox and crow')
    await waitForStatus(page, isUpToDate)
    await expectSoon(() => mark(12)).toBe('none')
  })

  it('is saved when the focus leaves; Undo of its message restores the previous one', async () => {
    const record = await startRename(13)
    const before = record.name
    await field().fill('Neon harbour')
    await tileAt(page, 15).click()
    await expectSoon(() => shownName(13)).toBe('Neon harbour')
    await expectSoon(() => truth(record)?.name).toBe('Neon harbour')
    await undoOf(page, copy.renaming.done('Neon harbour')).click()
    await expectSoon(() => shownName(13)).toBe(before)
    await expectSoon(() => truth(record)?.name).toBe(before)
  })
})

describe('pending changes', () => {
  it('are shown with their batch, and can be discarded', async () => {
    const record = await choose(6)
    await stage.service.close()
    await pressInGrid(page, 'f')
    await expectSoon(() => state().innerText()).toContain(
      copy.changes.withState(copy.changes.subjects.favorite(!record.favorite), copy.changes.states.waiting)
    )
    expect(await state().innerText()).toMatch(pattern(inOneRow([copy.batches.name(COUNT), copy.time.today(ANY)])))
    expect(await panel().innerText()).toContain(copy.changes.favorite(record.favorite, !record.favorite))
    // During an attempt the button reports that it cannot discard, and is pressed again.
    await expectSoon(async () => {
      await button(copy.needs.repairActions.discard(1))
        .click({ timeout: 500 })
        .catch(() => undefined)
      return state().innerText()
    }).toContain(copy.inspector.synced)
    await expectSoon(() => panel().innerText()).toContain(copy.changes.outcomes.canceled)
    await stage.service.restart()
    await page.keyboard.press('F5')
    await waitForStatus(page, isUpToDate)
    expect(truth(record)?.favorite).toBe(record.favorite)
  })

  deepOnly(() => {
    it('an unsent image shows its form, and can be edited', async () => {
      await stage.service.close()
      await page.getByRole('button', { name: copy.create.newImage, exact: true }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel(copy.create.name).fill('Lantern')
      await sheet.getByLabel(copy.create.prompt).fill('A paper lantern on water')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('gridcell', { name: /^Lantern, / }).click()
      await expectSoon(() => state().innerText()).toContain(copy.create.stages['create-waiting'])
      expect(await panel().innerText()).toContain('A paper lantern on water')
      await panel().getByText(copy.inspector.notCreated).waitFor()
      await button(copy.needs.repairActions.edit()).click()
      await expectSoon(() => sheet.getByLabel(copy.create.name).inputValue()).toBe('Lantern')
      await sheet.getByRole('button', { name: copy.create.cancel }).click()
      await stage.service.restart()
      await page.keyboard.press('F5')
      await waitForStatus(page, isUpToDate)
      await expectSoon(() => state().innerText()).toContain(copy.inspector.synced)
      expect([...stage.service.truth.images.values()].filter(({ name }) => name === 'Lantern')).toHaveLength(1)
      ids = serviceIds(stage.profile)
    })
  })

  it('a name that was changed on both sides needs a decision, and the service’s name can be kept', async () => {
    const record = await choose(7)
    await stage.service.close()
    await renameTo('Mine')
    await expectSoon(() => state().innerText()).toContain(
      copy.changes.withState(copy.changes.subjects.name(true, 'Mine'), copy.changes.states.waiting)
    )
    changeElsewhere(record, { name: 'Theirs' })
    await stage.service.restart()
    await page.keyboard.press('F5')
    await button(copy.needs.keepMineNamed(copy.names.quoted('Mine'))).waitFor()
    expect(truth(record)?.name).toBe('Theirs')
    await button(copy.needs.keepTheirsNamed(copy.names.quoted('Theirs'))).click()
    await expectSoon(() => panel().getByRole('heading', { level: 2 }).innerText()).toBe('Theirs')
    await waitForStatus(page, isUpToDate)
    expect(truth(record)?.name).toBe('Theirs')
  })

  it('a record that is deleted before its favorite arrives can be kept as a copy', async () => {
    const record = await choose(8)
    stage.service.store.images.remove(record.id)
    await pressInGrid(page, 'f')
    await button(copy.needs.repairActions['remove-copy'](1)).waitFor()
    await button(copy.needs.repairActions['keep-copy'](1)).click()
    await expectSoon(() => state().innerText()).toContain(copy.inspector.keptCopy)
    await expectSoon(() => panel().innerText()).toContain(record.description)
  })
})

deepOnly(() => {
  describe('refresh', () => {
    it('loads changes made elsewhere, and the history shows them', async () => {
      const record = await choose(9)
      changeElsewhere(record, { name: 'Renamed elsewhere', favorite: !record.favorite })
      await button(copy.inspector.refresh).click()
      await expectSoon(() => panel().getByRole('heading', { level: 2 }).innerText()).toBe('Renamed elsewhere')
      await expectSoon(() => panel().innerText()).toContain(copy.changes.renamedFrom(record.name))
      expect(await panel().innerText()).toContain(copy.changes.elsewhere)
    })

    it('a deleted record leaves the library, with a message', async () => {
      const record = await choose(11)
      const before = await shownTotal(page)
      stage.service.store.images.remove(record.id)
      await button(copy.inspector.refresh).click()
      await page
        .getByText(asSentence(failureSentence({ code: 'not-found' }, 'images').headline))
        .first()
        .waitFor()
      await expectSoon(() => shownTotal(page)).toBe(before - 1)
    })
  })

  describe('searching on the service', () => {
    it('finds records that are not in the library yet, and shows them', async () => {
      const draft = { description: 'late', resolution: '512x512', ...NO_FACETS } as const
      stage.service.store.images.add({ ...draft, name: 'Zeppelin over the quay' })
      await search().fill('zeppelin over')
      await page.getByText(copy.empty.nothingContains('zeppelin over', true)).waitFor()
      await page.getByRole('button', { name: copy.search.onService }).click()
      await page
        .getByText(copy.search.found({ found: 1, added: 1, isWhole: true }))
        .first()
        .waitFor()
      await expectSoon(async () => (await readTiles(page)).map(({ label }) => label)).toEqual([
        expect.stringContaining('Zeppelin over the quay')
      ])
    })
  })
})

it('no errors were logged in any process', () => {
  expect(stage.bugs()).toEqual([])
})
