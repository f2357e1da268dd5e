/** Whole journeys without a mouse, with four keyboard layouts and with keys that are held down too long. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { favoritesOf, openStage, type Stage } from '../../drivers/stage.ts'
import { copy } from '../../src/copy/language.ts'
import { inDepth } from '../helpers/depth.ts'
import { handToKeyboard, type KeyboardUser } from '../helpers/keyboard-user.ts'
import type { Layout } from '../helpers/layouts.ts'
import { expectSoon } from './expect-soon.ts'

const KEY = 'sk-person-keyboard-8c1f'
const TOTAL = 90
const PROJECTS = 5
const REFUSED = { kind: 'status', status: 422, body: JSON.stringify({ message: 'No.' }) } as const

/** A name as users of that layout type it. */
const NAMES: Partial<Readonly<Record<Layout, string>>> = {
  US: 'Quagga',
  Russian: 'Лиса',
  French: 'Forêt',
  Arabic: 'ثعلب'
}

describe.each(inDepth<readonly Layout[]>(['US', 'Russian', 'French', 'Arabic'], ['Arabic']))(
  'on a %s keyboard',
  (layout) => {
    const name = NAMES[layout] ?? ''
    let stage: Stage
    let user: KeyboardUser

    beforeAll(async () => {
      stage = await openStage({ images: TOTAL, projects: PROJECTS, seed: 12, imagesKey: KEY, projectsKey: KEY })
      user = await handToKeyboard(await stage.open(), layout)
    })
    afterAll(() => stage.close())

    const favorites = () => favoritesOf(stage.service)
    const images = () => [...stage.service.truth.images.values()]
    const isThere = (image: string) => images().some((one) => one.name === image)
    const changes = (method: string) => stage.service.log.filter((call) => call.method === method).length
    const toGrid = () => user.goTo(/^gridcell/)
    const selectedCount = async () => (await user.selected()).length

    it('connects', async () => {
      await expectSoon(user.focus).toMatch(/^textbox "Images service address"/)
      await user.type(stage.service.imagesUrl)
      await user.goTo(/^textbox "API key"/)
      await user.type(KEY)
      // Held down it runs the test, and does not connect automatically.
      await user.hold('Enter', 12)
      await user.sees(copy.connect.bothReady)
      await user.press('Enter')
      await user.sees(/^Up to date/)
      await expectSoon(user.focus).toMatch(new RegExp(`^gridcell ".* 1 of ${TOTAL}`))
    })

    it('filters, and removes the filter', async () => {
      await user.goTo(/^button "All images/)
      await user.goTo(/^button "Anime/, 'ArrowDown')
      await user.press('Space')
      await user.sees(/^\d+ of 90$/)
      expect(await user.focus()).toMatch(/^button "Anime.*pressed/)
      await user.press('Space')
      await user.sees(copy.counted.images(90))
      await toGrid()
    })

    it('selects a range with a held arrow, everything, nothing, and the previous selection', async () => {
      await user.press('Control+Home', 'ArrowRight')
      await user.hold('Shift+ArrowRight', 3)
      await expectSoon(selectedCount).toBe(5)
      await expectSoon(user.focus).toMatch(/ 6 of 90.*selected/)
      await user.press('Control+a')
      await user.sees(/^90 of 90 selected/)
      await user.press('Escape')
      await expectSoon(selectedCount).toBe(0)
      await user.press('Control+Shift+e')
      await user.sees(/^90 of 90 selected/)
      await user.press('Control+Shift+a')
      await expectSoon(selectedCount).toBe(0)
      // A range starts at a visible tile.
      await user.press('Shift+ArrowRight')
      await expectSoon(selectedCount).toBe(2)
      await user.press('Escape')
    })

    it('adds one favorite, however long the key is held down, undoes and redoes it', async () => {
      const before = favorites()
      await user.press('Control+Home')
      await user.hold('Shift+ArrowRight', 9)
      await expectSoon(selectedCount).toBe(11)
      const already = (await user.selected()).filter((label) => label.includes(', favorite,')).length
      await user.hold('f', 9)
      await expectSoon(favorites).toBe(before + 11 - already)
      await user.sees(/^Up to date/)
      await user.press('Control+z')
      await expectSoon(favorites).toBe(before)
      await user.sees(/^Up to date/)
      await user.press('Control+Shift+z')
      await expectSoon(favorites).toBe(before + 11 - already)
      await user.press('Shift+f')
      await expectSoon(favorites).toBe(before - already)
      await user.sees(/^Up to date/)
      await user.press('Escape')
    })

    it('creates an image', async () => {
      await user.press('Control+n')
      await expectSoon(user.focus).toMatch(/^textbox "Name/)
      await user.type(name)
      await user.goTo(/^textbox "Prompt/)
      await user.type(`${name} 1`)
      await user.goTo(/256×256|512×512|1024×1024/)
      await user.press('Space')
      await user.goTo(/^button "Create"/)
      await user.press('Enter')
      await expectSoon(() => isThere(name)).toBe(true)
      await user.sees(/^Up to date/)
    })

    it('finds it, deletes it once although the key is held down, and undoes that', async () => {
      stage.service.clearLog()
      await user.press('Control+f')
      await expectSoon(user.focus).toMatch(/^searchbox/)
      await user.type(name)
      await user.press('Enter')
      await expectSoon(user.focus).toMatch(new RegExp(`^gridcell "${name},.* 1 of 1`))
      await user.hold('Delete', 8)
      await user.sees(`Deleting “${name}” from the service · Undo within 10 seconds`)
      await user.press('Control+z')
      await expectSoon(user.focus).toMatch(new RegExp(`^gridcell "${name},.* 1 of 1`))
      expect([changes('DELETE'), isThere(name)]).toEqual([0, true])
      await user.press('Delete')
      await expectSoon(() => isThere(name)).toBe(false)
      await user.press('Control+f', 'Escape')
    })

    it('retries a change that the service rejected', async () => {
      const before = favorites()
      stage.service.change({ faults: ({ method }) => (method === 'PUT' ? REFUSED : null) })
      await user.sees(copy.counted.images(90))
      await toGrid()
      await user.press('Control+End', 'f')
      await user.sees(/1 needs attention/)
      stage.service.change({ faults: null })
      await user.press('Control+Shift+y')
      await user.goTo(/^tab "Pending/)
      await user.goTo(/^tab "Needs attention/, 'ArrowRight')
      await user.press('Enter')
      await user.goTo(/^button "Retry/)
      await user.press('Enter')
      await expectSoon(favorites).not.toBe(before)
      await user.sees(/^Up to date/)
    })

    it('deletes a project, undoes that, and returns to the images', async () => {
      stage.service.clearLog()
      await user.press('Control+2')
      await expectSoon(user.focus).toMatch(/^gridcell/)
      await user.press('ArrowDown')
      const row = await user.focus()
      await user.press('Delete')
      await expectSoon(user.focus).toMatch(/^button "Cancel"/)
      await user.goTo(/^button "Delete project"/)
      await user.press('Enter')
      await user.sees(/^Deleting project “/)
      await expectSoon(user.focus).toMatch(/Deletion pending/)
      await user.press('Control+z')
      await expectSoon(user.focus).toBe(row)
      await user.press('Control+1')
      await expectSoon(user.focus).toMatch(/^gridcell/)
      expect([changes('DELETE'), stage.service.truth.projects.size]).toEqual([0, PROJECTS])
    })

    it('without a pointer, and without logged errors', async () => {
      expect([await user.pointed(), stage.bugs()]).toEqual([0, []])
    })
  }
)
