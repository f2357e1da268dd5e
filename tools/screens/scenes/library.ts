/** Screens of a connected library. */
import type { Page } from 'playwright-core'
import { copy } from '../../../src/copy/language.ts'
import { inOneRow } from '../../../src/copy/names.ts'
import { ANY, COUNT, pattern } from '../../../drivers/pattern.ts'
import { focusGrid, pressInGrid, sidebarRow, waitForPictures } from '../../../drivers/user.ts'
import { ask, askForResult, waitForStatus } from '../../../drivers/window-bridge.ts'
import { LONG_MS } from '../../../drivers/stage.ts'
import { escape, json, openConnected, type Act, type Says, type Scene, type Stand } from '../scene.ts'

const withKeys = ({ page }: Stand, ...keys: readonly string[]): Promise<void> => pressInGrid(page(), ...keys)

async function pressAll(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Opens a popup of the toolbar. */
const opened = ({ page }: Stand, button: string): Promise<void> =>
  page().getByRole('banner').getByRole('button', { name: button }).click()

async function toImages(stand: Stand): Promise<void> {
  await sidebarRow(stand.page(), copy.frame.allImages).click()
  await stand.page().getByRole('gridcell').first().waitFor()
}

const inActivity = (tab: keyof typeof copy.activity.tabNames, says: Says): Scene => ({
  name: `activity-${tab}`,
  says,
  setUp: async (stand) => {
    const page = stand.page()
    await page.keyboard.press('Control+Shift+y')
    await page.getByRole('tab', { name: copy.activity.tabNames[tab] }).click()
  },
  undo: toImages
})

const PLACES = { notViewed: 'not-viewed', waiting: 'waiting', needsAttention: 'needs-attention' } as const

/** The grid of a sidebar item, with its banner. */
const atPlace = (place: keyof typeof PLACES, says: Says): Scene => ({
  name: `place-${PLACES[place]}`,
  says,
  setUp: (stand) => sidebarRow(stand.page(), copy.frame[place]).click(),
  undo: toImages
})

/** Why the service rejects an image. */
const NO = 'No.'

/** Rejects one image, so that it needs attention; the others are pending at a slow service. */
async function startBatch({ service, page }: Stand): Promise<void> {
  // The newest image is sent first.
  const first = [...service.truth.images.values()].findLast(({ favorite }) => !favorite)
  service.change({
    responseDelayMs: 1_500,
    faults: ({ method, path }) =>
      method !== 'GET' && path.endsWith(`/${first?.id}`) ? json(422, { message: { results: [NO] }, status: 422 }) : null
  })
  await pressInGrid(page(), 'Control+a', 'f')
}

const scenes: readonly Scene[] = [
  {
    name: 'main',
    says: () => copy.images.allImages,
    setUp: async (stand) => {
      await focusGrid(stand.page())
      await waitForPictures(stand.page(), LONG_MS)
    }
  },
  {
    name: 'selection',
    says: () => copy.selection.inStatus({ size: 4, shown: 600, inView: 4 }),
    setUp: (stand) => withKeys(stand, 'Control+Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight'),
    undo: escape
  },
  {
    name: 'selection-all',
    says: () => copy.selection.count(600),
    setUp: (stand) => withKeys(stand, 'Control+a'),
    undo: escape
  },
  {
    name: 'create',
    says: () => copy.create.newImage,
    setUp: async (stand) => {
      await withKeys(stand, 'Control+n')
      await stand.page().getByRole('dialog').getByLabel(copy.create.name).fill('Neon harbour')
    },
    undo: (stand) =>
      stand.page().getByRole('dialog', { name: copy.create.newImage }).getByLabel(copy.create.close).click()
  },
  {
    name: 'full-view',
    says: () => copy.counted.ofAll(1, 600),
    setUp: (stand) => withKeys(stand, 'Control+Home', 'Escape', 'Enter'),
    undo: escape
  },
  {
    name: 'review-hint',
    says: () => copy.fullView.howToReview('F'),
    setUp: (stand) => withKeys(stand, 'Control+Home', 'Escape', 'r')
  },
  {
    name: 'review',
    says: () => copy.counted.ofAll(4, 600),
    // Dismisses the hint for good.
    setUp: ({ page }) => pressAll(page(), 'Escape', 'ArrowRight', 'f', 'ArrowRight'),
    undo: escape
  },
  {
    name: 'review-stopped',
    says: () => copy.images.allImages,
    setUp: (stand) => withKeys(stand, 'Control+Home', 'Escape')
  },
  atPlace('notViewed', () => pattern(copy.counted.ofAll(COUNT, 600))),
  {
    name: 'tile-menu',
    says: () => copy.commands.rename,
    setUp: (stand) => withKeys(stand, 'Control+Home', 'Shift+F10'),
    undo: escape
  },
  {
    name: 'filter',
    says: () => new RegExp(`^${copy.images.any}$`),
    setUp: (stand) => opened(stand, copy.images.filter),
    undo: escape
  },
  {
    name: 'sort',
    says: () => copy.images.sorts['name asc'].label,
    setUp: (stand) => opened(stand, copy.images.sort),
    undo: escape
  },
  {
    name: 'delete-many',
    says: () => copy.deletion.title(600),
    setUp: (stand) => withKeys(stand, 'Control+a', 'Delete'),
    undo: escape
  },
  {
    name: 'delete-some',
    says: () => copy.deletion.title(2),
    setUp: (stand) => withKeys(stand, 'Control+Home', 'Shift+ArrowRight', 'Delete'),
    undo: escape
  },
  {
    name: 'deletions-with-undo',
    says: () => copy.deletion.started({ images: 2, projects: 0, name: null, wait: null }),
    setUp: async (stand) => {
      // Paused, so that the deletions stay pending.
      await askForResult(stand.page(), 'setPaused', { isPaused: true })
      return withKeys(stand, 'Control+Home', 'Escape', 'Delete', 'ArrowRight', 'Delete')
    },
    undo: async (stand) => {
      const page = stand.page()
      await page
        .getByRole('region', { name: copy.frame.notifications })
        .getByRole('button', { name: copy.status.undo })
        .click()
      await waitForStatus(page, ({ waiting }) => waiting === 0)
      await askForResult(page, 'setPaused', { isPaused: false })
    }
  },
  {
    name: 'projects',
    says: () => copy.projects.columns.reports,
    setUp: (stand) => sidebarRow(stand.page(), copy.frame.projects).click(),
    undo: toImages
  },
  {
    name: 'delete-project',
    says: () => pattern(copy.projects.deleteTitle(ANY)),
    setUp: async (stand) => {
      const page = stand.page()
      await page.keyboard.press('Control+2')
      await page.getByRole('grid', { name: copy.projects.table }).getByRole('gridcell').first().click()
      await page.keyboard.press('Delete')
    },
    undo: async (stand) => {
      await escape(stand)
      await toImages(stand)
    }
  },
  {
    name: 'foot-menu',
    says: () => copy.connection.editAddress,
    // A narrow window has another menu.
    closesWhenResized: true,
    setUp: async (stand) => {
      await escape(stand)
      const { host } = new URL(stand.service.imagesUrl)
      await stand
        .page()
        .getByRole('button', { name: copy.connection.footer(host, copy.status.connected) })
        .click()
    },
    undo: escape
  },
  {
    name: 'running',
    says: () => pattern(copy.status.sending(COUNT, COUNT)),
    setUp: startBatch,
    undo: escape
  },
  atPlace('needsAttention', () => copy.names.quoted(NO)),
  atPlace('waiting', () => pattern(inOneRow([copy.counted.changes(COUNT), copy.status.sending(COUNT, COUNT)]))),
  inActivity('waiting', () => pattern(copy.batches.name(COUNT))),
  inActivity('needs-attention', () => copy.names.quoted(NO)),
  inActivity('done', () => pattern(copy.activity.origin(ANY, COUNT))),
  inActivity('history', () => copy.activity.undo),
  inActivity('log', () => copy.activity.exportLog),
  {
    name: 'paused',
    says: () => copy.status.pausedByYou,
    setUp: (stand) => ask(stand.page(), 'setPaused', { isPaused: true })
  }
]

export const libraryAct: Act = {
  name: 'library',
  prepare: openConnected,
  scenes
}
