/** Whole journeys without a mouse, with four keyboard layouts and with keys that are held down too long. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANY, COUNT, pattern } from '../../drivers/pattern.ts'
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
      await expectSoon(user.focus).toMatch(pattern(`textbox "${copy.connect.imagesAddress}"`))
      await user.type(stage.service.imagesUrl)
      await user.goTo(pattern(`textbox "${copy.connect.key}"`))
      await user.type(KEY)
      // Held down it runs the test, and does not connect automatically.
      await user.hold('Enter', 12)
      await user.sees(copy.connect.bothReady)
      await user.press('Enter')
      await user.sees(copy.status.upToDate)
      await expectSoon(user.focus).toMatch(pattern(`gridcell "${ANY}, ${copy.counted.ofAll(1, TOTAL)}`))
    })

    it('filters, and removes the filter', async () => {
      await user.goTo(pattern(`button "${copy.frame.allImages}`))
      await user.goTo(pattern(`button "${copy.facets.style.values.anime}`), 'ArrowDown')
      await user.press('Space')
      await user.sees(pattern(copy.counted.ofAll(COUNT, 90)))
      expect(await user.focus()).toMatch(pattern(`button "${copy.facets.style.values.anime}${ANY}pressed`))
      await user.press('Space')
      await user.sees(copy.counted.images(90))
      await toGrid()
    })

    it('selects a range with a held arrow, everything, nothing, and the previous selection', async () => {
      await user.press('Control+Home', 'ArrowRight')
      await user.hold('Shift+ArrowRight', 3)
      await expectSoon(selectedCount).toBe(5)
      await expectSoon(user.focus).toMatch(pattern(`, ${copy.counted.ofAll(6, 90)}${ANY}selected`))
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
      await user.sees(copy.status.upToDate)
      await user.press('Control+z')
      await expectSoon(favorites).toBe(before)
      await user.sees(copy.status.upToDate)
      await user.press('Control+Shift+z')
      await expectSoon(favorites).toBe(before + 11 - already)
      await user.press('Shift+f')
      await expectSoon(favorites).toBe(before - already)
      await user.sees(copy.status.upToDate)
      await user.press('Escape')
    })

    it('creates an image', async () => {
      await user.press('Control+n')
      await expectSoon(user.focus).toMatch(pattern(`textbox "${copy.create.name}`))
      await user.type(name)
      await user.goTo(pattern(`textbox "${copy.create.prompt}`))
      await user.type(`${name} 1`)
      await user.goTo(pattern(...Object.values(copy.facets.resolution.values)))
      await user.press('Space')
      await user.goTo(pattern(`button "${copy.create.create}"`))
      await user.press('Enter')
      await expectSoon(() => isThere(name)).toBe(true)
      await user.sees(copy.status.upToDate)
    })

    it('finds it, deletes it once although the key is held down, and undoes that', async () => {
      stage.service.clearLog()
      await user.press('Control+f')
      await expectSoon(user.focus).toMatch(/^searchbox/)
      await user.type(name)
      await user.press('Enter')
      await expectSoon(user.focus).toMatch(
        pattern(
          `gridcell "${name}, ${copy.counted.ofAll(1, 1)}`,
          `gridcell "${name}, ${ANY}, ${copy.counted.ofAll(1, 1)}`
        )
      )
      await user.hold('Delete', 8)
      await user.sees(pattern(copy.deletion.started({ images: 1, projects: 0, name, wait: ANY })))
      await user.press('Control+z')
      await expectSoon(user.focus).toMatch(
        pattern(
          `gridcell "${name}, ${copy.counted.ofAll(1, 1)}`,
          `gridcell "${name}, ${ANY}, ${copy.counted.ofAll(1, 1)}`
        )
      )
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
      await user.sees(copy.counted.needAttention(1))
      stage.service.change({ faults: null })
      await user.press('Control+Shift+y')
      await user.goTo(pattern(`tab "${copy.activity.tabNames.waiting}`))
      await user.goTo(pattern(`tab "${copy.activity.tabNames['needs-attention']}`), 'ArrowRight')
      await user.press('Enter')
      await user.goTo(pattern(`button "${copy.needs.repairActions.retry(1)}`))
      await user.press('Enter')
      await expectSoon(favorites).not.toBe(before)
      await user.sees(copy.status.upToDate)
    })

    it('deletes a project, undoes that, and returns to the images', async () => {
      stage.service.clearLog()
      await user.press('Control+2')
      await expectSoon(user.focus).toMatch(/^gridcell/)
      await user.press('ArrowDown')
      const row = await user.focus()
      await user.press('Delete')
      await expectSoon(user.focus).toMatch(pattern(`button "${copy.projects.cancel}"`))
      await user.goTo(pattern(`button "${copy.projects.deleteNow}"`))
      await user.press('Enter')
      await user.sees(pattern(copy.deletion.started({ images: 0, projects: 1, name: ANY, wait: ANY })))
      await expectSoon(user.focus).toContain(copy.projects.waiting)
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
