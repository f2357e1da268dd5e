/**
 * Every kind of screen against the rules of axe-core, in both colors, and in another language. Whole pages of the built
 * program: tools/screens.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { cdp, type Locator, page } from 'vitest/browser'
import { copy, ENGLISH, setLanguage } from '../copy/language.ts'
import { pattern } from '../../drivers/pattern.ts'
import { violationsHere } from '../../drivers/accessibility.ts'
import { imageRow, openLibrary, projectRow } from '../../test/helpers/component-library.ts'
import { click, grid, press, pressInGrid, show } from '../../test/helpers/component.ts'
import { answer } from '../../test/helpers/fake-bridge.ts'
import { ENGLISH_TEXTS, MARKED } from '../../test/helpers/marked-language.ts'
import { receipt, status } from '../../test/helpers/status-samples.ts'
import type { LogLine } from '../shared/connection.ts'
import { succeed } from '../shared/failure.ts'
import { App } from './app.tsx'
import { bridge } from './bridge.ts'
import { listenForCommands } from './commands/listen-for-commands.ts'
import { showLanguage } from './stores/preferences-store.ts'
import { useConnection, useSync } from './stores/sync-store.ts'

const IMAGES = [
  imageRow({ record: 1, name: 'Fox', favorite: true, style: 'anime' }),
  imageRow({ record: 2, name: 'Crow', mark: 'waiting', prompt: 'A crow on a fence' }),
  imageRow({ record: 3, name: 'Hare', mark: 'needs-attention' })
]
const LOG: readonly LogLine[] = Array.from({ length: 200 }, (_, index) => ({
  kind: 'changes',
  text: 'Batch 14 is finished: 12 done',
  at: index,
  level: (['info', 'warn', 'error'] as const)[index % 3] ?? 'info',
  event: 'batch-finished',
  detail: 'batch 14, 12 done'
}))

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const bar = page.getByRole('banner')

async function toActivity(name: string): Promise<void> {
  await press('Control+Shift+y')
  await click(page.getByRole('tab', { name: pattern(name) }))
}

type State = readonly [name: string, lead: () => Promise<unknown>, isThere: () => Locator]

/** The steps from the grid to each state of the window, and the element that shows it. */
const STATES: readonly State[] = [
  ['the grid', () => pressInGrid('Home'), grid],
  ['a selection', () => pressInGrid('Control+a'), () => page.getByRole('toolbar')],
  ['the full view', () => pressInGrid('Home', 'Enter'), () => page.getByRole('slider', { name: copy.fullView.view })],
  ['the hint of a review', () => pressInGrid('Home', 'r'), () => page.getByText(copy.fullView.howToReview('F'))],
  ['the form of a new image', () => pressInGrid('Control+n'), () => dialog(copy.create.newImage)],
  [
    'a deletion of many',
    () => pressInGrid('Control+a', 'Delete'),
    () => page.getByRole('alertdialog').or(page.getByRole('dialog'))
  ],
  ['the settings', () => pressInGrid('Control+,'), () => dialog(copy.settings.title)],
  ['the filter', () => click(bar.getByRole('button', { name: copy.images.filter })), () => dialog(copy.images.filter)],
  ['the order', () => click(button(pattern(copy.images.sort))), () => page.getByRole('menu')],
  ['the menu of the connection', () => click(button(/^¤?images\.example\.org/)), () => page.getByRole('menu')],
  ['the menu of a tile', () => pressInGrid('Home', 'Shift+F10'), () => page.getByRole('menu')],
  [
    'what is running',
    () => click(page.getByRole('contentinfo').getByRole('button', { name: /212/ })),
    () => dialog(copy.status.details)
  ],
  ['the projects', () => pressInGrid('Control+2'), () => page.getByRole('grid', { name: copy.projects.table })],
  ['the activity', () => pressInGrid('Control+Shift+y'), () => page.getByRole('tabpanel')],
  ['its history', () => toActivity(copy.activity.tabNames.history), () => button(pattern(copy.activity.undo))],
  [
    'its log',
    () => toActivity(copy.activity.tabNames.log),
    () => page.getByText('Batch 14 is finished: 12 done').first()
  ]
]

// Listens for as long as the page exists, as in the window.
beforeAll(() => listenForCommands(bridge))
beforeEach(() => {
  openLibrary({ images: IMAGES, projects: [projectRow({ record: 1, project: 'a.example.org' })] })
  answer('listLog', () => succeed(LOG))
  answer('listBatches', () => succeed({ rows: [receipt({ waiting: 0, sending: 0 })], hasMore: false }))
  useSync.setState({ status: status({ waiting: 669, needsAttention: 13, running: [receipt()] }) })
})

const SPOKEN = ['aria-label', 'title', 'placeholder', 'aria-valuetext'] as const

/** Everything on the page that is an English text of the catalogue, shown or read aloud. */
function englishHere(): readonly string[] {
  const shown = [...document.querySelectorAll('body *:not(style, script)')].flatMap((element) => [
    ...SPOKEN.map((name) => element.getAttribute(name) ?? ''),
    ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? '')
  ])
  return [...new Set(shown.map((text) => text.trim()))].filter((text) => ENGLISH_TEXTS.has(text))
}

describe('in another language', () => {
  beforeAll(() => setLanguage(MARKED, 'en-US'))
  afterAll(() => setLanguage(ENGLISH, 'en-US'))

  it.each(STATES)('%s says nothing in English', async (_name, lead, isThere) => {
    show(<App />)
    await expect.element(grid()).toBeVisible()
    await lead()
    await expect.element(isThere()).toBeVisible()
    expect(englishHere()).toEqual([])
  })
})

/** Labels and titles that are cut off, or that leave the window. Names and the end of the status bar may be cut. */
function cutHere(): readonly string[] {
  const labels = document.querySelectorAll(
    'button, [role="tab"], [role="group"], [role^="menuitem"], h1, h2, h3, h4, label, dt, legend'
  )
  const parts = [...labels].flatMap((label) => [label, ...label.querySelectorAll<HTMLElement>('*')])
  const isCut = (element: Element): boolean => {
    const { left, right } = element.getBoundingClientRect()
    // Segments may leave their group, whose background ends before them.
    const hides =
      getComputedStyle(element).overflowX !== 'visible' || element.matches('[role="group"]:has(> [aria-pressed])')
    return (hides && element.scrollWidth > element.clientWidth + 1) || left < -1 || right > innerWidth + 1
  }
  return [
    ...new Set(
      parts
        .filter((part) => part.closest('bdi, [dir="auto"], footer') === null && isCut(part))
        .map((part) => `${part.tagName}.${part.className}: ${part.textContent}`)
    )
  ]
}

// The marks of the pseudo-language need more room than any language.
describe.each([
  ['de', 1024, 640],
  ['en-XB', 1280, 800]
] as const)('in %s', (choice, width, height) => {
  beforeAll(() => showLanguage({ choice, system: { preferred: ['en'], hasPseudo: true } }))
  afterAll(() => showLanguage({ choice: 'en' }))

  it.each(STATES)('%s shows every label whole, and violates no rule', async (_name, lead, isThere) => {
    await page.viewport(width, height)
    onTestFinished(() => page.viewport(1280, 800))
    show(<App />)
    await expect.element(grid()).toBeVisible()
    await lead()
    await expect.element(isThere()).toBeVisible()
    expect({ cut: cutHere(), violations: await violationsHere() }).toEqual({ cut: [], violations: [] })
  })
})

async function setScheme(value: 'light' | 'dark' | ''): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
}
afterEach(() => setScheme(''))

const FAULTY = `
  <main>
    <h1>Log</h1>
    <p><span style="color: #8c9097; background: #ececee">Abstract</span></p>
    <button type="button" aria-label="Depart from here">Leave</button>
    <button type="button"></button>
    <div style="block-size: 40px; overflow: auto"><p style="block-size: 400px">12 done</p></div>
  </main>
  <p>Proofsheet</p>`

it('detects faults of each kind', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = FAULTY
  onTestFinished(() => place.remove())
  const rules = (await violationsHere()).map((line) => line.split(' ')[0])
  expect(new Set(rules)).toEqual(
    new Set(['button-name', 'color-contrast', 'label-content-name-mismatch', 'region', 'scrollable-region-focusable'])
  )
})

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  it.each(STATES)('%s violates no rule', async (_name, lead, isThere) => {
    await setScheme(scheme)
    show(<App />)
    await expect.element(grid()).toBeVisible()
    await lead()
    await expect.element(isThere()).toBeVisible()
    expect(await violationsHere()).toEqual([])
  })

  it('a narrow window violates no rule', async () => {
    await page.viewport(800, 600)
    onTestFinished(() => page.viewport(1280, 800))
    await setScheme(scheme)
    show(<App />)
    await expect.element(grid()).toBeVisible()
    await expect.element(button(copy.facets.style.label)).toBeVisible()
    expect(await violationsHere()).toEqual([])
  })

  it('the connect screen violates no rule', async () => {
    await setScheme(scheme)
    useConnection.setState({ connection: null })
    show(<App />)
    await expect.element(button(copy.connect.connect)).toBeVisible()
    expect(await violationsHere()).toEqual([])
  })
})
