/** Keys beside commands and in sentences, as printed on the keyboard in use. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../copy/language.ts'
import { imagesNamed, openLibrary } from '../../../test/helpers/component-library.ts'
import { pressInGrid, show } from '../../../test/helpers/component.ts'
import { answer, asked } from '../../../test/helpers/fake-bridge.ts'
import { succeed } from '../../shared/failure.ts'
import { App } from '../app.tsx'
import { bridge } from '../bridge.ts'
import { followKeyboard } from './keyboard.ts'

const LETTERS = { KeyF: 'f', KeyC: 'c', KeyD: 'd' }
const LAYOUTS = {
  US: LETTERS,
  Russian: { KeyF: 'а', KeyC: 'с', KeyD: 'в' },
  Greek: { KeyF: 'φ', KeyC: 'ψ', KeyD: 'δ' },
  Arabic: { KeyF: 'ب', KeyC: 'ؤ', KeyD: 'ي' },
  Hebrew: { KeyF: 'כ', KeyC: 'ב', KeyD: 'ג' },
  French: LETTERS
}

type Layout = Readonly<Record<string, string>>

const plugged: { layout: Layout } = { layout: {} }

beforeEach(() => {
  openLibrary({ images: imagesNamed('Fox', 'Crow') })
  answer('setKeyboardLayout', () => succeed(null))
  const keyboard = { getLayoutMap: async () => new Map(Object.entries(plugged.layout)) }
  Object.defineProperty(navigator, 'keyboard', { configurable: true, value: keyboard })
})
afterEach(() => Reflect.deleteProperty(navigator, 'keyboard'))

it.each([
  ['US', 'F', 'Ctrl+Shift+C', 'Ctrl+D'],
  ['Russian', 'А', 'Ctrl+Shift+С', 'Ctrl+В'],
  ['Greek', 'Φ', 'Ctrl+Shift+Ψ', 'Ctrl+Δ'],
  ['Arabic', 'ب', 'Ctrl+Shift+ؤ', 'Ctrl+ي'],
  ['Hebrew', 'כ', 'Ctrl+Shift+ב', 'Ctrl+ג'],
  ['French', 'F', 'Ctrl+Shift+C', 'Ctrl+D']
] as const)('shows %s in the menu of an image and in the native one', async (name, ...keys) => {
  plugged.layout = LAYOUTS[name]
  await followKeyboard(bridge)
  expect(asked('setKeyboardLayout')).toEqual([{ layout: LAYOUTS[name] }])
  show(<App />)
  await pressInGrid('Home', 'Shift+F10')
  const item = (label: string) =>
    page
      .getByRole('menuitem', { name: new RegExp(`^${label}`) })
      .element()
      .querySelector('kbd')?.innerText
  await expect.element(page.getByRole('menuitem', { name: copy.commands.addFavorite })).toBeVisible()
  expect([copy.commands.addFavorite, copy.commands.copyPrompt, copy.inspector.takeSettings].map(item)).toEqual(keys)
})

it('notices another layout when the window gets the focus', async () => {
  plugged.layout = LAYOUTS.US
  await followKeyboard(bridge)
  const noticed = Promise.withResolvers<Layout>()
  answer('setKeyboardLayout', ({ layout }) => {
    noticed.resolve(layout)
    return succeed(null)
  })
  plugged.layout = LAYOUTS.Russian
  window.dispatchEvent(new Event('focus'))
  expect(await noticed.promise).toEqual(LAYOUTS.Russian)
})
