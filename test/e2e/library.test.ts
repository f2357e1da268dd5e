/**
 * Finding images: the first pull, counts, every filter, search, order, size, the ends of a long list, and a restart.
 */
import type { Page } from 'playwright-core'
import { copy } from '../../src/copy/language.ts'
import { naturalKey } from '../../src/main/engine/storage/search.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImageRecord } from '../../src/reference-service/image-record.ts'
import { FACETS, FACET_VALUES, NO_FACETS, type Facet } from '../../src/shared/image.ts'
import { NO_VALUE } from '../../src/shared/query.ts'
import { COUNT, pattern } from '../../drivers/pattern.ts'
import {
  connectByTyping,
  openFacet,
  pressInGrid,
  readTiles,
  shownTotal,
  sidebarCount,
  sidebarRow,
  statusText,
  tileAt,
  viewCount,
  viewCountText
} from '../../drivers/user.ts'
import { ask, isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { serviceIds } from './library-file.ts'
import { connectionTo, openStage, type Stage } from '../../drivers/stage.ts'
import { chosenShell } from '../../drivers/chosen-shell.ts'
import { expectSoon } from './expect-soon.ts'
import { deepOnly, inDepth } from '../helpers/depth.ts'

const GENERATED = 2_000
/** Names that a search could mistake for patterns, or fail to find because of their letters. */
const ODD_NAMES = [
  '100% wool',
  '100 or wool',
  'file_name one',
  'fileXname two',
  'ÄRGER in der STRASSE',
  'it\'s \\ a "name"'
]
const TOTAL = GENERATED + ODD_NAMES.length
/** Small, because each of many views renders every tile on screen. */
const SIZE = { width: 960, height: 560 }

let stage: Stage
let page: Page

beforeAll(async () => {
  // Slow enough that the first pull lasts until its test has made its observations.
  stage = await openStage({ images: GENERATED, seed: 7, responseDelayMs: 400 })
  const { images } = stage.service.store
  for (const name of ODD_NAMES) {
    images.add({ name, description: 'odd', resolution: '512x512', ...NO_FACETS })
  }
  records = [...stage.service.truth.images.values()].toReversed()
  page = await stage.open({ size: SIZE })
})
afterAll(() => stage.close())

const title = () => page.getByRole('heading', { level: 1 }).innerText()
const shownCount = () => viewCount(page)
const search = () => page.getByRole('searchbox', { name: copy.images.search })
const grid = () => page.getByRole('grid', { name: copy.images.grid })
/** The records of the service, newest first; no test in this file changes them. */
let records: readonly ImageRecord[]
/** Maps record numbers to ids, after the first pull. */
let ids: ReadonlyMap<number, number>

/** Ids of the matching records, in the order of the screen. */
const idsOf = (matches: (record: ImageRecord) => boolean): number[] => records.filter(matches).map(({ id }) => id)

/** Service ids of all results of the window's current query, requested as the window does. */
async function shownIds(): Promise<readonly number[]> {
  return Array.from(await shownNumbers(), (record) => ids.get(record) ?? -1)
}

async function shownNumbers(): Promise<Uint32Array> {
  const { query } = await ask(page, 'getPreferences', null)
  return (await ask(page, 'openView', { query })).numbers
}

/** The query is saved shortly after its selection, so this waits for its result and compares the tiles with it. */
async function expectShown(expected: readonly number[]): Promise<void> {
  await expectSoon(shownCount).toBe(expected.length)
  await expectSoon(async () => (await shownIds()).join()).toBe(expected.join())
  const tiles = await readTiles(page)
  expect(tiles.length).toBeGreaterThan(0)
  expect(tiles.map(({ record }) => ids.get(record))).toEqual(tiles.map(({ place }) => expected[place - 1]))
}

async function clearFilters(): Promise<void> {
  const clear = page.getByRole('button', { name: copy.images.clearFilters, exact: true }).first()
  if ((await clear.count()) > 0) await clear.click()
  await expectSoon(shownCount).toBe(TOTAL)
}

describe('the first pull', () => {
  it('fills from the newest on, and shows its progress', async () => {
    await connectByTyping(page, connectionTo(stage.service))
    await expectSoon(() => viewCountText(page)).toMatch(pattern(copy.images.soFar(COUNT)))
    await tileAt(page, 1).waitFor()
    expect(await statusText(page)).toContain(copy.status.loadingLibrary)
    expect(await page.getByText(copy.connect.savedForLater).count()).toBe(0)
    const [first] = await readTiles(page)
    expect(first?.label).toContain(records[0]?.name)

    stage.service.change({ responseDelayMs: 0 })
    await waitForStatus(page, isUpToDate)
    ids = serviceIds(stage.profile)
    await expectSoon(() => viewCountText(page)).toBe(copy.counted.images(2_006))
    await expectSoon(() => statusText(page)).toContain(copy.status.upToDate)
    expect(
      await page.getByRole('button', { name: pattern(copy.images.arrived(1), copy.images.arrived(COUNT)) }).count()
    ).toBe(0)
    await pressInGrid(page, '+', '+')
    await expectShown(idsOf(() => true))
  })

  it('brings counts that add up', async () => {
    const count = (label: string) => sidebarCount(page, label)
    const favorites = idsOf(({ favorite }) => favorite).length
    await expectSoon(() => count(copy.frame.favorites)).toBe(favorites)
    expect(await count(copy.frame.allImages)).toBe(TOTAL)
    expect((await count(copy.frame.favorites)) + (await count(copy.frame.notFavorites))).toBe(TOTAL)
    expect([await count(copy.frame.waiting), await count(copy.frame.needsAttention)]).toEqual([0, 0])
    expect(await count(copy.frame.projects)).toBe(stage.service.truth.projects.size)
    for (const facet of FACETS) {
      await openFacet(page, copy.facets[facet].label)
      const values = valuesOf(facet)
      const expected = values.map(([value]) => idsOf(hasFacet(facet, value)).length)
      await expectSoon(() => Promise.all(values.map(([, label]) => count(label)))).toEqual(expected)
      expect(expected.reduce((sum, number) => sum + number, 0)).toBe(TOTAL)
    }
  })
})

const ODD_LABELS: Readonly<Record<string, string>> = {
  '3d_render': '3D render',
  grayscale: copy.facets.filter.values.grayscale,
  '256x256': '256×256',
  '512x512': '512×512',
  '1024x1024': '1024×1024'
}

/** Values of a facet with their labels on screen: "spray_paint" reads "Spray paint". */
function valuesOf(facet: Facet): readonly (readonly [value: string, label: string])[] {
  const label = (value: string): string => (value.charAt(0).toUpperCase() + value.slice(1)).replaceAll('_', ' ')
  const known = FACET_VALUES[facet].map((value) => [value, ODD_LABELS[value] ?? label(value)] as const)
  // Every image has a resolution.
  return facet === 'resolution' ? known : [...known, [NO_VALUE, `No ${facet}`]]
}

const hasFacet = (facet: Facet, value: string) => (record: ImageRecord) => (record[facet] ?? NO_VALUE) === value

describe('filters', () => {
  const shown = (facet: Facet) => inDepth(valuesOf(facet), valuesOf(facet).slice(0, 1))

  it.each(FACETS.flatMap((facet) => shown(facet).map(([value, label]) => ({ facet, value, label }))))(
    '$label shows the same records as the service',
    async ({ facet, value, label }) => {
      const expected = idsOf(hasFacet(facet, value))
      // The service returns the same records for its own filter; it has no filter for "none".
      if (value !== NO_VALUE) expect(await idsFromService(facet, value)).toEqual(expected)
      await sidebarRow(page, label).click()
      await expectSoon(title).toBe(label)
      await expectShown(expected)
      await sidebarRow(page, label).click()
    }
  )

  async function idsFromService(facet: Facet, value: string): Promise<number[]> {
    const found: number[] = []
    for (let number = 1, last = 1; number <= last; number += 1) {
      const query = new URLSearchParams({ [facet]: value, per_page: '100', page: String(number), sort: 'desc' })
      const answer = await fetch(`${stage.service.imagesUrl}/api/v1/images?${query}`, {
        headers: { accept: 'application/json', authorization: `Bearer ${stage.service.settings.imagesKey}` }
      })
      const body = (await answer.json()) as { data: { id: number }[]; meta: { last_page: number } }
      found.push(...body.data.map(({ id }) => id))
      last = body.meta.last_page
    }
    return found
  }

  it('join values of one facet by OR and facets by AND', async () => {
    await expectSoon(title).toBe(copy.frame.allImages)
    await sidebarRow(page, copy.facets.style.values.anime).click()
    await sidebarRow(page, copy.facets.style.values.retro).click()
    await expectShown(idsOf(({ style }) => style === 'anime' || style === 'retro'))
    await sidebarRow(page, copy.facets.medium.values.ink).click()
    const both = ({ style, medium }: ImageRecord) => (style === 'anime' || style === 'retro') && medium === 'ink'
    await expectShown(idsOf(both))
    await sidebarRow(page, '512×512').click()
    await expectShown(idsOf((record) => both(record) && record.resolution === '512x512'))
    expect(await viewCountText(page)).toMatch(pattern(copy.counted.ofAll(COUNT, 2_006)))
    await clearFilters()
  })

  deepOnly(() => {
    it('can be set in the panel as well', async () => {
      await page.getByRole('banner').getByRole('button', { name: copy.images.filter }).click()
      const panel = page.getByRole('dialog', { name: copy.images.filter })
      await panel.getByRole('checkbox', { name: copy.facets.filter.values.sepia }).click()
      await panel.getByRole('button', { name: copy.frame.favorites, exact: true }).click()
      await page.keyboard.press('Escape')
      await expectSoon(title).toBe('Favorites, Sepia')
      await expectShown(idsOf(({ filter, favorite }) => filter === 'sepia' && favorite))
      await clearFilters()
    })

    it('change with the items of the sidebar', async () => {
      await sidebarRow(page, copy.frame.favorites).click()
      await expectShown(idsOf(({ favorite }) => favorite))
      await sidebarRow(page, copy.frame.notFavorites).click()
      await expectShown(idsOf(({ favorite }) => !favorite))
      await sidebarRow(page, copy.frame.waiting).click()
      await page.getByText(copy.empty.waiting).waitFor()
      await sidebarRow(page, copy.frame.allImages).click()
      await expectSoon(shownCount).toBe(TOTAL)
    })
  })
})

describe('search', () => {
  afterAll(() => search().fill(''))

  const fixed: readonly (readonly [what: string, text: string])[] = [
    ['any part of a word', 'arbou'],
    ['a percent sign literally', '100%'],
    ['letters beyond ASCII without case', 'ärger']
  ]
  const more: typeof fixed = [
    ['without case', 'HARBOUR'],
    ['two words in order', 'paper sea'],
    ['an underscore literally', 'file_name'],
    ['a backslash and quotes literally', 'it\'s \\ a "'],
    ['typed accents', 'façades']
  ]

  it.each([...fixed, ...inDepth(more, [])])('finds %s', async (_what, text) => {
    const expected = idsOf(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    expect(expected.length).toBeGreaterThan(0)
    await search().fill(text)
    await expectSoon(title).toBe(`“${text}”`)
    await expectShown(expected)
  })
})

deepOnly(() => {
  describe('order', () => {
    async function choose(label: string): Promise<void> {
      await page.getByRole('button', { name: copy.images.sort }).click()
      await page.getByRole('menuitemradio', { name: label }).click()
      await page.getByRole('button', { name: `${copy.images.sort}: ${label}` }).waitFor()
    }
    /** Sorts as a reader expects: accents and case make no difference. */
    const folded = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
    const names = new Map<number, string>()
    const shownNames = async () => (await shownIds()).map((id) => names.get(id))

    it('by date, oldest first', async () => {
      await choose(copy.images.sorts['id asc'].label)
      await expectShown(idsOf(() => true).toReversed())
    })

    it('by name, both ways; equal names in any order', async () => {
      for (const { id, name } of records) names.set(id, folded(name))
      const keyed = [...names.values()].map((name) => ({ name, key: naturalKey(name) }))
      const ascending = keyed.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ name }) => name)
      await choose(copy.images.sorts['name asc'].label)
      await expectSoon(async () => (await shownNames()).join('\n')).toBe(ascending.join('\n'))
      expect(new Set(await shownIds()).size).toBe(TOTAL)
      await choose(copy.images.sorts['name desc'].label)
      await expectSoon(async () => (await shownNames()).join('\n')).toBe(ascending.toReversed().join('\n'))
    })

    it('by date, newest first', async () => {
      await choose(copy.images.sorts['id desc'].label)
      await expectShown(idsOf(() => true))
    })
  })
})

describe('the grid', () => {
  const scrollTop = () => grid().evaluate((element) => element.scrollTop)
  const scrollTo = (where: 'top' | 'end' | 'middle') =>
    grid().evaluate((element, place) => {
      const end = element.scrollHeight - element.clientHeight
      element.scrollTop = place === 'top' ? 0 : place === 'end' ? end : Math.round(end / 2)
    }, where)
  const isSeen = async (place: number): Promise<boolean> => {
    const [tile, frame] = [await tileAt(page, place).boundingBox(), await grid().boundingBox()]
    if (tile === null || frame === null) return false
    return tile.y >= frame.y && tile.y + tile.height <= frame.y + frame.height
  }

  it('scrolls to the end of the library and back', async () => {
    const height = await grid().evaluate((element) => element.scrollHeight)
    await scrollTo('end')
    await expectSoon(() => isSeen(TOTAL)).toBe(true)
    const oldest = records.at(-1)
    // Between name and position is the reason for the missing preview: the files of this service are empty.
    const label = (await tileAt(page, TOTAL).getAttribute('aria-label')) ?? ''
    expect(label.startsWith(`${oldest?.name}${oldest?.favorite === true ? ', favorite' : ''}, `)).toBe(true)
    expect(label.endsWith(', 2,006 of 2,006')).toBe(true)
    expect(await grid().evaluate((element) => element.scrollHeight)).toBe(height)
    await scrollTo('middle')
    await scrollTo('top')
    await expectSoon(() => isSeen(1)).toBe(true)
    expect(await scrollTop()).toBe(0)
  })

  deepOnly(() => {
    it('keeps its scroll position when its tiles change size at the same time', async () => {
      const top = await grid().evaluate((element) => {
        element.scrollTop = 1_500
        element.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, deltaY: 100, cancelable: true }))
        return element.scrollTop
      })
      expect(top).toBe(1_500)
      await expectSoon(() => grid().evaluate((element) => element.scrollTop)).toBeGreaterThan(500)
      await grid().evaluate((element) => {
        element.scrollTop = 0
        element.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, deltaY: -100, cancelable: true }))
      })
      await expectSoon(() => isSeen(1)).toBe(true)
    })

    it('moves to both ends by keys', async () => {
      await pressInGrid(page, 'Control+End')
      await expectSoon(() => isSeen(TOTAL)).toBe(true)
      await pressInGrid(page, 'Control+Home')
      await expectSoon(() => isSeen(1)).toBe(true)
      await pressInGrid(page, 'Escape')
    })

    it('mounts only the tiles it shows', async () => {
      expect(await page.getByRole('gridcell').count()).toBeLessThan(150)
      const columns = Number(await grid().getAttribute('aria-colcount'))
      expect(Number(await grid().getAttribute('aria-rowcount'))).toBe(Math.ceil(TOTAL / columns))
    })

    it('changes the size of thumbnails by slider and by keys', async () => {
      const width = async () => (await tileAt(page, 1).boundingBox())?.width ?? 0
      const before = await width()
      await pressInGrid(page, '-')
      await expectSoon(width).toBeLessThan(before)
      await pressInGrid(page, '+')
      await expectSoon(width).toBe(before)
      const slider = page.getByRole('slider', { name: copy.images.size })
      await slider.focus()
      await slider.press('Home')
      await expectSoon(width).toBeLessThan(120)
      await pressInGrid(page, '+', '+', '+', '+', '+')
      await expectSoon(width).toBe(before)
    })
  })

  it('restores view, size, and position after a restart', async () => {
    await sidebarRow(page, copy.facets.style.values.illustration).click()
    await pressInGrid(page, '-')
    await expectSoon(title).toBe(copy.facets.style.values.illustration)
    await expectSoon(() => shownTotal(page)).toBe(idsOf(({ style }) => style === 'illustration').length)
    await scrollTo('middle')
    const topRecord = async () => (await ask(page, 'getPreferences', null)).topRecord
    const size = async () => (await page.getByRole('gridcell').last().boundingBox())?.width
    /** The record at the top, fully or partly visible. */
    const topTile = () =>
      grid().evaluate((element) => {
        const { top } = element.getBoundingClientRect()
        const cells = [...element.querySelectorAll('[role="gridcell"]')]
        const seen = cells.filter((cell) => cell.getBoundingClientRect().bottom > top)
        seen.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        return Number(seen[0]?.getAttribute('data-record'))
      })
    // Tiles and the saved position follow the scroll with a delay.
    await expectSoon(async () => (await topRecord()) === (await topTile())).toBe(true)
    const before = { record: await topTile(), size: await size() }
    expect(before.record).not.toBe((await shownNumbers())[0])
    await stage.quit()
    page = await stage.open({ size: SIZE })
    await expectSoon(title).toBe(copy.facets.style.values.illustration)
    // Electron's window gets its test size only after it has opened, which may move the tiles by a row.
    if (chosenShell() === 'electron') await expectSoon(shownNumbers).toContain(before.record)
    else await expectSoon(topTile).toBe(before.record)
    expect(await size()).toBe(before.size)
    expect(stage.bugs()).toEqual([])
  })
})

deepOnly(() => {
  describe('projects', () => {
    it('are a table with search and sorting', async () => {
      await sidebarRow(page, copy.frame.projects).click()
      const table = page.getByRole('grid', { name: copy.projects.table })
      await table.waitFor()
      const truth = [...stage.service.truth.projects.values()]
      expect(await page.getByRole('banner').innerText()).toContain(copy.counted.projects(truth.length))
      await page.getByRole('searchbox', { name: copy.projects.search }).fill('OLDMILL')
      const found = truth.filter(({ project }) => project.includes('oldmill')).map(({ project }) => project)
      const names = async () =>
        (await table.getByRole('row').allInnerTexts()).slice(1).map((row) => row.split(/\s/)[0] ?? '')
      await expectSoon(async () => (await names()).toSorted()).toEqual(found.toSorted())
      await table.getByRole('columnheader', { name: copy.projects.columns.project }).getByRole('button').click()
      await expectSoon(names).toEqual(found.toSorted())
      await sidebarRow(page, copy.frame.allImages).click()
    })
  })
})
