/**
 * A library that cannot be opened: the window opens nevertheless, shows the reason, and recovers every unsent change.
 */
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureSentence } from '../../src/copy/failures.ts'
import { copy } from '../../src/copy/language.ts'
import { COUNT, pattern } from '../../drivers/pattern.ts'
import { hostOnly } from '../../drivers/chosen-shell.ts'
import { breakTables, libraryOf, lockLibrary, makeNewer, writeJunk } from '../../drivers/damage.ts'
import { pressInGrid, readTiles } from '../../drivers/user.ts'
import { ask, isUpToDate, readStatus, waitForStatus } from '../../drivers/window-bridge.ts'
import { withPreload } from '../../drivers/preloads/preload.ts'
import { controlOf, openStage, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'
import { deepOnly } from '../helpers/depth.ts'

const TOTAL = 120

let stage: Stage
let page: Page
/** Number of pending changes in the initial library of every test. */
let waiting = 0

beforeAll(async () => {
  stage = await openStage({ images: TOTAL, projects: 3, seed: 8 })
  page = await stage.open()
  await stage.connect()
  await stage.service.close()
  await pressInGrid(page, 'Control+a', 'f')
  waiting = (await waitForStatus(page, (status) => status.waiting > 0)).waiting
  await stage.quit()
  cpSync(folder(), kept(), { recursive: true })
})
afterAll(() => stage.close())

const folder = (): string => join(stage.profile, 'libraries')
const kept = (): string => join(stage.profile, 'kept')
const expectSaid = (text: string | RegExp): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor()
const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

/** Closes the library with the unsent favorites and damages it. */
async function begin(damage: (file: string) => void, env: NodeJS.ProcessEnv = {}): Promise<string> {
  await stage.quit()
  rmSync(folder(), { recursive: true, force: true })
  cpSync(kept(), folder(), { recursive: true })
  const file = libraryOf(stage.profile)
  damage(file)
  page = await stage.open({ env })
  return file
}

/** Expects that all pending changes arrive and are shown. */
async function expectArrived(): Promise<void> {
  await stage.service.restart()
  await expectSoon(async () => {
    await ask(page, 'syncNow', null)
    return isUpToDate(await readStatus(page))
  }).toBe(true)
  expect([...stage.service.truth.images.values()].every(({ favorite }) => favorite)).toBe(true)
  await expectSoon(async () => (await readTiles(page)).length).toBeGreaterThan(0)
  await expectSoon(async () =>
    (await readTiles(page)).every(({ isFavorite, mark }) => isFavorite && mark === 'none')
  ).toBe(true)
}

/** Removes all favorites at the service and makes it unreachable. */
async function forget(): Promise<void> {
  for (const image of stage.service.truth.images.values()) Object.assign(image, { favorite: false })
  await stage.service.close()
}

describe('a damaged library', () => {
  it('is rebuilt with every unsent change, and the damaged file is kept', async () => {
    const file = await begin((at) => breakTables(at, ['images']))
    // Damage is reported after the library is closed. Until then its threads write, so the damage is found during their
    // work.
    await expectSaid(failureSentence({ code: 'library-damaged' }, 'library').headline)
    await expectSaid(copy.libraryFailure.unsent(waiting))
    const bytes = readFileSync(file)
    await press(copy.libraryFailure.rebuild)
    await expectSaid(copy.libraryFailure.kept(waiting))
    await press(copy.libraryFailure.open)
    await page.getByRole('navigation', { name: copy.frame.library }).waitFor()
    await waitForStatus(page, (status) => status.waiting === waiting)
    const aside = readdirSync(folder()).find((name) => name.includes('.damaged-')) ?? ''
    const name = readdirSync(join(folder(), aside)).find((one) => one.endsWith('.sqlite'))
    expect(readFileSync(join(folder(), aside, name ?? '')).equals(bytes)).toBe(true)
    await expectArrived()
  })

  it('replaces broken rows of the outbox from the batches', async () => {
    await forget()
    await begin((file) => breakTables(file, ['outbox']))
    await press(copy.libraryFailure.rebuild)
    await expectSaid(copy.libraryFailure.kept(waiting))
    await press(copy.libraryFailure.open)
    await expectArrived()
  })

  it('names the changes that could not be saved', async () => {
    await forget()
    await begin((file) => breakTables(file, ['outbox', 'batch_items']))
    await press(copy.libraryFailure.rebuild)
    await expectSaid(pattern(copy.libraryFailure.someLost(1), copy.libraryFailure.someLost(COUNT)))
    const lost = page.getByRole('region', { name: copy.libraryFailure.lostList }).getByRole('listitem')
    expect(await lost.count()).toBeGreaterThan(0)
    await press(copy.libraryFailure.open)
    await page.getByRole('navigation', { name: copy.frame.library }).waitFor()
  })

  deepOnly(() => {
    it('that is not a database is created again', async () => {
      await begin(writeJunk)
      await expectSaid(copy.libraryFailure.unsent(null))
      await press(copy.libraryFailure.rebuild)
      await press(copy.libraryFailure.open)
      await stage.service.restart()
      await expectSoon(async () => {
        await ask(page, 'syncNow', null)
        return isUpToDate(await readStatus(page))
      }).toBe(true)
      await expectSoon(async () => (await readTiles(page)).length).toBeGreaterThan(0)
      await stage.service.close()
    })

    hostOnly(() => {
      it('is shown in its folder on request', async () => {
        const file = await begin(writeJunk)
        const host = controlOf(stage)
        await press(copy.libraryFailure.showFile)
        await expectSoon(async () => (await host('recorded', 'shell.showItemInFolder')).length).toBe(1)
        const [shown] = await host('recorded', 'shell.showItemInFolder')
        expect(shown?.details[0]).toBe(file)
      })
    })
  })
})

deepOnly(() => {
  describe('a library of', () => {
    it('a newer version is left unchanged, and only quitting is offered', async () => {
      const found: Buffer[] = []
      const file = await begin((at) => {
        makeNewer(at)
        found.push(readFileSync(at))
      })
      await expectSaid(failureSentence({ code: 'library-newer' }, 'library').headline)
      expect(await page.getByRole('button').allInnerTexts()).toEqual([copy.libraryFailure.quit])
      expect(await page.evaluate(() => document.body.innerText)).toContain(
        failureSentence({ code: 'library-newer' }, 'library').body
      )
      expect(await ask(page, 'getLibraryFailure', null)).toMatchObject({ unsent: null })
      await stage.quit()
      expect([readFileSync(file)]).toEqual(found)
      page = await stage.open()
    })

    it('another program opens when that program releases it', async () => {
      const locks: (() => void)[] = []
      await begin((file) => locks.push(lockLibrary(file)))
      await expectSaid(failureSentence({ code: 'library-locked' }, 'library').headline)
      for (const unlock of locks) unlock()
      await press(copy.libraryFailure.tryAgain)
      await page.getByRole('gridcell').first().waitFor()
      await waitForStatus(page, (status) => status.waiting === waiting)
    })

    it('a read-only folder opens when the folder becomes writable', async () => {
      await begin(() => {
        rmSync(folder(), { recursive: true })
        writeFileSync(folder(), 'no folder')
      })
      await expectSaid(failureSentence({ code: 'disk-read-only' }, 'library').headline)
      rmSync(folder())
      cpSync(kept(), folder(), { recursive: true })
      await press(copy.libraryFailure.tryAgain)
      await page.getByRole('gridcell').first().waitFor()
      await waitForStatus(page, (status) => status.waiting === waiting)
    })
  })
})

describe('a full disk', () => {
  const flag = (): string => join(stage.profile, 'flag-full')
  const seen = (): string => `${flag()}.seen`
  /** Fills the disk until the open library cannot grow any more. */
  async function fill(): Promise<void> {
    rmSync(seen(), { force: true })
    writeFileSync(flag(), '')
    await expectSoon(() => existsSync(seen())).toBe(true)
  }
  const free = (): void => rmSync(flag(), { force: true })
  afterAll(free)

  it('while changing favorites: all or nothing, with a message; with free space it succeeds', async () => {
    await begin(() => undefined, withPreload('full-disk', { PROOFSHEET_TEST_FULL: flag() }))
    await waitForStatus(page, (status) => status.waiting === waiting)
    await page.getByRole('gridcell').first().waitFor()
    await fill()
    await expectSoon(async () => {
      await pressInGrid(page, 'Control+a', 'Shift+f')
      return page.getByText(failureSentence({ code: 'disk-full' }, 'library').headline).count()
    }).toBeGreaterThan(0)
    expect((await readStatus(page)).waiting).toBe(waiting)
    free()
    await expectSoon(async () => {
      await pressInGrid(page, 'Control+a', 'Shift+f')
      return (await readStatus(page)).waiting
      // Existing favorites at the service must still be changed there; the others canceled out.
    }).toBe(TOTAL - waiting)
  })

  it('while reading: it stops, says so, and continues automatically when there is space', async () => {
    await begin(() => undefined, withPreload('full-disk', { PROOFSHEET_TEST_FULL: flag() }))
    await page.getByRole('gridcell').first().waitFor()
    await fill()
    await stage.service.restart()
    for (let at = 0; at < 250; at += 1) await create(at)
    await expectSoon(async () => {
      await ask(page, 'syncNow', null)
      return (await readStatus(page)).images.failure?.code
    }).toBe('disk-full')
    await expectSaid(pattern(...[0, 1, COUNT].map(copy.banners.diskFullBody)))
    free()
    await expectUpToDate()
    expect(stage.service.truth.images.size).toBe(TOTAL + 250)
    await stage.service.close()
  })

  async function expectUpToDate(): Promise<void> {
    await expectSoon(async () => {
      await ask(page, 'syncNow', null)
      return isUpToDate(await readStatus(page))
    }).toBe(true)
  }

  async function create(at: number): Promise<void> {
    const { imagesUrl, settings } = stage.service
    const body = new URLSearchParams({ name: `New ${at}`, description: 'word '.repeat(300), resolution: '256x256' })
    const headers = { authorization: `Bearer ${settings.imagesKey}`, accept: 'application/json' }
    const made = await fetch(`${imagesUrl}/api/v1/images`, { method: 'POST', headers, body })
    if (!made.ok) throw new Error(`The service returned ${made.status}.`)
  }
})

describe('a crashed thread', () => {
  const flag = (): string => join(stage.profile, 'flag-death')

  it('is restarted with its library; after a second crash within a minute, the window says so and offers a restart', async () => {
    const env = withPreload('dying-threads', { PROOFSHEET_TEST_DEATH: flag() })
    await begin(() => undefined, env)
    await page.getByRole('gridcell').first().waitFor()
    writeFileSync(flag(), '')
    await expectSaid(copy.libraryFailure.restarting)
    rmSync(flag())
    await press(copy.libraryFailure.tryAgain)
    await page.getByRole('gridcell').first().waitFor()
    await waitForStatus(page, (status) => status.waiting === waiting)
    expect(existsSync(libraryOf(stage.profile))).toBe(true)
  })
})
