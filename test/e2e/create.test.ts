/**
 * Creating images: the form, its draft, the texts of the tiles, and that no image is ever created twice automatically.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { copy } from '../../src/copy/language.ts'
import { COUNT, pattern } from '../../drivers/pattern.ts'
import type { FaultSubject } from '../../src/reference-service/faults.ts'
import type { ImageRecord } from '../../src/reference-service/image-record.ts'
import { STORE_TIMEOUT_MS } from '../../src/shared/limits.ts'
import { pressInGrid, readTiles, sidebarCount, sidebarRow, statusText } from '../../drivers/user.ts'
import { ask, isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { ageCreates, countLookups } from './library-file.ts'
import { favoritesOf, openStage, smallPictures, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'
import { deepOnly } from '../helpers/depth.ts'

const TOTAL = 40
/** Longer than the delay between two lookups. */
const TEN_MINUTES_MS = 600_000

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ pictureFault: smallPictures, images: TOTAL, seed: 9 })
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())
afterEach(() => stage.service.change({ faults: null, storeDelayMs: 0 }))

const isCreate = ({ method, path }: Pick<FaultSubject, 'method' | 'path'>): boolean =>
  method === 'POST' && path === '/api/v1/images'
/** Requests to create an image with that name. */
const ordered = (name: string) =>
  stage.service.log.filter((request) => isCreate(request) && request.form['name'] === name)
const named = (name: string): readonly ImageRecord[] =>
  [...stage.service.truth.images.values()].filter((record) => record.name === name)

const sheet = (name = copy.create.newImage) => page.getByRole('dialog', { name })
const field = (label: string) => sheet().getByLabel(label)
const nameField = () => field(copy.create.name)
const descriptionField = () => field(copy.create.prompt)
const newImage = () => page.getByRole('button', { name: copy.create.newImage, exact: true })
/** Label of the first tile with that name: "Pear, pending, 1 of 41". */
const tileOf = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}, `) }).first()
const stageOf = (name: string) => tileOf(name).getAttribute('data-stage')

async function fillForm(name: string, description = `${name}, as a test would have it`): Promise<void> {
  if ((await sheet().count()) === 0) await newImage().click()
  await nameField().fill(name)
  await descriptionField().fill(description)
}

async function create(name: string): Promise<void> {
  await fillForm(name)
  await page.keyboard.press('Control+Enter')
  await tileOf(name).waitFor()
}

/** The image exists once at the service, was requested once, and its tile looks like every other. */
async function expectCreated(name: string, orders = 1): Promise<void> {
  await expectSoon(() => named(name).length).toBe(1)
  await expectSoon(() => stageOf(name)).toBeNull()
  expect(ordered(name)).toHaveLength(orders)
}

describe('creating', () => {
  it('sends every field with the names of the service, and shows the picture once there is one', async () => {
    await fillForm('Lighthouse in a storm')
    await sheet().getByRole('button', { name: copy.facets.resolution.values['512x512'] }).click()
    await chooseInList(copy.facets.style.label, copy.facets.style.values.art_deco)
    await chooseInList(copy.facets.medium.label, copy.facets.medium.values.watercolor)
    await chooseInList(copy.facets.filter.label, copy.facets.filter.values.grayscale)
    await sheet().getByRole('button', { name: copy.create.create, exact: true }).click()
    await sheet().waitFor({ state: 'detached' })
    await expectCreated('Lighthouse in a storm')
    expect(ordered('Lighthouse in a storm')[0]?.form).toEqual({
      name: 'Lighthouse in a storm',
      description: 'Lighthouse in a storm, as a test would have it',
      resolution: '512x512',
      style: 'art_deco',
      medium: 'watercolor',
      filter: 'grayscale'
    })
    expect((await readTiles(page))[0]?.label).toMatch(/^Lighthouse in a storm, /)
    await tileOf('Lighthouse in a storm').locator('img').waitFor()
    await expectSoon(() => sidebarCount(page, copy.frame.allImages)).toBe(stage.service.truth.images.size)
    expect(
      await page.getByRole('button', { name: pattern(copy.images.arrived(1), copy.images.arrived(COUNT)) }).count()
    ).toBe(0)
  })

  deepOnly(() => {
    it('omits empty fields, and starts with the last used size', async () => {
      await create('Plain pear')
      await expectCreated('Plain pear')
      expect(Object.keys(ordered('Plain pear')[0]?.form ?? {}).toSorted()).toEqual([
        'description',
        'name',
        'resolution'
      ])
      expect(ordered('Plain pear')[0]?.form['resolution']).toBe('512x512')
    })

    it('makes several from one form that stays open, and none by an accidental key repeat', async () => {
      await fillForm('Pear one')
      await sheet().getByText(copy.create.keepOpen).click()
      await nameField().focus()
      await page.keyboard.press('Control+Enter')
      await page.keyboard.press('Control+Enter')
      await tileOf('Pear one').waitFor()
      await nameField().fill('Pear two')
      await page.keyboard.press('Control+Enter')
      await tileOf('Pear two').waitFor()
      expect(await descriptionField().inputValue()).toBe('Pear one, as a test would have it')
      await expectCreated('Pear one')
      await expectCreated('Pear two')
      await sheet().getByText(copy.create.keepOpen).click()
      await sheet().getByRole('button', { name: copy.create.clearDraft }).click()
      await sheet().getByRole('button', { name: copy.create.cancel }).click()
    })
  })

  it('works offline: the tile appears immediately, is pending, and is sent once', async () => {
    await stage.service.close()
    await ask(page, 'syncNow', null)
    await expectSoon(() => statusText(page)).toMatch(pattern(copy.status.offline, copy.status.serviceNotResponding))
    await fillForm('Offline pear')
    await sheet().getByRole('button', { name: copy.create.createLater }).click()
    await expectSoon(() => stageOf('Offline pear')).toBe('create-waiting')
    expect((await readTiles(page))[0]?.label).toContain(`Offline pear, ${copy.images.spoken.marks.waiting}, `)
    expect(await tileOf('Offline pear').innerText()).toContain('Offline pear, as a test would have it')
    await expectSoon(() => sidebarCount(page, copy.frame.waiting)).toBe(1)
    expect(ordered('Offline pear')).toEqual([])
    await stage.service.restart()
    await expectCreated('Offline pear')
    await waitForStatus(page, isUpToDate)
  })

  it('waits as long as the service takes, while favorites are sent', async () => {
    stage.service.change({ storeDelayMs: 10_000 })
    await create('Slow pear')
    await expectSoon(() => stageOf('Slow pear')).toBe('create-sending')
    expect(await tileOf('Slow pear').innerText()).toContain(copy.create.stages['create-sending'])
    const record = await pressInGrid(page, 'End').then(() => activeRecord())
    const before = favorites()
    await pressInGrid(page, 'f')
    await expectSoon(favorites).not.toBe(before)
    expect(record).toBeGreaterThan(0)
    expect(named('Slow pear')).toEqual([])
    expect(await stageOf('Slow pear')).toBe('create-sending')
    await expectCreated('Slow pear')
  })
})

describe('a create without an answer', () => {
  it('that succeeded is found and adopted, never sent again', async () => {
    failCreates('drop-after')
    await create('Lost pear')
    await expectSoon(() => stageOf('Lost pear')).toBe('create-checking')
    expect(await tileOf('Lost pear').getAttribute('aria-label')).toContain(
      copy.names.inSentence(copy.create.stages['create-checking'])
    )
    ageCreates(stage.profile, STORE_TIMEOUT_MS)
    await ask(page, 'syncNow', null)
    await expectCreated('Lost pear')
    await waitForStatus(page, isUpToDate)
    await expectSoon(
      async () => (await readTiles(page)).filter(({ label }) => label.startsWith('Lost pear,')).length
    ).toBe(1)
  })

  it('that failed is reported, and sent again once after confirmation', async () => {
    failCreates('drop-before')
    await create('Gone pear')
    await expectSoon(() => stageOf('Gone pear')).toBe('create-checking')
    stage.service.change({ faults: null })
    for (const facets of [1, 2, null]) {
      ageCreates(stage.profile, TEN_MINUTES_MS)
      await ask(page, 'syncNow', null)
      await expectSoon(() => countLookups(stage.profile)).toBe(facets)
      expect(ordered('Gone pear')).toHaveLength(1)
    }
    await expectSoon(() => stageOf('Gone pear')).toBe('create-refused')
    expect(ordered('Gone pear')).toHaveLength(1)
    const [need] = await ask(page, 'listNeeds', null)
    expect(need).toMatchObject({ count: 1, reason: { kind: 'create', code: 'create-not-found' } })
    expect(need?.repairActions).toEqual(expect.arrayContaining(['send-again', 'keep-waiting', 'discard']))
    if (need === undefined) return
    const target = { kind: 'reason', reason: need.reason } as const
    await ask(page, 'repairChanges', { target, repairAction: 'send-again', choice: null })
    await expectCreated('Gone pear', 2)
  })
})

describe('a create that the service rejects', () => {
  const LONG = `Pear ${'long '.repeat(30)}`.trim()

  it('shows the message of the service at its field, and is sent after a correction', async () => {
    await fillForm(LONG, 'A pear whose name is too long')
    expect(await sheet().innerText()).toContain(copy.create.length(154))
    await page.keyboard.press('Control+Enter')
    await expectSoon(() => stageOf(LONG)).toBe('create-refused')
    await expectSoon(() => sidebarCount(page, copy.frame.needsAttention)).toBe(1)
    await editRefused()
    await expectSoon(() => changeSheet().innerText()).toContain(
      'The name field must not be greater than 128 characters.'
    )
    await changeSheet().getByLabel(copy.create.name).fill('Short pear')
    expect(await changeSheet().innerText()).not.toContain('must not be greater')
    await changeSheet().getByRole('button', { name: copy.create.send, exact: true }).click()
    await changeSheet().waitFor({ state: 'detached' })
    await sidebarRow(page, copy.frame.allImages).click()
    await expectCreated('Short pear')
    expect(named(LONG)).toEqual([])
    await expectSoon(() => sidebarCount(page, copy.frame.needsAttention)).toBe(0)
  })
})

describe('a half-typed draft', () => {
  /** Read from the file, because main keeps the draft in memory before writing it. */
  const savedDraft = () => readFileSync(join(stage.profile, 'create-draft.json'), 'utf8')

  it('is restored and open after a kill, and nothing of it was sent', async () => {
    await fillForm('Half a pear', 'Only half')
    await sheet().getByRole('button', { name: copy.facets.resolution.values['256x256'] }).click()
    await chooseInList(copy.facets.style.label, copy.facets.style.values.sketch)
    await expectSoon(savedDraft).toContain('sketch')
    await stage.kill()
    page = await stage.open()
    await sheet().waitFor()
    expect(await nameField().inputValue()).toBe('Half a pear')
    expect(await descriptionField().inputValue()).toBe('Only half')
    expect(
      await sheet().getByRole('button', { name: copy.facets.resolution.values['256x256'] }).getAttribute('aria-pressed')
    ).toBe('true')
    expect(await sheet().getByRole('combobox', { name: copy.facets.style.label }).innerText()).toBe(
      copy.facets.style.values.sketch
    )
    expect(ordered('Half a pear')).toEqual([])
    await sheet().getByRole('button', { name: copy.create.create, exact: true }).click()
    await expectCreated('Half a pear')
  })

  deepOnly(() => {
    it('is saved by a page that closes in the middle of a word', async () => {
      await fillForm('Quick pear', 'Before the pause of saving ends')
      await page.reload()
      await sheet().waitFor()
      expect(await descriptionField().inputValue()).toBe('Before the pause of saving ends')
    })
  })
})

it('no errors were logged', () => {
  expect(stage.bugs()).toEqual([])
})

const changeSheet = () => sheet(copy.create.changeImage)
const favorites = () => favoritesOf(stage.service)
async function activeRecord(): Promise<number> {
  return Number(await page.locator('[role="gridcell"][data-active]').getAttribute('data-record'))
}

/** Opens a list of the form and selects by typing into its search. */
async function chooseInList(label: string, value: string): Promise<void> {
  await sheet().getByRole('combobox', { name: label }).click()
  // The list appears a frame after the press.
  await expectSoon(() => page.evaluate(() => document.activeElement?.localName)).toBe('input')
  await page.keyboard.type(value.slice(0, 5))
  await page.getByRole('option', { name: value }).click()
  await expectSoon(() => sheet().getByRole('combobox', { name: label }).innerText()).toBe(value)
}

function failCreates(kind: 'drop-after' | 'drop-before'): void {
  stage.service.change({ faults: (request) => (isCreate(request) ? { kind } : null) })
}

/** Opens the form from the activity screen, as a user does. */
async function editRefused(): Promise<void> {
  await page.keyboard.press('Control+Shift+y')
  await page.getByRole('tab', { name: copy.activity.tabNames['needs-attention'] }).click()
  await page.getByRole('button', { name: copy.needs.repairActions.edit() }).first().click()
  await changeSheet().waitFor()
}
