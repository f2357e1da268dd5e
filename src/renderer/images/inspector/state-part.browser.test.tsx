/** The image’s state in the inspector, and its refresh. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../../copy/language.ts'
import { imagesNamed, openLibrary } from '../../../../test/helpers/component-library.ts'
import { click, pressInGrid, show } from '../../../../test/helpers/component.ts'
import { answer, asked } from '../../../../test/helpers/fake-bridge.ts'
import { fail } from '../../../shared/failure.ts'
import { App } from '../../app.tsx'

const state = () =>
  page.getByRole('group', { name: copy.images.info }).getByRole('region', { name: copy.inspector.state })

it('shows why the service did not respond', async () => {
  openLibrary({ images: imagesNamed('Fox', 'Crow') })
  answer('refreshImage', () => fail('connection-refused', { host: 'images.example.org' }))
  show(<App />)
  await pressInGrid('Home', 'ArrowRight')
  await expect.element(state().getByRole('status')).toHaveTextContent('')
  await click(state().getByRole('button', { name: copy.inspector.refresh }))
  await expect.element(state().getByRole('status')).toMatchTextContent(/^images\.example\.org isn’t responding/)
  expect(asked('refreshImage')).toEqual([{ record: 2 }])
})
