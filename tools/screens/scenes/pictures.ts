/** Placeholders of missing previews, and a prompt of many lines. */
import { copy } from '../../../src/copy/language.ts'
import { ANY, pattern } from '../../../drivers/pattern.ts'
import { pressInGrid } from '../../../drivers/user.ts'
import type { PictureResponse, PictureFault } from '../../../src/reference-service/faults.ts'
import { NO_FACETS } from '../../../src/shared/image.ts'
import { escape, openConnected, type Act, type Scene } from '../scene.ts'

const HTML = Buffer.from('<!doctype html><title>Sign in</title>')
const FAULTS: readonly PictureFault[] = [
  (picture) => ({ ...picture, status: 404 }),
  (picture) => ({ ...picture, status: 403 }),
  (picture) => ({ ...picture, status: 503 }),
  (picture) => ({ ...picture, bytes: HTML }),
  (picture) => ({ ...picture, promised: picture.bytes.byteLength + 1 }),
  (picture) => picture
]

/** Plays the faults in turn. */
function everyFault(): PictureFault {
  const state = { served: 0 }
  return (picture: PictureResponse) => {
    const fault = FAULTS[state.served++ % FAULTS.length]
    return fault?.(picture) ?? picture
  }
}

const LINES = Array.from({ length: 14 }, (_, line) => `Line ${line + 1}: a harbor at night, rain on the quay, neon.`)
const DRAFT = { name: 'Neon harbor', resolution: '512x512', ...NO_FACETS } as const

const scenes: readonly Scene[] = [
  {
    name: 'pictures-missing',
    says: () => pattern(copy.pictures.problems['not-found'](ANY)),
    setUp: ({ page }) => pressInGrid(page(), 'Home')
  },
  {
    name: 'full-view-missing',
    says: () => copy.pictures.retry,
    setUp: async ({ service, page }) => {
      service.change({ pictureFault: (picture) => ({ ...picture, status: 404 }) })
      // Far from the previews that the previous scene has loaded.
      await pressInGrid(page(), 'Control+End', 'Enter')
    },
    undo: escape
  },
  {
    name: 'full-view-long-prompt',
    says: () => DRAFT.name,
    setUp: async ({ service, page }) => {
      service.change({ pictureFault: null })
      await pressInGrid(page(), 'Control+Home', 'Enter')
    },
    undo: escape
  },
  {
    name: 'info-long-prompt',
    says: () => DRAFT.name,
    setUp: ({ page }) => pressInGrid(page(), 'Control+Home')
  }
]

export const picturesAct: Act = {
  name: 'pictures',
  prepare: async (stand) => {
    stand.service.change({ pictureFault: everyFault(), listDescriptions: true })
    stand.service.store.images.add({ ...DRAFT, description: LINES.join('\n') })
    await openConnected(stand)
  },
  scenes
}
