/** The settings, and the diagnosis of a service. */
import { copy } from '../../../src/copy/language.ts'
import { dialectOf } from '../../../src/reference-service/dialects/dialects.ts'
import { ANY, pattern } from '../../../drivers/pattern.ts'
import { askForResult } from '../../../drivers/window-bridge.ts'
import { openConnected, type Act, type Stand } from '../scene.ts'

async function open(stand: Stand): Promise<void> {
  const page = stand.page()
  await page.keyboard.press('Control+,')
  await page.getByRole('dialog', { name: copy.settings.title }).waitFor()
}

async function diagnose(stand: Stand): Promise<void> {
  await open(stand)
  await stand.page().getByRole('button', { name: copy.settings.diagnose }).click()
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
    {
      name: 'settings-connection',
      says: () => pattern(copy.settings.saved(copy.time.today(ANY))),
      setUp: open,
      undo: leave
    },
    {
      name: 'settings-pace',
      says: () => copy.settings.pace,
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
      says: () => copy.settings.checking.images,
      setUp: async (stand) => {
        stand.service.change({ responseDelayMs: 6_000 })
        return diagnose(stand)
      },
      undo: leave
    },
    {
      name: 'settings-diagnosed',
      says: () => copy.diagnosis.verdicts.compatible,
      setUp: diagnose,
      undo: leave
    },
    {
      name: 'settings-diagnosed-talk',
      says: () => copy.diagnosis.traits['list.place'],
      setUp: diagnose,
      undo: leave
    },
    {
      name: 'settings-diagnosed-failure',
      says: () => copy.diagnosis.verdicts.incompatible,
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
      says: () => copy.diagnosis.verdicts.unclear,
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
