/** Keys of the images screen: where they are commands and where they are text. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { copy } from '../../../copy/language.ts'
import { imagesNamed, openLibrary } from '../../../../test/helpers/component-library.ts'
import { click, fill, press, pressInGrid, show } from '../../../../test/helpers/component.ts'
import { asked } from '../../../../test/helpers/fake-bridge.ts'
import { App } from '../../app.tsx'

const search = () => page.getByRole('searchbox', { name: copy.images.search })
const title = (text: string) => page.getByRole('heading', { level: 1, name: text })
const bar = () => page.getByRole('toolbar')

beforeEach(() => {
  openLibrary({ images: imagesNamed('Fox', 'Crow', 'Hare', 'Owl') })
  show(<App />)
})

describe('the search', () => {
  it('starts with Ctrl+F and ends with Escape', async () => {
    await pressInGrid('Home', 'Control+f')
    await expect.element(search()).toHaveFocus()
    await userEvent.keyboard('ha')
    await expect.element(title('“ha”')).toBeVisible()
    await press('Escape')
    await expect.element(title(copy.frame.allImages)).toBeVisible()
    await expect.element(search()).toHaveValue('')
  })

  it('keeps single keys and Ctrl+A in its text', async () => {
    await pressInGrid('Control+f')
    await userEvent.keyboard('fx. f')
    await press('Control+a')
    await expect.element(title('“fx. f”')).toBeVisible()
    await expect.element(bar()).not.toBeInTheDocument()
    expect(asked('setFavorite')).toEqual([])
  })
})

describe('Escape', () => {
  it('does one step at a time: selection, then search', async () => {
    await fill(search(), 'a')
    await expect.element(title('“a”')).toBeVisible()
    await pressInGrid('Home', 'Control+Shift+End')
    await expect.element(bar()).toHaveAccessibleName(copy.selection.count(4))
    await press('Escape')
    await expect.element(bar()).not.toBeInTheDocument()
    await expect.element(title('“a”')).toBeVisible()
    await press('Escape')
    await expect.element(title(copy.frame.allImages)).toBeVisible()
  })

  it('loses no selection for good: the toast and the key restore it', async () => {
    await pressInGrid('Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Escape')
    await expect.element(page.getByText(copy.selection.deselected(3))).toBeVisible()
    await expect.element(bar()).not.toBeInTheDocument()
    await click(page.getByRole('button', { name: copy.images.reselect }))
    await expect.element(bar()).toHaveAccessibleName(copy.selection.count(3))
    await pressInGrid('Escape')
    await expect.element(bar()).not.toBeInTheDocument()
    await press('Control+Shift+e')
    await expect.element(bar()).toHaveAccessibleName(copy.selection.count(3))
  })
})
