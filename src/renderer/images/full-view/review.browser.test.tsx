/** Review: how it begins, what it explains, and which images count as viewed. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../../copy/language.ts'
import { imagesNamed, openLibrary } from '../../../../test/helpers/component-library.ts'
import { click, press, pressInGrid, show } from '../../../../test/helpers/component.ts'
import { answer } from '../../../../test/helpers/fake-bridge.ts'
import { succeed } from '../../../shared/failure.ts'
import { App } from '../../app.tsx'
import { openFullView } from '../view/full-view-store.ts'

const picture = () => page.getByRole('slider', { name: copy.fullView.view })
const hint = () => page.getByText(copy.fullView.howToReview('F'))
const review = () => page.getByRole('button', { name: copy.fullView.review })

/** Resolves to the images of the next mark. */
function nextViewed(): Promise<readonly number[]> {
  const { promise, resolve } = Promise.withResolvers<readonly number[]>()
  answer('markViewed', ({ records }) => {
    resolve([...records])
    return succeed(null)
  })
  return promise
}

/** Without pictures, so that what there is to see is on screen at once. */
beforeEach(() => {
  openLibrary({ images: imagesNamed('Fox', 'Crow', 'Hare', 'Owl') })
  answer('markViewed', () => succeed(null))
  answer('saveReviewStop', () => succeed(null))
})

it('explains its keys until Escape, and never again', async () => {
  show(<App />)
  await pressInGrid('Home', 'r')
  await expect.element(hint()).toBeVisible()
  await press('Escape')
  await expect.element(hint()).not.toBeInTheDocument()
  await expect.element(picture()).toBeVisible()
  await press('Escape')
  await expect.element(picture()).not.toBeInTheDocument()
  await pressInGrid('r')
  await expect.element(review()).toHaveAttribute('aria-pressed', 'true')
  await expect.element(hint()).not.toBeInTheDocument()
})

it('dismisses the hint by its button, and keeps its keys', async () => {
  show(<App />)
  await pressInGrid('Home', 'r')
  await click(page.getByRole('button', { name: copy.images.dismiss }))
  await expect.element(hint()).not.toBeInTheDocument()
  await expect.element(picture()).toHaveFocus()
})

it('counts images as viewed that were shown for a moment, not those that were passed', async () => {
  show(<App />)
  const first = nextViewed()
  await pressInGrid('Home', 'Enter')
  expect(await first).toEqual([1])
  const next = nextViewed()
  openFullView(2)
  openFullView(3)
  expect(await next).toEqual([3])
})

it('continues from the toolbar where it stopped', async () => {
  answer('openView', () =>
    succeed({ view: 1, numbers: Uint32Array.of(1, 2, 3, 4), revision: 1, isFilling: false, continueAt: 3 })
  )
  show(<App />)
  await pressInGrid('Home')
  await click(page.getByRole('button', { name: copy.images.continueAt(3, 4) }))
  await expect.element(picture()).toHaveAttribute('aria-valuenow', '3')
  await press('Escape', 'ArrowRight', 'Escape')
  await expect.element(page.getByRole('button', { name: copy.images.review, exact: true })).toBeVisible()
})
