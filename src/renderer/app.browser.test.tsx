/** Keyboard focus: on the screen that a key opens, and in every panel from its first frame on. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../copy/language.ts'
import { pattern } from '../../drivers/pattern.ts'
import { imagesNamed, openLibrary, projectRow } from '../../test/helpers/component-library.ts'
import { click, grid, press, pressInGrid, show } from '../../test/helpers/component.ts'
import { App } from './app.tsx'
import { bridge } from './bridge.ts'
import { listenForCommands } from './commands/listen-for-commands.ts'

// Listens for as long as the page exists, as in the window.
beforeAll(() => listenForCommands(bridge))
beforeEach(async () => {
  openLibrary({
    images: imagesNamed('Fox', 'Crow', 'Hare'),
    projects: [projectRow({ record: 1, project: 'a.example.org' })]
  })
  show(<App />)
  await pressInGrid('Home')
})

/** Returns what has the focus in the frame in which `panel` appears, before other callbacks of that frame. */
function firstFocusIn(panel: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const check = (): void => {
    const active = document.activeElement
    resolve(active?.closest(panel) ? active.textContent || active.localName : 'behind it')
  }
  const observer = new MutationObserver(() => {
    if (document.querySelector(panel) === null) return
    observer.disconnect()
    requestAnimationFrame(check)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return promise
}

it('moves the focus with keys that open another screen', async () => {
  await press('Control+2')
  await expect.element(page.getByRole('gridcell', { name: 'a.example.org' })).toHaveFocus()
  await press('Control+Shift+y')
  await expect.element(page.getByRole('tab', { name: pattern(copy.activity.tabNames.waiting) })).toHaveFocus()
  await press('Control+1')
  await expect.element(grid()).toHaveFocus()
})

describe('the focus is in a panel from its first frame on, so that no key reaches what is behind it', () => {
  it.each([
    ['a question', ['Control+a', 'Delete'], '[data-holds-window]', 'input'],
    [
      'a question that needs no typing',
      ['Home', 'Shift+ArrowRight', 'Delete'],
      '[data-holds-window]',
      copy.commands.cancel
    ],
    ['the settings', ['Control+,'], '[data-holds-window]', copy.settings.close],
    ['the field of a rename', ['Home', 'F2'], '[aria-label="Rename image"]', 'input'],
    ['the form of a new image', ['Control+n'], 'section[role="dialog"]', 'input']
  ])('%s', async (_what, keys, panel, focused) => {
    const focus = firstFocusIn(panel)
    await press(...keys)
    expect(await focus).toBe(focused)
  })

  it('a popover', async () => {
    const focus = firstFocusIn('[role="dialog"][aria-label="Filter"]')
    await click(page.getByRole('banner').getByRole('button', { name: copy.images.filter }))
    expect(await focus).toBe(copy.images.any)
  })

  it('a menu', async () => {
    const focus = firstFocusIn('[role="menu"]')
    await click(page.getByRole('button', { name: pattern(copy.images.sort) }))
    expect(await focus).not.toBe('behind it')
  })

  it('the menu of a tile', async () => {
    const focus = firstFocusIn('[role="menu"]')
    await press('Shift+F10')
    expect(await focus).not.toBe('behind it')
  })
})
