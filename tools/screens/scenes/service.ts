/** A connected library, and responses of the service or network instead of a list. */
import { ANY, pattern } from '../../../drivers/pattern.ts'
import { controlOf, IMAGES_KEY, PROJECTS_KEY } from '../../../drivers/stage.ts'
import { askForResult, ask, waitForStatus } from '../../../drivers/window-bridge.ts'
import { failureSentence } from '../../../src/copy/failures.ts'
import { copy } from '../../../src/copy/language.ts'
import { STANDARD } from '../../../src/reference-service/dialects/dialects.ts'
import type { Fault } from '../../../src/reference-service/faults.ts'
import type { Group } from '../../../src/shared/sync-status.ts'
import { headlineOf, json, openConnected, type Act, type Says, type Scene, type Stand } from '../scene.ts'

const reset = (stand: Stand): Promise<void> => stand.reset()

const synced = ({ page }: Stand): Promise<unknown> => askForResult(page(), 'syncNow', null)

/** Changes the service for one scene. */
const changed = (name: string, says: Says, change: Parameters<Stand['service']['change']>[0]): Scene => ({
  name: `service-${name}`,
  says,
  setUp: (stand) => {
    stand.service.change(change)
    return synced(stand)
  },
  undo: reset
})

/** Responds to each request of a group, or of both for `null`, with a fault. */
const meeting = (name: string, says: Says, fault: Fault, group: Group | null = null): Scene =>
  changed(name, says, { faults: (subject) => (group === null || subject.group === group ? fault : null) })

const putImagesAt = (stand: Stand, address: string): Promise<unknown> =>
  askForResult(stand.page(), 'changeAddress', { group: 'images', address, allowInsecure: true })

/** Changes the address of the images group for one scene. */
const movedTo = (name: string, says: Says, address: string): Scene => ({
  name: `service-${name}`,
  says,
  setUp: (stand) => putImagesAt(stand, address),
  undo: async (stand) => {
    await putImagesAt(stand, stand.service.imagesUrl)
    await stand.reset()
  }
})

const redirect: Fault = {
  kind: 'status',
  status: 301,
  headers: { location: 'https://images.example.net/api/v1/images' }
}

const press = (scene: Scene, name: string, says: Says, button: () => string): Scene => ({
  ...scene,
  name: `service-${name}`,
  says,
  setUp: async (stand) => {
    await scene.setUp(stand)
    await stand.page().getByRole('button', { name: button() }).click()
  },
  undo: async (stand) => {
    await stand.page().keyboard.press('Escape')
    await stand.reset()
  }
})

const moved = meeting(
  'moved',
  headlineOf({ code: 'redirected', host: ANY, location: 'https://images.example.net' }),
  redirect,
  'images'
)
const refusedKey = changed('key-refused-images', headlineOf({ code: 'unauthorized' }), {
  imagesKey: 'sk-renewed-1'
})

const scenes: readonly Scene[] = [
  refusedKey,
  press(
    refusedKey,
    'new-key',
    () => copy.newKey.title.images,
    () => copy.banners.enterNewKey
  ),
  changed('key-refused-projects', headlineOf({ code: 'unauthorized' }, 'projects'), { projectsKey: 'sk-renewed-2' }),
  meeting('forbidden', headlineOf({ code: 'forbidden' }), json(403, { message: 'Upgrade.', status: 403 })),
  meeting('blocked', headlineOf({ code: 'blocked', host: ANY }), { kind: 'html', status: 403 }),
  meeting('not-found', headlineOf({ code: 'wrong-address' }), { kind: 'html', status: 404 }),
  meeting(
    'list-refused',
    () => copy.failures.listRejected('images', '').headline,
    json(422, { message: { page: ['No.'] } })
  ),
  meeting('trouble', headlineOf({ code: 'service-error' }), json(503, { message: 'Down' })),
  meeting('portal', headlineOf({ code: 'not-json' }), { kind: 'html' }),
  meeting('portal-projects', () => copy.banners.projectsOnly, { kind: 'html' }, 'projects'),
  meeting('not-understood', headlineOf({ code: 'not-understood', missing: 'list' }), json(200, { hello: 1 })),
  meeting('lost', headlineOf({ code: 'connection-lost' }), { kind: 'drop-before' }),
  moved,
  press(
    moved,
    'moved-question',
    () => copy.connection.movedTitle.images,
    () => copy.failures.steps['use-address']
  ),
  meeting(
    'slow-down',
    () => pattern(copy.status.rateLimited, failureSentence({ code: 'rate-limited' }, 'images').headline),
    { kind: 'status', status: 429, headers: { 'retry-after': '6' } }
  ),
  movedTo('no-such-host', headlineOf({ code: 'host-not-found', host: 'nowhere.invalid' }), 'https://nowhere.invalid'),
  movedTo(
    'nothing-answers',
    headlineOf({ code: 'connection-refused', host: '127.0.0.1:65533' }),
    'http://127.0.0.1:65533'
  ),
  {
    name: 'service-offline',
    says: () => copy.banners.offline,
    setUp: async (stand) => {
      await controlOf(stand)('setOnline', false)
      return synced(stand)
    },
    undo: async (stand) => {
      await controlOf(stand)('setOnline', true)
      await stand.reset()
    }
  },
  {
    name: 'service-remove-key',
    says: () => copy.connection.removeTitle.projects,
    setUp: async (stand) => {
      const page = stand.page()
      const footer = pattern(copy.connection.footer(new URL(stand.service.imagesUrl).host, ANY))
      await page.getByRole('button', { name: footer }).click()
      await page.getByRole('menuitem', { name: copy.connection.removeKey }).last().click()
    },
    undo: (stand) => stand.page().keyboard.press('Escape')
  },
  {
    name: 'service-no-key',
    says: () => copy.banners.keyAbsent,
    setUp: (stand) => askForResult(stand.page(), 'removeKey', { group: 'images' }),
    undo: async (stand) => {
      await askForResult(stand.page(), 'replaceKey', { group: 'images', key: IMAGES_KEY, keep: 'keychain' })
      await askForResult(stand.page(), 'replaceKey', { group: 'projects', key: PROJECTS_KEY, keep: 'keychain' })
      await stand.reset()
    }
  }
]

export const serviceAct: Act = {
  name: 'service',
  prepare: openConnected,
  scenes
}

/** Sync checks for two minutes before it reports that changes do not show. */
const DETECTED_MS = 240_000

async function starMany(stand: Stand): Promise<void> {
  const numbers = Uint32Array.from({ length: 300 }, (_, place) => place + 1)
  await ask(stand.page(), 'setFavorite', { target: { kind: 'records', numbers }, favorite: true })
}

export const firstUpdateAct: Act = {
  name: 'first-update',
  prepare: async (stand) => {
    await openConnected(stand)
    stand.service.change({ dialect: { ...STANDARD, put: 'replaces' } })
  },
  scenes: [
    {
      name: 'first-update-changed-more',
      says: () => copy.firstUpdates.changedMore,
      setUp: starMany
    }
  ]
}

export const notShownAct: Act = {
  name: 'first-update-not-shown',
  prepare: async (stand) => {
    await openConnected(stand)
    stand.service.change({
      faults: ({ method }) => (method === 'PUT' ? { kind: 'status', status: 200, body: '{"success":true}' } : null)
    })
  },
  scenes: [
    {
      name: 'first-update-checking',
      says: () => copy.status.verifying,
      setUp: async (stand) => {
        await starMany(stand)
        await waitForStatus(stand.page(), ({ images }) => images.state === 'checking')
      }
    },
    {
      name: 'first-update-not-shown',
      says: () => copy.firstUpdates.notShown,
      setUp: (stand) =>
        waitForStatus(stand.page(), ({ running }) => running[0]?.pause?.why === 'not-shown', DETECTED_MS)
    }
  ]
}
