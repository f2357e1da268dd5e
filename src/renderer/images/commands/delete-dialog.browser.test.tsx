/** The question before several images are deleted. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../../copy/language.ts'
import { COUNT, pattern } from '../../../../drivers/pattern.ts'
import { imagesNamed, openLibrary } from '../../../../test/helpers/component-library.ts'
import { fill, grid, press, pressInGrid, show } from '../../../../test/helpers/component.ts'
import { asked } from '../../../../test/helpers/fake-bridge.ts'
import { App } from '../../app.tsx'

const NAMES = ['Fox', 'Crow', 'Hare', 'Owl', 'Boar', 'Lynx']

const dialog = () => page.getByRole('dialog', { name: pattern(copy.deletion.title(1), copy.deletion.title(COUNT)) })
const button = (name: string) => dialog().getByRole('button', { name })

beforeEach(() => {
  const isFavorite = (name: string): boolean => name === 'Crow' || name === 'Owl'
  openLibrary({ images: imagesNamed(...NAMES).map((row) => ({ ...row, favorite: isFavorite(row.name) })) })
  show(<App />)
})

it('names and counts several; Cancel has the focus, and Enter deletes nothing', async () => {
  await pressInGrid('Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Delete')
  await expect.element(page.getByRole('heading', { name: copy.deletion.title(5) })).toBeVisible()
  await expect.element(dialog()).toMatchTextContent('“Fox” “Crow” “Hare”and 2 more2 of them are favorites.')
  await expect
    .element(dialog())
    .toMatchTextContent('Once sent, this can’t be undone.You can undo for 10 seconds before anything is sent.')
  await expect.element(button(copy.commands.cancel)).toHaveFocus()
  await press('Enter')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(grid()).toHaveFocus()
  expect(asked('deleteImages')).toEqual([])
})

it('requires typing the number if everything matching is selected', async () => {
  await pressInGrid('Control+a', 'Delete')
  await expect.element(page.getByRole('heading', { name: copy.deletion.title(6) })).toBeVisible()
  const field = dialog().getByRole('textbox', { name: copy.deletion.typeNumber(6) })
  await expect.element(field).toHaveFocus()
  await expect.element(button(copy.deletion.button(6))).toHaveAttribute('aria-disabled', 'true')
  await press('7')
  await expect.element(field).toHaveAccessibleDescription(copy.deletion.wrongNumber)
  await expect.element(button(copy.deletion.button(6))).toHaveAttribute('aria-disabled', 'true')
  await fill(field, '6')
  await expect.element(button(copy.deletion.button(6))).not.toHaveAttribute('aria-disabled')
  await press('Enter')
  await expect.element(dialog()).toBeVisible()
  await press('Escape')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(asked('deleteImages')).toEqual([])
})
