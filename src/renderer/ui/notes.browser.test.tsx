/** Text that folds after eight lines. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../copy/language.ts'
import { click, show } from '../../../test/helpers/component.ts'
import { FoldedText } from './notes.tsx'

const lines = (count: number): string => Array.from({ length: count }, (_, n) => `line ${n + 1}`).join('\n')
const text = () => page.getByRole('paragraph')
const height = (): number => text().element().clientHeight
const showText = (of: string): void => show(<FoldedText text={of} moreLabel="Show all" lessLabel="Show less" />)

it('keeps line breaks, and has no button if all of it is visible', async () => {
  showText(lines(8))
  await expect.element(text()).toMatchTextContent(/line 8$/)
  // As rendered: one line on screen per line of text.
  expect((text().element() as HTMLElement).innerText).toBe(lines(8))
  expect(text().element().scrollHeight).toBe(height())
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

it('folds the ninth line away, and shows it after a press', async () => {
  showText(lines(20))
  await expect.element(page.getByRole('button', { name: copy.inspector.showAll })).toBeVisible()
  const folded = height()
  await click(page.getByRole('button', { name: copy.inspector.showAll }))
  await expect.element(page.getByRole('button', { name: copy.inspector.showLess })).toBeVisible()
  expect(height() / folded).toBeCloseTo(20 / 8, 0)
  await click(page.getByRole('button', { name: copy.inspector.showLess }))
  await expect.element(page.getByRole('button', { name: copy.inspector.showAll })).toBeVisible()
  expect(height()).toBe(folded)
})
