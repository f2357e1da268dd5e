/** States of the library file and its disk. */
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { copy } from '../../../src/copy/language.ts'
import { breakTables, libraryOf, lockLibrary, makeNewer, writeJunk } from '../../../drivers/damage.ts'
import { COUNT, pattern } from '../../../drivers/pattern.ts'
import { pressInGrid } from '../../../drivers/user.ts'
import { waitForStatus } from '../../../drivers/window-bridge.ts'
import { withPreload } from '../../../drivers/preloads/preload.ts'
import { headlineOf, openConnected, syncUntil, type Act, type Says, type Scene, type Stand } from '../scene.ts'

const locks: (() => void)[] = []
const folderOf = ({ profile }: Stand): string => join(profile, 'libraries')
const copyOf = ({ profile }: Stand): string => join(profile, 'kept')

/** Restores the library as it was before the first scene. */
async function restore(stand: Stand): Promise<string> {
  await stand.quit()
  rmSync(folderOf(stand), { recursive: true, force: true })
  cpSync(copyOf(stand), folderOf(stand), { recursive: true })
  return libraryOf(stand.profile)
}

const damaged = (name: string, says: Says, damage: (file: string) => void): Scene => ({
  name: `file-${name}`,
  says,
  setUp: async (stand) => {
    damage(await restore(stand))
    return stand.open()
  }
})

const rebuilt = (scene: Scene, name: string, says: Says): Scene => ({
  name: `file-${name}`,
  says,
  setUp: async (stand) => {
    await scene.setUp(stand)
    await stand.page().getByRole('button', { name: copy.libraryFailure.rebuild }).click()
  }
})

const mirrorBroken = damaged(
  'damaged',
  () => pattern(copy.libraryFailure.unsent(COUNT)),
  (file) => breakTables(file, ['images'])
)
const outboxBroken = damaged('damaged-outbox', headlineOf({ code: 'library-damaged' }, 'library'), (file) =>
  breakTables(file, ['outbox', 'batch_items'])
)

const flagOf = ({ profile }: Stand, what: string): string => join(profile, `flag-${what}`)

async function starAll(page: Page): Promise<void> {
  await page.getByRole('gridcell').first().waitFor()
  await pressInGrid(page, 'Control+a', 'f')
}

const scenes: readonly Scene[] = [
  mirrorBroken,
  rebuilt(mirrorBroken, 'rebuilt', () => pattern(copy.libraryFailure.kept(COUNT))),
  rebuilt(outboxBroken, 'some-lost', () =>
    pattern(copy.libraryFailure.someLost(1), copy.libraryFailure.someLost(COUNT))
  ),
  damaged('junk', () => copy.libraryFailure.unsent(null), writeJunk),
  damaged('newer', headlineOf({ code: 'library-newer' }, 'library'), makeNewer),
  {
    ...damaged('locked', headlineOf({ code: 'library-locked' }, 'library'), (file) => locks.push(lockLibrary(file))),
    undo: async () => {
      for (const unlock of locks.splice(0)) unlock()
    }
  },
  {
    name: 'file-read-only',
    says: headlineOf({ code: 'disk-read-only' }, 'library'),
    setUp: async (stand) => {
      await restore(stand)
      rmSync(folderOf(stand), { recursive: true })
      writeFileSync(folderOf(stand), 'no folder')
      return stand.open()
    }
  },
  {
    name: 'file-disk-full-starring',
    says: headlineOf({ code: 'disk-full' }, 'library'),
    setUp: async (stand) => {
      await restore(stand)
      const page = await openFull(stand)
      await waitForStatus(page, ({ waiting }) => waiting > 0)
      writeFileSync(flagOf(stand, 'full'), '')
      await page.waitForTimeout(500)
      return starAll(page)
    },
    undo: async (stand) => rmSync(flagOf(stand, 'full'))
  },
  {
    name: 'file-disk-full-reading',
    says: () => pattern(...[0, 1, COUNT].map(copy.banners.diskFullBody)),
    setUp: async (stand) => {
      await restore(stand)
      await stand.service.restart()
      const page = await openFull(stand)
      writeFileSync(flagOf(stand, 'full'), '')
      for (let at = 0; at < 400; at += 1) await create(stand, at)
      await syncUntil(page, ({ images }) => images.failure?.code === 'disk-full')
    },
    undo: async (stand) => rmSync(flagOf(stand, 'full'))
  },
  {
    name: 'file-thread-died-twice',
    says: () => copy.libraryFailure.restarting,
    setUp: async (stand) => {
      await restore(stand)
      const env = withPreload('dying-threads', { PROOFSHEET_TEST_DEATH: flagOf(stand, 'death') })
      const page = await stand.open({ env })
      await page.getByRole('gridcell').first().waitFor()
      writeFileSync(flagOf(stand, 'death'), '')
    },
    undo: async (stand) => rmSync(flagOf(stand, 'death'))
  }
]

const openFull = (stand: Stand): Promise<Page> =>
  stand.open({ env: withPreload('full-disk', { PROOFSHEET_TEST_FULL: flagOf(stand, 'full') }) })

/** Creates an image on the service with a longer prompt than the library has space for. */
async function create({ service }: Stand, at: number): Promise<void> {
  const form = new URLSearchParams({ name: `New ${at}`, description: 'word '.repeat(300), resolution: '256x256' })
  const headers = { authorization: `Bearer ${service.settings.imagesKey}`, accept: 'application/json' }
  const made = await fetch(`${service.imagesUrl}/api/v1/images`, { method: 'POST', headers, body: form })
  if (!made.ok) throw new Error(`The service responded with ${made.status}.`)
}

export const fileAct: Act = {
  name: 'file',
  prepare: async (stand) => {
    await openConnected(stand)
    await stand.service.close()
    const page = stand.page()
    await pressInGrid(page, 'Home', ...new Array<string>(29).fill('Shift+ArrowRight'), 'f')
    await waitForStatus(page, ({ waiting }) => waiting > 0)
    await stand.quit()
    cpSync(folderOf(stand), copyOf(stand), { recursive: true })
  },
  scenes
}
