/** The settings, and the diagnosis of a service. */
import { dialectOf } from '../../../src/reference-service/dialects/dialects.ts'
import { askForResult } from '../../../drivers/window-bridge.ts'
import { openConnected, type Act, type Stand } from '../scene.ts'

async function open(stand: Stand): Promise<void> {
  const page = stand.page()
  await page.keyboard.press('Control+,')
  await page.getByRole('dialog', { name: 'Settings' }).waitFor()
}

async function diagnose(stand: Stand): Promise<void> {
  await open(stand)
  await stand.page().getByRole('button', { name: 'Diagnose this service' }).click()
}

async function leave(stand: Stand): Promise<void> {
  await stand.page().keyboard.press('Escape')
  stand.service.change({ dialect: dialectOf('standard') })
  await stand.reset()
}

export const settingsAct: Act = {
  name: 'settings',
  prepare: openConnected,
  scenes: [
    { name: 'settings-connection', says: /^Saved today/, setUp: open, undo: leave },
    {
      name: 'settings-pace',
      says: 'Request rate',
      setUp: async (stand) => {
        await askForResult(stand.page(), 'setPace', { pace: 'share' })
        return open(stand)
      },
      undo: async (stand) => {
        await askForResult(stand.page(), 'setPace', { pace: 'full' })
        await leave(stand)
      }
    },
    {
      name: 'settings-diagnosing',
      says: /Checking the images service/,
      setUp: async (stand) => {
        stand.service.change({ responseDelayMs: 6_000 })
        return diagnose(stand)
      },
      undo: leave
    },
    {
      name: 'settings-diagnosed',
      says: 'Proofsheet works with this service.',
      setUp: diagnose,
      undo: leave
    },
    {
      name: 'settings-diagnosed-talk',
      says: 'List field',
      setUp: diagnose,
      undo: leave
    },
    {
      name: 'settings-diagnosed-failure',
      says: 'Proofsheet can’t work with this service as it responds now.',
      setUp: async (stand) => {
        stand.service.change({
          dialect: dialectOf('standard', { paging: 'ignored', dates: 'missing' }),
          faults: ({ group }) => (group === 'projects' ? { kind: 'html' } : null)
        })
        return diagnose(stand)
      },
      undo: leave
    },
    {
      name: 'settings-diagnosed-paused',
      says: 'Can’t tell right now whether Proofsheet works with this service.',
      setUp: async (stand) => {
        await askForResult(stand.page(), 'setPaused', { isPaused: true })
        return diagnose(stand)
      },
      undo: async (stand) => {
        await askForResult(stand.page(), 'setPaused', { isPaused: false })
        await leave(stand)
      }
    }
  ]
}
