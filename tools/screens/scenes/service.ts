/** A connected library, and responses of the service or network instead of a list. */
import { controlOf, IMAGES_KEY, PROJECTS_KEY } from '../../../drivers/stage.ts'
import { askForResult, ask, waitForStatus } from '../../../drivers/window-bridge.ts'
import { STANDARD } from '../../../src/reference-service/dialects/dialects.ts'
import type { Fault } from '../../../src/reference-service/faults.ts'
import type { Group } from '../../../src/shared/sync-status.ts'
import { json, openConnected, type Act, type Scene, type Stand } from '../scene.ts'

const reset = (stand: Stand): Promise<void> => stand.reset()

const synced = ({ page }: Stand): Promise<unknown> => askForResult(page(), 'syncNow', null)

/** Changes the service for one scene. */
const changed = (name: string, says: string | RegExp, change: Parameters<Stand['service']['change']>[0]): Scene => ({
  name: `service-${name}`,
  says,
  setUp: (stand) => {
    stand.service.change(change)
    return synced(stand)
  },
  undo: reset
})

/** Responds to each request of a group, or of both for `null`, with a fault. */
const meeting = (name: string, says: string | RegExp, fault: Fault, group: Group | null = null): Scene =>
  changed(name, says, { faults: (subject) => (group === null || subject.group === group ? fault : null) })

const putImagesAt = (stand: Stand, address: string): Promise<unknown> =>
  askForResult(stand.page(), 'changeAddress', { group: 'images', address, allowInsecure: true })

/** Changes the address of the images group for one scene. */
const movedTo = (name: string, says: string | RegExp, address: string): Scene => ({
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

const press = (scene: Scene, name: string, says: string | RegExp, button: string): Scene => ({
  ...scene,
  name: `service-${name}`,
  says,
  setUp: async (stand) => {
    await scene.setUp(stand)
    await stand.page().getByRole('button', { name: button }).click()
  },
  undo: async (stand) => {
    await stand.page().keyboard.press('Escape')
    await stand.reset()
  }
})

const moved = meeting('moved', /redirects to https:\/\/images\.example\.net/, redirect, 'images')
const refusedKey = changed('key-refused-images', /The images service didn’t accept your key/, {
  imagesKey: 'sk-renewed-1'
})

const scenes: readonly Scene[] = [
  refusedKey,
  press(refusedKey, 'new-key', /Enter a new key/, 'Enter new key…'),
  changed('key-refused-projects', /The projects service didn’t accept your key/, { projectsKey: 'sk-renewed-2' }),
  meeting('forbidden', 'Your key isn’t allowed to do this', json(403, { message: 'Upgrade.', status: 403 })),
  meeting('blocked', /Access to .* is blocked/, { kind: 'html', status: 403 }),
  meeting('not-found', /There is no images service at this address/, { kind: 'html', status: 404 }),
  meeting('list-refused', /The images service rejected the list request/, json(422, { message: { page: ['No.'] } })),
  meeting('trouble', /The service is having problems/, json(503, { message: 'Down' })),
  meeting('portal', /Received a web page instead of your library/, { kind: 'html' }),
  meeting('portal-projects', /Images still sync/, { kind: 'html' }, 'projects'),
  meeting('not-understood', /This address returned no images/, json(200, { hello: 1 })),
  meeting('lost', /The connection was lost/, { kind: 'drop-before' }),
  moved,
  press(moved, 'moved-question', /The images service says it has moved/, 'Use that address…'),
  meeting('slow-down', /rate limit/i, { kind: 'status', status: 429, headers: { 'retry-after': '6' } }),
  movedTo('no-such-host', /Can’t find nowhere\.invalid/, 'https://nowhere.invalid'),
  movedTo('nothing-answers', /127\.0\.0\.1:65533 isn’t responding/, 'http://127.0.0.1:65533'),
  {
    name: 'service-offline',
    says: /Working offline/,
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
    says: 'Remove the key for projects?',
    setUp: async (stand) => {
      const page = stand.page()
      await page.getByRole('button', { name: /^127\.0\.0\.1:\d+: / }).click()
      await page.getByRole('menuitem', { name: 'Remove key…' }).last().click()
    },
    undo: (stand) => stand.page().keyboard.press('Escape')
  },
  {
    name: 'service-no-key',
    says: 'Add your API key.',
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
      says: /The service also changed other fields/,
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
      says: /Checking your first changes/,
      setUp: async (stand) => {
        await starMany(stand)
        await waitForStatus(stand.page(), ({ images }) => images.state === 'checking')
      }
    },
    {
      name: 'first-update-not-shown',
      says: /The service isn’t showing some changes/,
      setUp: (stand) =>
        waitForStatus(stand.page(), ({ running }) => running[0]?.pause?.why === 'not-shown', DETECTED_MS)
    }
  ]
}
