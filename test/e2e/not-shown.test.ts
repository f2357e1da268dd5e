/** A service that confirms updates but ignores them: the first update reveals it, two minutes later. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factsOf } from '../../src/copy/failures.ts'
import { copy } from '../../src/copy/language.ts'
import { COUNT, pattern } from '../../drivers/pattern.ts'
import { pressInGrid, sidebarCount } from '../../drivers/user.ts'
import { readStatus, waitForStatus } from '../../drivers/window-bridge.ts'
import { withPreload } from '../../drivers/preloads/preload.ts'
import { favoritesOf, LONG_MS, openStage, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'

/**
 * The program waits two minutes before it doubts a service, because a replica may lag that long. Seconds where its
 * clock can be accelerated.
 */
const FOUND_OUT_MS = 2 * LONG_MS

let stage: Stage
let page: Page
const before = { favorites: 0 }

beforeAll(async () => {
  stage = await openStage({ images: 60, projects: 2, seed: 3 })
  before.favorites = favoritesOf(stage.service)
  page = await stage.open({ env: withPreload('fast-clock', { PROOFSHEET_TEST_SPEED: '20' }) })
  await stage.connect()
  stage.service.change({
    faults: ({ method }) => (method === 'PUT' ? { kind: 'status', status: 200, body: '{"success":true}' } : null)
  })
})
afterAll(() => stage.close())

const keptOld = copy.failures.needs['not-taken']?.(1, factsOf({ code: 'not-taken' }, 'images')).headline ?? ''
const HEADLINE = copy.firstUpdates.notShown
const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).first().click()
const updates = (): number => stage.service.log.filter(({ method }) => method === 'PUT').length

describe('a service that only pretends to accept updates', () => {
  it(
    'has its batch stopped after one record, and the user decides',
    async () => {
      await pressInGrid(page, 'Control+a', 'f')
      await waitForStatus(page, ({ running }) => running[0]?.pause?.why === 'not-shown', FOUND_OUT_MS)
      await page.getByText(HEADLINE).first().waitFor()
      await page.getByText(copy.firstUpdates.notShownBody(1)).first().waitFor()
      const { running, needsAttention, waiting } = await readStatus(page)
      expect([updates(), needsAttention, running[0]?.pause]).toEqual([
        1,
        1,
        { why: 'not-shown', count: 1, left: waiting }
      ])
      expect(favoritesOf(stage.service)).toBe(before.favorites)
      await expectSoon(() => sidebarCount(page, copy.frame.needsAttention)).toBe(1)
    },
    FOUND_OUT_MS + LONG_MS
  )

  it('shows the ignored change with its actions', async () => {
    await press(copy.banners.review)
    await page.getByText(keptOld).first().waitFor()
    expect(updates()).toBe(1)
  })

  it('continues on request once it accepts updates, and every favorite arrives', async () => {
    stage.service.change({ faults: null })
    await press(pattern(copy.firstUpdates.sendAnyway(COUNT)))
    await expectSoon(async () => (await readStatus(page)).waiting).toBe(0)
    await expectSoon(() => page.getByText(HEADLINE).count()).toBe(0)
    // All but the one that needs attention.
    await expectSoon(() => favoritesOf(stage.service)).toBe(stage.service.truth.images.size - 1)
    expect(stage.bugs()).toEqual([])
  })
})
