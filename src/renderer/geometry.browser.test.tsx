/** Layout in windows of every size: controls stay in view, and space is used. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import {
  answerChanges,
  imageRow,
  imagesNamed,
  openLibrary,
  projectRow,
  REFUSED
} from '../../test/helpers/component-library.ts'
import { click, grid, pressInGrid, show, tile } from '../../test/helpers/component.ts'
import { groupStatus, status } from '../../test/helpers/status-samples.ts'
import { FACETS } from '../shared/image.ts'
import { EMPTY_QUERY, type ImageQuery } from '../shared/query.ts'
import { App } from './app.tsx'
import { bridge } from './bridge.ts'
import { listenForCommands } from './commands/listen-for-commands.ts'
import { useUndo } from './commands/undo-commands.ts'
import { originText } from '../copy/activity.ts'
import { failureSentence, failureText } from '../copy/failures.ts'
import { viewTitle } from '../copy/images.ts'
import { copy } from '../copy/language.ts'
import { pattern } from '../../drivers/pattern.ts'
import { NAV_ITEMS } from './frame/nav-items.ts'
import { useCreate } from './stores/create-store.ts'
import { setPreferences, showLanguage } from './stores/preferences-store.ts'
import { setQuery } from './stores/query-store.ts'
import { useSync } from './stores/sync-store.ts'

/** German words are longer, which narrow windows feel. */
const WINDOWS = [
  ['en', 720, 450],
  ['en', 960, 560],
  ['en', 1024, 640],
  ['en', 1440, 900],
  ['en', 1920, 1080],
  ['en', 2560, 1440],
  ['de', 720, 450],
  ['de', 1024, 640]
] as const
const DESKTOP = [1280, 800] as const
const MARGIN = 20

const originHere = (): string => originText({ requestedAt: 0, batch: 14 }, Date.now())
const tabNamed = (tab: keyof typeof copy.activity.tabNames): RegExp => new RegExp(`^${copy.activity.tabNames[tab]}`)
const names = Array.from({ length: 400 }, (_, index) => `Image ${index + 1}`)

// Listens for as long as the page exists, as in the window.
beforeAll(() => listenForCommands(bridge))
beforeEach(() => {
  openLibrary({ images: imagesNamed(...names), projects: [projectRow({ record: 1, project: 'a.example.org' })] })
  answerChanges()
  setPreferences({ openFacets: FACETS })
})
afterEach(() => page.viewport(...DESKTOP))

async function showAt(width: number, height: number): Promise<void> {
  await page.viewport(width, height)
  show(<App />)
  await expect.element(page.getByRole('gridcell').first()).toHaveAttribute('aria-label')
}

const boxOf = (element: Element): DOMRect => element.getBoundingClientRect()
/** Returns the width of the uncut text, because a missing fraction of a pixel already causes an ellipsis. */
const textWidth = (element: Element): number => {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().width
}
const all = (selector: string): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]
const nameOf = (element: HTMLElement): string => element.getAttribute('aria-label') ?? element.innerText

/** Returns the elements that a pointer cannot reach at their position. */
function outOfReach(elements: readonly HTMLElement[]): readonly string[] {
  const isHit = (element: HTMLElement): boolean => {
    const { left, top, width, height } = boxOf(element)
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && (element.contains(hit) || hit.contains(element))
  }
  return elements.filter((element) => !isHit(element)).map(nameOf)
}

describe.each(WINDOWS)('in %s a window of %i × %i', (choice, width, height) => {
  beforeEach(() => showLanguage({ choice }))
  afterAll(() => showLanguage({ choice: 'en' }))

  it('keeps every place of the sidebar in view, with every attribute expanded', async () => {
    await showAt(width, height)
    const navItems = [...NAV_ITEMS.map(({ label }) => copy.frame[label]), copy.frame.projects, copy.frame.activity]
    const buttons = navItems.map(
      (name) =>
        page
          .getByRole('navigation')
          .getByRole('button', { name: new RegExp(`^${name}`) })
          .element() as HTMLElement
    )
    expect(outOfReach(buttons)).toEqual([])
    // Places in the middle scroll, and nothing else moves.
    const last = all('nav [data-row]').at(-3)
    last?.scrollIntoView({ block: 'nearest' })
    expect(outOfReach(buttons)).toEqual([])
    if (last) expect(outOfReach([last])).toEqual([])
  })

  it.each<[string, Partial<ImageQuery>, boolean]>([
    ['as it opens', {}, true],
    ['of its widest place', { mark: 'needs-attention' }, true],
    [
      'of many filters',
      { favorite: true, search: 'harbor', facets: { ...EMPTY_QUERY.facets, style: ['anime', 'sketch'] } },
      false
    ]
  ])('keeps every control of the toolbar %s, and the last one at its end', async (_when, query, fits) => {
    await showAt(width, height)
    setQuery(query)
    const heading = page.getByRole('heading', { level: 1, name: viewTitle({ ...EMPTY_QUERY, ...query }) })
    await expect.element(heading).toBeInTheDocument()
    const controls = all('header :is(button, input)')
    expect(controls.length).toBeGreaterThan(4)
    expect(outOfReach(controls)).toEqual([])
    const title = heading.element()
    if (fits) expect(textWidth(title)).toBeLessThanOrEqual(boxOf(title).width)
    expect(page.getByRole('slider').elements()).toHaveLength(1)
    expect(boxOf(page.getByRole('button', { name: copy.create.newImage }).element()).right).toBe(width - MARGIN)
  })

  it('gives the text of a banner enough width beside its buttons', async () => {
    const images = groupStatus({ state: 'no-access', failure: { code: 'owner-unclear' } })
    useSync.setState({ status: status({ images }) })
    await showAt(width, height)
    const words = page.getByText(failureText({ code: 'owner-unclear' }, 'images'))
    await expect.element(words).toBeVisible()
    expect(boxOf(words.element()).width).toBeGreaterThan(300)
    const buttons = [...(words.element().closest('[aria-live]')?.querySelectorAll('button') ?? [])]
    expect(buttons).toHaveLength(3)
    expect(outOfReach(buttons)).toEqual([])
  })

  it.each([96, 176, 320])('fills the width of its grid with pictures of about %i', async (tileSize) => {
    setPreferences({ tile: tileSize })
    await showAt(width, height)
    const row = [...(page.getByRole('row').first().element().children as Iterable<Element>)].map(boxOf)
    const main = boxOf(document.querySelector('main') as Element)
    const pad = 4
    const left = (row[0]?.left ?? 0) + pad - main.left
    const right = main.right - ((row.at(-1)?.right ?? 0) - pad)
    const gaps = row.slice(1).map((box, index) => box.left - (row[index]?.right ?? 0) + 2 * pad)
    expect([left, right].map(Math.round)).toEqual([MARGIN, MARGIN])
    expect(Math.max(...gaps)).toBeLessThan(14)
    const edge = (row[0]?.width ?? 0) - 2 * pad
    expect(Math.max(edge / tileSize, tileSize / edge)).toBeLessThan(1.25)
  })

  it('shows a reason once in Activity, and gives its width to the names', async () => {
    await showAt(width, height)
    setPreferences({ screen: 'activity' })
    const rowsOf = (label: string) => page.getByRole('grid', { name: label })
    const cellsOf = (list: Locator) => {
      const boxes = list.getByRole('row').nth(1).getByRole('gridcell').elements().map(boxOf)
      return boxes.filter((box) => box.width > 0)
    }
    await click(page.getByRole('tab', { name: tabNamed('needs-attention') }))
    const needs = rowsOf(copy.activity.needsList)
    await click(needs.getByRole('button', { name: copy.activity.showList(40) }))
    await expect.element(needs.getByRole('gridcell', { name: 'Image 1', exact: true })).toBeVisible()
    const reason = failureSentence(REFUSED, 'images').headline
    expect(needs.getByRole('heading').elements()).toHaveLength(1)
    expect(needs.getByText(reason).elements()).toEqual([])
    const cells = cellsOf(needs)
    await click(page.getByRole('tab', { name: tabNamed('waiting') }))
    const waiting = rowsOf(copy.activity.waitingList)
    await expect.element(waiting.getByRole('gridcell', { name: 'Image 1', exact: true })).toBeVisible()
    await expect.element(waiting.getByText(copy.batches.outcomeNames.sending)).toBeVisible()
    for (const said of [copy.batches.outcomeNames.waiting, copy.activity.attempts(0), originHere()])
      expect(waiting.getByText(said, { exact: true }).elements()).toEqual([])
    const main = boxOf(document.querySelector('main') as Element)
    for (const row of [cells, cellsOf(waiting)]) {
      expect(row[0]?.width).toBeGreaterThan(main.width * 0.3)
      expect(main.right - (row.at(-1)?.right ?? 0)).toBeLessThan(3 * MARGIN)
    }
  })
})

it('keeps every control of the panel beside the full view reachable', async () => {
  await showAt(...DESKTOP)
  await pressInGrid('Home', 'Enter')
  await expect.element(page.getByText(copy.counted.ofAll(1, 400))).toBeVisible()
  const buttons = all('aside button')
  expect(buttons.map(nameOf)).toEqual(expect.arrayContaining([copy.images.hideInfo, copy.inspector.addFavorite]))
  expect(outOfReach(buttons)).toEqual([])
})

describe('the scroll position stays', () => {
  const scroller = (): HTMLElement => grid().element() as HTMLElement
  const scrolledTo = async (top: number): Promise<void> => {
    scroller().scrollTop = top
    await expect.element(tile('Image 49')).toBeInViewport()
  }

  it('when an image is created here', async () => {
    await showAt(...DESKTOP)
    await pressInGrid('Home')
    await scrolledTo(2_500)
    const seenAt = () => boxOf(tile('Image 49').element()).top
    const before = seenAt()
    openLibrary({ images: [imageRow({ record: 401, name: 'Mine' }), ...imagesNamed(...names)] })
    answerChanges()
    useCreate.setState({ made: { record: 401, name: 'Mine' } })
    await expect.element(page.getByText(pattern(copy.names.quoted('Mine')))).toBeVisible()
    expect(seenAt()).toBe(before)
  })

  it('when an undone change is out of view', async () => {
    await showAt(...DESKTOP)
    await pressInGrid('Control+End')
    await expect.element(tile('Image 400')).toBeInViewport()
    const before = { top: scroller().scrollTop, focused: scroller().getAttribute('aria-activedescendant') }
    useUndo.setState({ restored: { records: Uint32Array.of(3) } })
    expect({ top: scroller().scrollTop, focused: scroller().getAttribute('aria-activedescendant') }).toEqual(before)
  })
})
