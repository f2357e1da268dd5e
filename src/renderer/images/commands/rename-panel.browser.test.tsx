/** The field over a tile for its rename. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { copy } from '../../../copy/language.ts'
import { imagesNamed, openLibrary } from '../../../../test/helpers/component-library.ts'
import { compose, fill, press, pressInGrid, show, tile } from '../../../../test/helpers/component.ts'
import { asked } from '../../../../test/helpers/fake-bridge.ts'
import { App } from '../../app.tsx'

const panel = () => page.getByRole('dialog', { name: copy.renaming.title })
const field = () => panel().getByRole('textbox', { name: copy.renaming.name })

async function renameCrow(): Promise<void> {
  await pressInGrid('Home', 'ArrowRight', 'F2')
  await expect.element(field()).toHaveFocus()
}

describe('the field over a tile', () => {
  beforeEach(() => {
    openLibrary({ images: imagesNamed('Fox', 'Crow', 'Hare', 'Owl') })
    show(<App />)
  })

  it('keeps the name on Esc', async () => {
    await renameCrow()
    await fill(field(), 'Something else')
    await press('Escape')
    await expect.element(panel()).not.toBeInTheDocument()
    await expect.element(tile('Crow')).toBeVisible()
    expect(asked('renameImage')).toEqual([])
  })

  it('rejects an empty name with a message and stays open', async () => {
    await renameCrow()
    await fill(field(), '   ')
    await press('Enter')
    await expect.element(field()).toBeInvalid()
    await expect.element(field()).toHaveAccessibleDescription(copy.renaming.empty)
    expect(asked('renameImage')).toEqual([])
  })

  it('treats Enter that ends a composition as part of the name', async () => {
    await renameCrow()
    await fill(field(), '')
    const composition = await compose('烏')
    await press('Enter')
    await composition.end()
    await expect.element(field()).toHaveValue('烏')
    expect(asked('renameImage')).toEqual([])
    await press('Enter')
    expect(asked('renameImage')).toEqual([{ record: 2, name: '烏' }])
  })

  it('keeps editing keys and single keys in the text', async () => {
    await renameCrow()
    await fill(field(), 'Fox')
    await userEvent.keyboard('f. x')
    await press('Delete')
    await expect.element(field()).toHaveValue('Foxf. x')
    expect([...asked('setFavorite'), ...asked('deleteImages')]).toEqual([])
  })

  it('does not open for several images', async () => {
    await pressInGrid('Home', 'Shift+ArrowRight', 'F2')
    await expect.element(page.getByText(copy.unavailable.severalRename)).toBeVisible()
    await expect.element(panel()).not.toBeInTheDocument()
  })
})
