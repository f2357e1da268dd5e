/** The name in the inspector, and its text field. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../../copy/language.ts'
import { imagesNamed, openLibrary } from '../../../../test/helpers/component-library.ts'
import { click, compose, fill, press, pressInGrid, show } from '../../../../test/helpers/component.ts'
import { asked } from '../../../../test/helpers/fake-bridge.ts'
import { App } from '../../app.tsx'

const panel = () => page.getByRole('group', { name: copy.images.info })
const name = () => panel().getByRole('heading', { level: 2 })
const field = () => panel().getByRole('textbox', { name: copy.inspector.name })

describe('the name', () => {
  beforeEach(async () => {
    openLibrary({ images: imagesNamed('Fox', 'Crow') })
    show(<App />)
    await pressInGrid('Home', 'ArrowRight')
    await click(panel().getByRole('heading', { level: 2, name: 'Crow' }))
  })

  it('is restored on Esc', async () => {
    await expect.element(field()).toHaveFocus()
    await fill(field(), 'Not this one')
    await press('Escape')
    await expect.element(name()).toHaveTextContent('Crow')
    expect(asked('renameImage')).toEqual([])
  })

  it('is rejected beside the field if it is blank', async () => {
    await fill(field(), '   ')
    await press('Enter')
    await expect.element(panel().getByRole('alert')).toHaveTextContent(copy.renaming.empty)
    await expect.element(field()).toBeInvalid()
    await press('Escape')
    await expect.element(name()).toHaveTextContent('Crow')
    expect(asked('renameImage')).toEqual([])
  })

  it('includes Enter that ends a composition', async () => {
    await fill(field(), '')
    const composition = await compose('烏')
    await press('Enter')
    await composition.end()
    await expect.element(field()).toHaveValue('烏')
    expect(asked('renameImage')).toEqual([])
    await press('Enter')
    expect(asked('renameImage')).toEqual([{ record: 2, name: '烏' }])
  })
})
