/** States of the keychain, and keys of unknown or other accounts. */
import { NO_KEYRING, emptyKeyring, lockKeyring, silenceKeyring } from '../../../drivers/keyring.ts'
import { withPreload } from '../../../drivers/preloads/preload.ts'
import { IMAGES_KEY } from '../../../drivers/stage.ts'
import { ask, isUpToDate, waitForStatus } from '../../../drivers/window-bridge.ts'
import { failureSentence } from '../../../src/copy/failures.ts'
import { copy } from '../../../src/copy/language.ts'
import type { Fault, FaultSubject } from '../../../src/reference-service/faults.ts'
import { NO_FACETS } from '../../../src/shared/image.ts'
import { headlineOf, json, openConnected, type Act, type Stand } from '../scene.ts'

/** Functions that let the keychain respond again. */
const restores: (() => void)[] = []

export const keyringAct: Act = {
  name: 'keyring',
  prepare: openConnected,
  scenes: [
    {
      name: 'keyring-denied',
      says: () => copy.keychain.denied,
      setUp: (stand) => stand.open({ env: withPreload('denying-key-store') })
    },
    {
      name: 'keyring-silent',
      says: () => copy.keychain.silent,
      setUp: async (stand) => {
        restores.push(await silenceKeyring(stand.keyring))
        return stand.open()
      },
      undo: async () => {
        for (const restore of restores.splice(0)) restore()
      }
    },
    {
      name: 'keyring-unavailable',
      says: () => copy.banners.keyUnreadable,
      setUp: (stand) => stand.open({ env: NO_KEYRING })
    },
    {
      name: 'keyring-key-removed',
      says: () => copy.banners.keyLocked,
      setUp: async (stand) => {
        await emptyKeyring(stand.keyring)
        return stand.open()
      }
    },
    {
      name: 'keyring-locked',
      says: () => copy.banners.keyLockedBody,
      setUp: async (stand) => {
        await lockKeyring(stand.keyring)
        return stand.open()
      }
    },
    {
      name: 'keyring-locked-new-key',
      says: () => failureSentence({ code: 'keychain-locked' }, 'images').body,
      setUp: async (stand) => {
        const page = stand.page()
        await page.getByRole('button', { name: copy.banners.enterKey }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(copy.connect.key).fill(IMAGES_KEY)
        await dialog.getByRole('button', { name: copy.newKey.save }).click()
      }
    }
  ]
}

export const noKeyringAct: Act = {
  name: 'no-keyring',
  prepare: (stand) => stand.open({ env: NO_KEYRING }),
  scenes: [
    {
      name: 'keyring-missing',
      says: headlineOf({ code: 'keychain-unavailable' }),
      setUp: async (stand) => {
        const page = stand.page()
        await page.getByLabel(copy.connect.imagesAddress).fill(stand.service.imagesUrl)
        await page.getByLabel(copy.connect.key, { exact: true }).fill(IMAGES_KEY)
        await page.getByRole('button', { name: copy.connect.connect, exact: true }).click()
      }
    }
  ]
}

const OTHER_KEY = 'sk-screens-another-5c7712ab'
const FORM = { name: 'Neon harbor', description: 'A harbor at night', resolution: '512x512' }

/** Creates a pending change, then replaces the key. */
async function enterOtherKey(stand: Stand, key: string): Promise<void> {
  const page = stand.page()
  await ask(page, 'setPaused', { isPaused: true })
  await ask(page, 'createImage', { form: { ...FORM, ...NO_FACETS } })
  stand.service.change({ imagesKey: key })
  await ask(page, 'replaceKey', { group: 'images', key, keep: 'keychain' })
  await ask(page, 'setPaused', { isPaused: false })
}

const EMPTY = json(200, { data: [], meta: { current_page: 1, last_page: 1, total: 0 } })
const MISSING = json(404, { message: 'Resource not found.', status: 404 })

/** Responds like an account that has no record of the library. */
function respondEmpty({ group, path }: FaultSubject): Fault | null {
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
      says: headlineOf({ code: 'owner-unclear' }),
      setUp: (stand) => enterOtherKey(stand, OTHER_KEY),
      undo: async (stand) => {
        await stand.page().getByRole('button', { name: copy.banners.sameAccount }).click()
        await waitForStatus(stand.page(), isUpToDate)
      }
    },
    {
      name: 'account-of-another',
      says: () => copy.failures.otherAccount.headline,
      setUp: async (stand) => {
        stand.service.change({ faults: respondEmpty })
        await enterOtherKey(stand, `${OTHER_KEY}-2`)
      },
      undo: async (stand) => {
        // First, because the pending create is sent once the key is known again.
        stand.service.change({ imagesKey: IMAGES_KEY, faults: null })
        await ask(stand.page(), 'replaceKey', { group: 'images', key: IMAGES_KEY, keep: 'keychain' })
        await stand.reset()
      }
    }
  ]
}
