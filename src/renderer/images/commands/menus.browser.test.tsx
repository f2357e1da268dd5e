/** The menu of tiles. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../../copy/language.ts'
import { imagesNamed, openLibrary } from '../../../../test/helpers/component-library.ts'
import { grid, press, pressInGrid, show, tile } from '../../../../test/helpers/component.ts'
import { App } from '../../app.tsx'

const menu = (name: string) => page.getByRole('menu', { name })
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })

describe('the menu on a tile', () => {
  beforeEach(() => {
    openLibrary({ images: imagesNamed('Fox', 'Crow', 'Hare', 'Owl') })
    show(<App />)
  })

  it('has the tile’s name as title, shows every key, and the reason for unavailable commands', async () => {
    await pressInGrid('Home')
    await tile('Crow').click({ button: 'right' })
    await expect.element(menu('Crow')).toMatchTextContent(/^Crow/)
    for (const [name, keys] of [
      [copy.commands.open, 'Enter'],
      [copy.commands.addFavorite, 'F'],
      [copy.commands.rename, 'F2'],
      [copy.commands.delete, 'Del']
    ] as const) {
      await expect.element(item(name)).toHaveTextContent(`${name}${keys}`)
      await expect.element(item(name)).toHaveAttribute('aria-keyshortcuts', keys)
    }
    await expect
      .element(item(/^Copy prompt/))
      .toMatchTextContent(/The service doesn’t provide the prompt for this image/)
    await expect.element(item(/^Copy prompt/)).toHaveAttribute('aria-disabled', 'true')
  })

  it('acts on the current selection when opened again', async () => {
    await pressInGrid('Home')
    for (const name of ['Crow', 'Hare']) {
      await press('ArrowRight', 'Shift+F10')
      await expect.element(menu(name)).toBeVisible()
      await press('Escape')
      await expect.element(menu(name)).not.toBeInTheDocument()
      await expect.element(grid()).toHaveFocus()
    }
  })

  it('sets the start of a range to its tile when closed, whatever was selected before', async () => {
    await pressInGrid('Home')
    await tile('Hare').click({ button: 'right' })
    await expect.element(menu('Hare')).toBeVisible()
    await press('Escape')
    await expect.element(grid()).toHaveFocus()
    await press('Shift+ArrowRight')
    await expect.element(tile('Hare')).toHaveAttribute('aria-selected', 'true')
    await expect.element(tile('Owl')).toHaveAttribute('aria-selected', 'true')
    await expect.element(tile('Fox')).toHaveAttribute('aria-selected', 'false')
  })

  it('shows the number of a selection, and marks commands for one image', async () => {
    await pressInGrid('Home', 'Control+Shift+End', 'Shift+F10')
    await expect.element(menu(copy.counted.images(4))).toMatchTextContent(/^4 images/)
    await expect.element(item(/^Rename…/)).toMatchTextContent(/Select one image to rename/)
    await press('Escape')
    await expect.element(menu(copy.counted.images(4))).not.toBeInTheDocument()
    await expect.element(grid()).toHaveFocus()
  })
})
