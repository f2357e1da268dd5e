/** A preview at a private host says so in its tile and in the full view, and Settings allow that host. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../copy/language.ts'
import { pattern } from '../../../drivers/pattern.ts'
import { imageRow, openLibrary } from '../../../test/helpers/component-library.ts'
import { click, fill, pressInGrid, show } from '../../../test/helpers/component.ts'
import { answer, asked } from '../../../test/helpers/fake-bridge.ts'
import { succeed } from '../../shared/failure.ts'
import { App } from '../app.tsx'
import { openSettings } from '../stores/window-store.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const saved = () => asked('setPreferences').flatMap(({ pictureHosts }) => (pictureHosts ? [pictureHosts] : []))

it('names the host of a refused preview, which can be allowed and removed in Settings', async () => {
  openLibrary({ images: [imageRow({ record: 1, name: 'Fox', picture: 's1' })] })
  answer('getPictureInfo', () =>
    succeed({ size: null, problem: saved().length === 0 ? { code: 'private-host', host: 'nas.fritz.box' } : null })
  )
  answer('setPreferences', () => succeed(null))
  show(<App />)
  const refusals = page.getByText(pattern(copy.pictures.problems['private-host']('nas.fritz.box')))
  await expect
    .element(page.getByRole('gridcell').getByText(pattern(copy.pictures.problems['private-host']('nas.fritz.box'))))
    .toBeVisible()
  await pressInGrid('Home', 'Enter')
  // The first match is in the tile, behind the full view.
  await expect.element(refusals.nth(1)).toBeVisible()
  const refusal = refusals.last()
  await expect.element(refusal).toBeVisible()
  expect(asked('getPictureInfo')).toContainEqual({ record: 1, stamp: 's1' })

  openSettings()
  const field = page.getByRole('textbox', { name: copy.settings.host })
  await fill(field, 'not a host')
  await click(button(copy.settings.allowHost))
  await expect.element(field).toHaveAccessibleDescription(/^Enter a host name/)
  expect(saved()).toEqual([])

  await fill(field, 'http://NAS.fritz.box/photos')
  await click(button(copy.settings.allowHost))
  await expect.element(button('Remove nas.fritz.box')).toBeVisible()
  await expect.element(field).toHaveValue('')
  await expect.element(refusal).not.toBeInTheDocument()

  await click(button('Remove nas.fritz.box'))
  await expect.element(button('Remove nas.fritz.box')).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  expect(saved()).toEqual([['nas.fritz.box'], []])
})
