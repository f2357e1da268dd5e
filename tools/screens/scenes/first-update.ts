/** Services whose first update tells what they are: one empties what it is not sent, one only pretends to take it. */
import { STANDARD } from '../../../src/reference-service/dialects/dialects.ts'
import { ask, waitForStatus } from '../../../drivers/window-bridge.ts'
import { openConnected, type Act, type Stand } from '../scene.ts'

/** The program looks for two minutes before it doubts a service. */
const FOUND_OUT_MS = 240_000

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
      says: /Verifying the first changes/,
      setUp: async (stand) => {
        await starMany(stand)
        await waitForStatus(stand.page(), ({ images }) => images.state === 'checking')
      }
    },
    {
      name: 'first-update-not-shown',
      says: /Accepted changes aren’t showing/,
      setUp: (stand) =>
        waitForStatus(stand.page(), ({ running }) => running[0]?.hold?.why === 'not-shown', FOUND_OUT_MS)
    }
  ]
}
