/** A Shift range starts at the focus ring, however the focus came there. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../../copy/language.ts'
import { imagesNamed, openLibrary } from '../../../../test/helpers/component-library.ts'
import { grid, press, pressInGrid, show, tile } from '../../../../test/helpers/component.ts'
import { answer } from '../../../../test/helpers/fake-bridge.ts'
import { receipt } from '../../../../test/helpers/status-samples.ts'
import { succeed } from '../../../shared/failure.ts'
import { App } from '../../app.tsx'
import { setQuery } from '../../stores/query-store.ts'

const NAMES = ['Fox', 'Crow', 'Hare', 'Owl', 'Boar', 'Lynx']

beforeEach(() => {
  openLibrary({ images: imagesNamed(...NAMES) })
  show(<App />)
})

async function expectSelected(...names: readonly string[]): Promise<void> {
  for (const name of names) await expect.element(tile(name)).toHaveAttribute('aria-selected', 'true')
  expect(page.getByRole('gridcell', { selected: true }).elements().length).toBe(names.length)
}

async function expectRange(...names: readonly string[]): Promise<void> {
  await expect.element(grid()).toHaveFocus()
  await press('Shift+ArrowRight')
  await expectSelected(...names)
}

const selectFoxToHare = () => pressInGrid('Home', 'Shift+ArrowRight', 'Shift+ArrowRight')

it.each([
  ['of a selected tile', 'Crow', ['Crow', 'Hare']],
  ['of another tile', 'Owl', ['Owl', 'Boar']]
] as const)('after the menu %s was closed', async (_which, name, range) => {
  await selectFoxToHare()
  await tile(name).click({ button: 'right' })
  await expect.element(page.getByRole('menu')).toBeVisible()
  await press('Escape')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expectRange(...range)
})

it('after a Shift-click behind such a menu', async () => {
  await selectFoxToHare()
  await tile('Owl').click({ button: 'right' })
  await press('Escape')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await tile('Lynx').click({ modifiers: ['Shift'] })
  await expectSelected('Owl', 'Boar', 'Lynx')
})

it('after the selection was deleted', async () => {
  answer('deleteImages', () =>
    succeed({
      batch: receipt({ verb: 'delete', size: 1, waiting: 1, subject: 'Crow' }),
      changed: Uint32Array.of(2)
    })
  )
  await pressInGrid('Home', 'ArrowRight', 'Delete')
  await expect.element(tile('Crow')).not.toBeInTheDocument()
  await expectRange('Hare', 'Owl')
})

it('after another order moved the selection', async () => {
  await selectFoxToHare()
  const turned = Uint32Array.of(6, 5, 4, 3, 2, 1)
  answer('openView', () => succeed({ view: 2, numbers: turned, revision: 1, isFilling: false, continueAt: null }))
  setQuery({ sort: 'asc' })
  await expect.element(tile('Lynx')).toHaveAccessibleName(/ 1 of 6/)
  await expectRange('Hare', 'Crow')
})

it('a Shift-click in another view selects that tile alone, never everything before it', async () => {
  await pressInGrid('End')
  const others = Uint32Array.of(1, 2, 3, 4)
  answer('openView', () => succeed({ view: 2, numbers: others, revision: 1, isFilling: false, continueAt: null }))
  setQuery({ favorite: true })
  await expect.element(tile('Lynx')).not.toBeInTheDocument()
  await tile('Hare').click({ modifiers: ['Shift'] })
  await expect.element(tile('Hare')).toHaveAttribute('aria-selected', 'true')
  await expect.element(tile('Fox')).toHaveAttribute('aria-selected', 'false')
})

it('after the full view moved to another image', async () => {
  await pressInGrid('Home', 'ArrowRight', 'ArrowRight', 'Enter')
  await expect.element(page.getByRole('heading', { name: 'Hare', level: 1 })).toBeVisible()
  await press('ArrowRight')
  await expect.element(page.getByRole('heading', { name: 'Owl', level: 1 })).toBeVisible()
  await press('Escape')
  await expectRange('Owl', 'Boar')
})

it('after a rename', async () => {
  await pressInGrid('Home', 'ArrowRight', 'F2')
  await expect.element(page.getByRole('textbox', { name: copy.create.name })).toHaveFocus()
  await press('Escape')
  await expectRange('Crow', 'Hare')
})

it('after a question was canceled', async () => {
  await selectFoxToHare()
  await press('Delete')
  await expect.element(page.getByRole('dialog').getByRole('button', { name: copy.commands.cancel })).toHaveFocus()
  await press('Enter')
  await expectRange('Fox', 'Crow', 'Hare', 'Owl')
})
