/** What the key store of the computer may do to a stored key. */
import { emptyKeyring, lockKeyring, silenceKeyring } from '../../../drivers/key-store-states.ts'
import { NO_KEYRING } from '../../../drivers/keyring.ts'
import { withPreload } from '../../../drivers/preloads/preload.ts'
import { IMAGES_KEY } from '../../../drivers/stage.ts'
import { openConnected, type Act } from '../scene.ts'

/** What silenced the key store is called off by these. */
const voices: (() => void)[] = []

export const keyringAct: Act = {
  name: 'keyring',
  prepare: openConnected,
  scenes: [
    {
      name: 'keyring-denied',
      says: /Keychain access denied/,
      setUp: (stand) => stand.open({ env: withPreload('denying-key-store') })
    },
    {
      name: 'keyring-silent',
      says: /The keychain isn’t responding/,
      setUp: async (stand) => {
        voices.push(await silenceKeyring(stand.keyring))
        return stand.open()
      },
      undo: async () => {
        for (const speak of voices.splice(0)) speak()
      }
    },
    {
      name: 'keyring-unavailable',
      says: /Can’t read the saved key/,
      setUp: (stand) => stand.open({ env: NO_KEYRING })
    },
    {
      name: 'keyring-key-removed',
      says: /Your keychain is locked/,
      setUp: async (stand) => {
        await emptyKeyring(stand.keyring)
        return stand.open()
      }
    },
    {
      name: 'keyring-locked',
      says: /Unlock it to sync/,
      setUp: async (stand) => {
        await lockKeyring(stand.keyring)
        return stand.open()
      }
    },
    {
      name: 'keyring-locked-new-key',
      says: /Unlock it and try again/,
      setUp: async (stand) => {
        const page = stand.page()
        await page.getByRole('button', { name: 'Enter key' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('API key').fill(IMAGES_KEY)
        await dialog.getByRole('button', { name: 'Save key' }).click()
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
      says: /No keychain on this computer/,
      setUp: async (stand) => {
        const page = stand.page()
        await page.getByLabel('Images service address').fill(stand.service.imagesUrl)
        await page.getByLabel('API key', { exact: true }).fill(IMAGES_KEY)
        await page.getByRole('button', { name: 'Connect', exact: true }).click()
      }
    }
  ]
}
