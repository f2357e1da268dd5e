/** A key of which the library cannot say whose it is, and one that reads nothing of what is known here. */
import type { Fault, FaultSubject } from '../../../src/reference-service/faults.ts'
import { ask, isUpToDate, waitForStatus } from '../../../drivers/window-bridge.ts'
import { IMAGES_KEY } from '../../../drivers/stage.ts'
import { json, openConnected, type Act, type Stand } from '../scene.ts'
import { NO_LOOKS } from '../../../src/shared/image.ts'

const OTHER_KEY = 'sk-screens-another-5c7712ab'
const FORM = { name: 'Neon harbor', description: 'A harbor at night', resolution: '512x512' }

/** Something waits, and then there is another key. */
async function enterOtherKey(stand: Stand, key: string): Promise<void> {
  const page = stand.page()
  await ask(page, 'setPaused', { isPaused: true })
  await ask(page, 'createImage', { form: { ...FORM, ...NO_LOOKS } })
  stand.service.change({ imagesKey: key })
  await ask(page, 'replaceKey', { group: 'images', key, keep: 'keychain' })
  await ask(page, 'setPaused', { isPaused: false })
}

const EMPTY = json(200, { data: [], meta: { current_page: 1, last_page: 1, total: 0 } })
const MISSING = json(404, { message: 'Resource not found.', status: 404 })

/** What an account answers that has nothing of what the library holds. */
function readsNothing({ group, path }: FaultSubject): Fault | null {
  if (group !== 'images') return null
  return /\/images\/\d+$/.test(path) ? MISSING : EMPTY
}

export const accountAct: Act = {
  name: 'account',
  prepare: async (stand) => {
    for (const id of stand.service.truth.images.keys()) stand.service.store.images.remove(id)
    await openConnected(stand)
  },
  scenes: [
    {
      name: 'account-question',
      says: /Is this key for the same account\?/,
      setUp: (stand) => enterOtherKey(stand, OTHER_KEY),
      undo: async (stand) => {
        await stand.page().getByRole('button', { name: 'Same account' }).click()
        await waitForStatus(stand.page(), isUpToDate)
      }
    },
    {
      name: 'account-of-another',
      says: /This key seems to belong to another account/,
      setUp: async (stand) => {
        stand.service.change({ faults: readsNothing })
        await enterOtherKey(stand, `${OTHER_KEY}-2`)
      },
      undo: async (stand) => {
        // First of all: the create that waits is sent as soon as the key is known again.
        stand.service.change({ imagesKey: IMAGES_KEY, faults: null })
        await ask(stand.page(), 'replaceKey', { group: 'images', key: IMAGES_KEY, keep: 'keychain' })
        await stand.calm()
      }
    }
  ]
}
