/** "Diagnose this service" in Settings: its results for different services and failures, and its report. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openStage, PATIENCE_MS, type Stage } from '../../drivers/stage.ts'
import { ask, isUpToDate, readStatus, waitForStatus } from '../../drivers/window-bridge.ts'
import { asSentence, factsOf, failureSentence } from '../../src/copy/failures.ts'
import { findingLine, findingText } from '../../src/copy/diagnosis.ts'
import { copy } from '../../src/copy/language.ts'
import { ANY, COUNT, pattern } from '../../drivers/pattern.ts'
import { type DialectName, dialectOf } from '../../src/reference-service/dialects/dialects.ts'
import type { Group } from '../../src/shared/sync-status.ts'
import type { Question } from '../../src/shared/diagnosis.ts'
import type { Bridge } from '../../src/shared/bridge.ts'
import { tracesIn } from '../helpers/key-sweep.ts'
import { expectSoon } from './expect-soon.ts'

/** Ordinary words, so that only code that knows the key can mask it. */
const IMAGES_KEY = 'harbourmaster'
const PROJECTS_KEY = 'lighthousekeeper'
const CAN = copy.diagnosis.verdicts.compatible

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage({ images: 60, projects: 4, seed: 5, imagesKey: IMAGES_KEY, projectsKey: PROJECTS_KEY })
  page = await stage.open()
  await stage.connect()
})
afterAll(() => stage.close())
afterEach(async () => {
  await page.keyboard.press('Escape')
  await settings().waitFor({ state: 'detached' })
  stage.service.change({ faults: null, responseDelayMs: 0, dialect: dialectOf('standard'), imagesKey: IMAGES_KEY })
  await expectSoon(async () => {
    await ask(page, 'syncNow', null)
    return isUpToDate(await readStatus(page))
  }).toBe(true)
})

const settings = (): Locator => page.getByRole('dialog', { name: copy.settings.title })
const press = (name: string): Promise<void> => settings().getByRole('button', { name, exact: true }).click()
/** Exact match, because the sentence above the button contains the same text and more. */
const expectText = (text: string | RegExp): Promise<void> =>
  settings().getByText(text, { exact: true }).first().waitFor()
const row = (name: string): Locator =>
  settings()
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** Begins a line of the reasons for a verdict. */
const lineOf = (group: Group, question: Question, said: string): RegExp =>
  pattern(`${copy.connect.groups[group]}, ${copy.names.inSentence(copy.diagnosis.questions[question])}: ${said}`)
/** What is said of checks that wait for the rate limit. */
function limitedLine(): string {
  const { headline, body } = copy.failures.sentences['rate-limited']({
    ...factsOf({ code: 'rate-limited' }, 'images'),
    wait: ANY
  })
  const failure = { came: asSentence(headline), advice: body }
  return findingLine(copy.diagnosis.findings['rest.not-checked']({ count: 0, total: null, failure }))
}

async function diagnose(): Promise<void> {
  await page.keyboard.press('Control+,')
  await press(copy.settings.diagnose)
}

/** Captures the text for the clipboard. The clipboard of the test machine stays unchanged. */
async function copiedText(): Promise<string> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.documentElement.dataset['copied'] = text
    }
  })
  await press(copy.settings.copy)
  await page.getByText(copy.settings.copied).first().waitFor()
  return page.evaluate(() => document.documentElement.dataset['copied'] ?? '')
}

const requests = (): number => stage.service.log.length
/** Number of requests of the last check: the one for a missing record. */
const lastCheckRequests = (): number => stage.service.log.filter(({ path }) => path.endsWith('/999999999')).length

describe('of a compatible service', () => {
  const dialects: readonly (readonly [DialectName, string])[] = [
    ['standard', 'data'],
    ['C-array', copy.diagnosis.traitValues['list.place']?.['root'] ?? ''],
    ['E', 'data.items']
  ]

  it.each(dialects)('%s: every check has its result, and nothing is written', async (name, place) => {
    stage.service.change({ dialect: dialectOf(name) })
    stage.service.clearLog()
    await diagnose()
    await expectText(CAN)
    expect(await row(copy.diagnosis.questions.list).count()).toBe(2)
    expect(await row(copy.diagnosis.questions.show).getByText(copy.diagnosis.marks.ok).count()).toBe(1)
    await expectText(copy.diagnosis.traits['list.place'])
    expect(await settings().getByText(place, { exact: true }).count()).toBeGreaterThan(0)
    expect(stage.service.log.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('is copied as text, without the keys', async () => {
    await diagnose()
    await expectText(CAN)
    const text = await copiedText()
    expect(text).toContain(CAN)
    expect(text).toContain(`${copy.connect.groups.images}: ${stage.service.imagesUrl}`)
    expect(text).toContain(
      `${copy.diagnosis.traits['page.selection']}: ${copy.diagnosis.traitValues['page.selection']?.['page']}`
    )
    expect(tracesIn('copy', Buffer.from(text), [IMAGES_KEY, PROJECTS_KEY])).toEqual([])
  })
})

describe('of a failing service', () => {
  it('reports results and actions for each group', async () => {
    stage.service.change({ faults: ({ group }) => (group === 'projects' ? { kind: 'html' } : null) })
    await diagnose()
    await expectText(copy.diagnosis.verdicts.incompatible)
    await expectText(lineOf('projects', 'list', failureSentence({ code: 'not-json' }, 'projects').headline))
    expect(await row(copy.diagnosis.questions.show).getByText(copy.diagnosis.marks.ok).count()).toBe(1)
  })

  it('that repeats the key in its refusal: the key is never visible or copied', async () => {
    const body = JSON.stringify({ message: `No account for ${IMAGES_KEY} here` })
    stage.service.change({ faults: ({ group }) => (group === 'images' ? { kind: 'status', status: 401, body } : null) })
    await diagnose()
    await expectText(copy.diagnosis.verdicts.unclear)
    const text = await copiedText()
    expect(text).toContain('No account for')
    expect(text).toContain(
      findingText({ kind: 'list.failed', failure: { code: 'unauthorized', status: 401 } }, 'images').came
    )
    const shown = await settings().innerText()
    expect(tracesIn('copy and screen', Buffer.from(text + shown), [IMAGES_KEY, PROJECTS_KEY])).toEqual([])
  })

  it('that rate limits: the time of the next request is shown, and nothing is sent before it', async () => {
    stage.service.change({ faults: () => ({ kind: 'status', status: 429, headers: { 'retry-after': '8' } }) })
    await ask(page, 'syncNow', null)
    await waitForStatus(page, ({ images }) => images.retryAt !== null, PATIENCE_MS)
    stage.service.clearLog()
    await diagnose()
    await expectText(lineOf('images', 'rest', limitedLine()))
    expect(requests()).toBe(0)
  })

  it('while paused: says so, and sends nothing', async () => {
    await ask(page, 'setPaused', { isPaused: true })
    stage.service.clearLog()
    await diagnose()
    await expectText(lineOf('images', 'rest', findingText({ kind: 'rest.paused' }, 'images').came))
    expect(requests()).toBe(0)
    await ask(page, 'setPaused', { isPaused: false })
  })
})

describe('a run', () => {
  it('stops on request; its results stay, and it can be started again', async () => {
    stage.service.change({ responseDelayMs: 400 })
    await diagnose()
    await expectText(
      pattern(...[1, COUNT].map((count) => `${copy.settings.checking.images} ${copy.settings.answers(count)}`))
    )
    await expectText(findingText({ kind: 'list.shown', count: 10, total: 60 }, 'images').came)
    await press(copy.settings.stop)
    await expectText(copy.settings.stopped)
    expect(await row(copy.diagnosis.questions.list).count()).toBe(1)
    stage.service.change({ responseDelayMs: 0 })
    await press(copy.settings.diagnoseAgain)
    await expectText(CAN)
  })

  it('ends when the settings are closed', async () => {
    stage.service.change({ responseDelayMs: 400 })
    stage.service.clearLog()
    await diagnose()
    await expectText(findingText({ kind: 'list.shown', count: 10, total: 60 }, 'images').came)
    await page.keyboard.press('Escape')
    await settings().waitFor({ state: 'detached' })
    stage.service.change({ responseDelayMs: 0 })
    // A second run starts from the beginning; only that run sends the last request.
    await diagnose()
    await expectText(CAN)
    expect(lastCheckRequests()).toBe(1)
  })

  it('requested twice runs once', async () => {
    stage.service.change({ responseDelayMs: 100 })
    await page.keyboard.press('Control+,')
    stage.service.clearLog()
    await settings().getByRole('button', { name: copy.settings.diagnose }).dblclick()
    await expectText(CAN)
    expect(lastCheckRequests()).toBe(1)
  })
})

describe('the request rate', () => {
  it('is Full until Half is selected, and stays selected after a restart', async () => {
    await page.keyboard.press('Control+,')
    const segment = (name: string): Locator => settings().getByRole('button', { name, exact: true })
    await expectSoon(() => segment(copy.settings.paceFull).getAttribute('aria-pressed')).toBe('true')
    await segment(copy.settings.paceShare).click()
    await expectSoon(async () => (await readStatus(page)).pace).toBe('share')
    await stage.quit()
    page = await stage.open()
    await waitForStatus(page, isUpToDate, PATIENCE_MS)
    await page.keyboard.press('Control+,')
    await expectSoon(() => segment(copy.settings.paceShare).getAttribute('aria-pressed')).toBe('true')
    await segment(copy.settings.paceFull).click()
    await expectSoon(async () => (await readStatus(page)).pace).toBe('full')
  })
})

describe('the connection', () => {
  it('shows addresses and when each key was saved, and leads to their dialogs', async () => {
    await page.keyboard.press('Control+,')
    await expectSoon(() => settings().getByText(stage.service.imagesUrl).count()).toBe(2)
    await expectSoon(() =>
      settings()
        .getByText(pattern(copy.settings.saved(copy.time.today(ANY))))
        .count()
    ).toBe(2)
    await settings()
      .getByRole('button', { name: copy.settings.ofGroup(copy.settings.replaceKey, copy.connect.groups.projects) })
      .click()
    await page.getByRole('dialog', { name: copy.newKey.title.projects }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('of the sample library has neither, and its service is diagnosed like any other', async () => {
    const loaded = page.waitForEvent('load')
    await page.evaluate(() => void (globalThis as unknown as { bridge: Bridge }).bridge.openSample(null))
    await loaded
    await waitForStatus(page, isUpToDate, PATIENCE_MS)
    stage.service.clearLog()
    await diagnose()
    await expectText(CAN)
    await expectText(copy.settings.sample)
    expect(requests()).toBe(0)
    expect(stage.bugs()).toEqual([])
  })
})
