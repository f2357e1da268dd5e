/** A connected library, and everything that the service or the network may answer instead of a list. */
import type { Fault } from '../../../src/reference-service/faults.ts'
import type { Group } from '../../../src/shared/sync-status.ts'
import { askForResult } from '../../../drivers/window-bridge.ts'
import { controlOf, IMAGES_KEY, PROJECTS_KEY } from '../../../drivers/stage.ts'
import { json, openConnected, type Act, type Scene, type Stand } from '../scene.ts'

const calm = (stand: Stand): Promise<void> => stand.calm()

const synced = ({ page }: Stand): Promise<unknown> => askForResult(page(), 'syncNow', null)

/** The service is so for a while. */
const changed = (name: string, says: string | RegExp, change: Parameters<Stand['service']['change']>[0]): Scene => ({
  name: `service-${name}`,
  says,
  setUp: (stand) => {
    stand.service.change(change)
    return synced(stand)
  },
  undo: calm
})

/** Every answer of a group is this; null = of both. */
const meeting = (name: string, says: string | RegExp, fault: Fault, group: Group | null = null): Scene =>
  changed(name, says, { faults: (subject) => (group === null || subject.group === group ? fault : null) })

const putImagesAt = (stand: Stand, address: string): Promise<unknown> =>
  askForResult(stand.page(), 'changeAddress', { group: 'images', address, allowInsecure: true })

/** The images group is at this address for a while. */
const movedTo = (name: string, says: string | RegExp, address: string): Scene => ({
  name: `service-${name}`,
  says,
  setUp: (stand) => putImagesAt(stand, address),
  undo: async (stand) => {
    await putImagesAt(stand, stand.service.imagesUrl)
    await stand.calm()
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
    await stand.calm()
  }
})

const moved = meeting('moved', /redirects to https:\/\/images\.example\.net/, redirect, 'images')
const refusedKey = changed('key-refused-images', /The images service didn’t accept your key/, {
  imagesKey: 'sk-renewed-1'
})

const scenes: readonly Scene[] = [
  refusedKey,
  press(refusedKey, 'new-key', /Enter a new key/, 'Enter new key'),
  changed('key-refused-projects', /The projects service didn’t accept your key/, { projectsKey: 'sk-renewed-2' }),
  meeting('forbidden', 'Your key doesn’t have permission', json(403, { message: 'Upgrade.', status: 403 })),
  meeting('blocked', /Access to .* is blocked/, { kind: 'html', status: 403 }),
  meeting('not-found', /There is no image service at this address/, { kind: 'html', status: 404 }),
  meeting('list-refused', /The images service rejected the list request/, json(422, { message: { page: ['No.'] } })),
  meeting('trouble', /The service is having problems/, json(503, { message: 'Down' })),
  meeting('portal', /Received a web page instead of your library/, { kind: 'html' }),
  meeting('portal-projects', /Images still sync/, { kind: 'html' }, 'projects'),
  meeting('not-understood', /The images service’s response contains no list of images/, json(200, { hello: 1 })),
  meeting('lost', /The connection was lost/, { kind: 'drop-before' }),
  moved,
  press(moved, 'moved-question', /The images service says it has moved/, 'Use that address'),
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
      await stand.calm()
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
      await stand.calm()
    }
  }
]

export const serviceAct: Act = {
  name: 'service',
  prepare: openConnected,
  scenes
}
