/** The form for a new image: its required fields, its keys during text input, and its draft. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { copy } from '../../copy/language.ts'
import { pattern } from '../../../drivers/pattern.ts'
import { imagesNamed, openLibrary } from '../../../test/helpers/component-library.ts'
import { click, compose, fill, press, pressInGrid, show, tile } from '../../../test/helpers/component.ts'
import { asked } from '../../../test/helpers/fake-bridge.ts'
import { App } from '../app.tsx'

const sheet = () => page.getByRole('dialog', { name: copy.create.newImage })
const name = () => sheet().getByLabelText(pattern(copy.create.name))
const description = () => sheet().getByLabelText(pattern(copy.create.prompt))
const button = (text: string) => sheet().getByRole('button', { name: text })
const newImage = () => page.getByRole('button', { name: copy.create.newImage })

beforeEach(async () => {
  openLibrary({ images: imagesNamed('Fox', 'Crow') })
  show(<App />)
  await click(newImage())
})

it('shows what is missing at its field and on top, with a link to the field', async () => {
  await expect.element(name()).toHaveFocus()
  await press('Control+Enter')
  await expect.element(sheet().getByRole('alert')).toMatchTextContent(copy.create.problems(2))
  await expect.element(name()).toHaveAccessibleDescription(copy.create.enterName)
  await click(button(copy.create.prompt))
  await expect.element(description()).toHaveFocus()
  await fill(description(), 'A pear')
  await expect.element(sheet().getByRole('alert')).toMatchTextContent('Fix 1 field:')
  await fill(name(), 'Pear')
  await expect.element(sheet().getByRole('alert')).not.toBeInTheDocument()
  await expect.element(name()).toHaveAccessibleDescription('')
  await expect.element(sheet().getByText(copy.create.length(4))).toBeVisible()
  expect(asked('createImage')).toEqual([])
})

describe('sending', () => {
  beforeEach(async () => {
    await fill(name(), 'Pear')
    await fill(description(), 'One line')
  })

  it('leaves keys that type text to the fields', async () => {
    await click(name())
    await press('Enter')
    await click(description())
    await userEvent.keyboard('{End}{Enter}b')
    await expect.element(description()).toHaveValue('One line\nb')
    expect(asked('createImage')).toEqual([])
    await press('Control+Enter')
    expect(asked('createImage')).toMatchObject([{ form: { name: 'Pear', description: 'One line\nb' } }])
  })

  it('leaves keys of a composition to the fields', async () => {
    await click(name())
    const composition = await compose('梨')
    await press('Control+Enter')
    await composition.end()
    expect(asked('createImage')).toEqual([])
    await press('Control+Enter')
    expect(asked('createImage')).toHaveLength(1)
  })
})

it('keeps the pictures beside it usable', async () => {
  await fill(name(), 'Pear')
  await pressInGrid('Home')
  await expect.element(tile('Fox')).toHaveAttribute('aria-selected', 'true')
  await expect.element(name()).toHaveValue('Pear')
})

it('keeps its draft when closed, and discards it on request', async () => {
  await fill(name(), 'Pear')
  await press('Escape')
  await expect.element(sheet()).not.toBeInTheDocument()
  await click(newImage())
  await expect.element(name()).toHaveValue('Pear')
  await click(button(copy.create.clearDraft))
  await expect.element(name()).toHaveValue('')
  await click(button(copy.create.restoreAside))
  await expect.element(name()).toHaveValue('Pear')
})
