/** Screens of a connected library. */
import { focusGrid, pressInGrid, sidebarRow, waitForPictures } from '../../../drivers/user.ts'
import { ask, askForResult, waitForStatus } from '../../../drivers/window-bridge.ts'
import { LONG_MS } from '../../../drivers/stage.ts'
import { escape, json, openConnected, type Act, type Scene, type Stand } from '../scene.ts'

const withKeys = ({ page }: Stand, ...keys: readonly string[]): Promise<void> => pressInGrid(page(), ...keys)

/** Opens a popup of the toolbar. */
const opened = ({ page }: Stand, button: string | RegExp): Promise<void> =>
  page().getByRole('banner').getByRole('button', { name: button }).click()

async function toImages(stand: Stand): Promise<void> {
  await sidebarRow(stand.page(), 'All images').click()
  await stand.page().getByRole('gridcell').first().waitFor()
}

const inActivity = (tab: string, says: string | RegExp): Scene => ({
  name: `activity-${tab.toLowerCase().replaceAll(' ', '-')}`,
  says,
  setUp: async (stand) => {
    const page = stand.page()
    await page.keyboard.press('Control+Shift+y')
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
  },
  undo: toImages
})

/** The grid of a sidebar item, with its banner. */
const atPlace = (place: string, says: string | RegExp): Scene => ({
  name: `place-${place.toLowerCase().replaceAll(' ', '-')}`,
  says,
  setUp: (stand) => sidebarRow(stand.page(), place).click(),
  undo: toImages
})

/** Rejects one image, so that it needs attention; the others are pending at a slow service. */
async function startBatch({ service, page }: Stand): Promise<void> {
  // The newest image is sent first.
  const first = [...service.truth.images.values()].findLast(({ favorite }) => !favorite)
  service.change({
    responseDelayMs: 1_500,
    faults: ({ method, path }) =>
      method !== 'GET' && path.endsWith(`/${first?.id}`)
        ? json(422, { message: { results: ['No.'] }, status: 422 })
        : null
  })
  await pressInGrid(page(), 'Control+a', 'f')
}

const scenes: readonly Scene[] = [
  {
    name: 'main',
    says: 'All images',
    setUp: async (stand) => {
      await focusGrid(stand.page())
      await waitForPictures(stand.page(), LONG_MS)
    }
  },
  {
    name: 'selection',
    says: /\d+ selected/,
    setUp: (stand) => withKeys(stand, 'Control+Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight'),
    undo: escape
  },
  { name: 'selection-all', says: '600 selected', setUp: (stand) => withKeys(stand, 'Control+a'), undo: escape },
  {
    name: 'create',
    says: 'New image',
    setUp: async (stand) => {
      await withKeys(stand, 'Control+n')
      await stand.page().getByRole('dialog').getByLabel('Name').fill('Neon harbour')
    },
    undo: (stand) => stand.page().getByRole('dialog', { name: 'New image' }).getByLabel('Close').click()
  },
  {
    name: 'full-view',
    says: /1 of 600/,
    setUp: (stand) => withKeys(stand, 'Control+Home', 'Escape', 'Enter'),
    undo: escape
  },
  {
    name: 'tile-menu',
    says: 'Rename…',
    setUp: (stand) => withKeys(stand, 'Control+Home', 'Shift+F10'),
    undo: escape
  },
  {
    name: 'filter',
    says: /^Any$/,
    setUp: (stand) => opened(stand, 'Filter'),
    undo: escape
  },
  { name: 'sort', says: 'Name, A to Z', setUp: (stand) => opened(stand, /^Sort/), undo: escape },
  {
    name: 'delete-many',
    says: /Delete 600 images/,
    setUp: (stand) => withKeys(stand, 'Control+a', 'Delete'),
    undo: escape
  },
  {
    name: 'delete-some',
    says: /Delete 2 images/,
    setUp: (stand) => withKeys(stand, 'Control+Home', 'Shift+ArrowRight', 'Delete'),
    undo: escape
  },
  {
    name: 'deletions-with-undo',
    says: /Deleting 2 images from the service/,
    setUp: async (stand) => {
      // Paused, so that the deletions stay pending.
      await askForResult(stand.page(), 'setPaused', { isPaused: true })
      return withKeys(stand, 'Control+Home', 'Escape', 'Delete', 'ArrowRight', 'Delete')
    },
    undo: async (stand) => {
      const page = stand.page()
      await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
      await waitForStatus(page, ({ waiting }) => waiting === 0)
      await askForResult(page, 'setPaused', { isPaused: false })
    }
  },
  {
    name: 'projects',
    says: 'Reports',
    setUp: (stand) => sidebarRow(stand.page(), 'Projects').click(),
    undo: toImages
  },
  {
    name: 'delete-project',
    says: /^Delete project “/,
    setUp: async (stand) => {
      const page = stand.page()
      await page.keyboard.press('Control+2')
      await page.getByRole('grid', { name: 'Projects of the service' }).getByRole('gridcell').first().click()
      await page.keyboard.press('Delete')
    },
    undo: async (stand) => {
      await escape(stand)
      await toImages(stand)
    }
  },
  {
    name: 'foot-menu',
    says: 'Edit address…',
    // A narrow window has another menu.
    closesWhenResized: true,
    setUp: async (stand) => {
      await escape(stand)
      await stand
        .page()
        .getByRole('button', { name: /^127\.0\.0\.1:\d+: Connected/ })
        .click()
    },
    undo: escape
  },
  {
    name: 'running',
    says: /Sending \d+ of \d+/,
    setUp: startBatch,
    undo: escape
  },
  atPlace('Needs attention', /“No\.”/),
  atPlace('Pending', /changes · Sending/),
  inActivity('Pending', /Batch \d+/),
  inActivity('Needs attention', /“No\.”/),
  inActivity('Done', /batch \d+/),
  inActivity('History', /Batches|Undo/),
  inActivity('Log', /Export log/),
  {
    name: 'paused',
    says: /Paused/,
    setUp: (stand) => ask(stand.page(), 'setPaused', { isPaused: true })
  }
]

export const libraryAct: Act = {
  name: 'library',
  prepare: openConnected,
  scenes
}
