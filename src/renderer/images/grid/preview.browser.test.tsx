/** Placeholders of a preview: loading, none, not here yet, and each reason why it cannot be shown. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../../copy/language.ts'
import { ANY, pattern } from '../../../../drivers/pattern.ts'
import { imageRow, openLibrary } from '../../../../test/helpers/component-library.ts'
import { click, grid, pressInGrid, show, tile } from '../../../../test/helpers/component.ts'
import { answer, asked } from '../../../../test/helpers/fake-bridge.ts'
import { groupStatus, status } from '../../../../test/helpers/status-samples.ts'
import { type Result, succeed } from '../../../shared/failure.ts'
import type { PictureInfo, PictureProblem } from '../../../shared/picture-info.ts'
import { App } from '../../app.tsx'
import { setPreferences } from '../../stores/preferences-store.ts'
import { useSync } from '../../stores/sync-store.ts'

const shown: { problem: PictureProblem | null } = { problem: null }
const fullView = () => page.getByRole('region', { name: copy.fullView.view })
/** The icons of a tile, identified by their shapes. */
const signOf = (name: string): string => tile(name).element().querySelector('svg')?.innerHTML ?? ''

const boxOf = (element: Element): DOMRect => element.getBoundingClientRect()
const overlaps = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const fox = imageRow({ record: 1, name: 'Fox', picture: 's1', prompt: 'A fox in the snow' })

/** This page serves no address of the app’s scheme, so every picture fails. */
beforeEach(() => {
  openLibrary({
    images: [fox, imageRow({ record: 2, name: 'Crow', prompt: 'A crow on a fence' })]
  })
  answer('getPictureInfo', () => succeed({ size: null, problem: shown.problem }))
})

const host = 'img.example.org'
it.each<readonly [PictureProblem | null, string]>([
  [null, copy.pictures.notHere],
  [{ code: 'unreachable', host }, copy.pictures.problems.unreachable('img.example.org')],
  [{ code: 'not-found', host }, copy.pictures.problems['not-found']('img.example.org')],
  [{ code: 'refused', host }, copy.pictures.problems.refused('img.example.org')],
  [{ code: 'host-error', host }, copy.pictures.problems['host-error']('img.example.org')],
  [{ code: 'too-large' }, 'This preview is too large to show'],
  [{ code: 'too-slow' }, 'This preview took too long to open'],
  [{ code: 'not-a-picture' }, 'The preview’s file can’t be shown as an image'],
  [{ code: 'bad-address' }, 'The preview’s address isn’t a web address']
])('for %j, tile and full view show the reason and offer Retry', async (problem, why) => {
  shown.problem = problem
  const said = why.replace(/\.$/, '')
  show(<App />)
  await expect.element(tile('Fox').getByText(why)).toBeVisible()
  await expect.element(tile('Fox').getByText('A fox in the snow')).toBeVisible()
  await expect.element(tile('Fox')).toHaveAttribute('aria-label', `Fox, ${said}, 1 of 2`)
  await pressInGrid('Home', 'Enter')
  await expect.element(fullView().getByText(why)).toBeVisible()
  await expect.element(page.getByRole('slider')).toHaveAttribute('aria-valuetext', `Fox, ${said}, 1 of 2`)
  await click(fullView().getByRole('button', { name: copy.pictures.retry }))
  expect(asked('retryPicture')).toEqual([{ record: 1, stamp: 's1' }])
  await expect.element(page.getByRole('slider')).toHaveFocus()
})

it('shows different tiles for loading, no preview and failed', async () => {
  const held = Promise.withResolvers<Result<PictureInfo>>()
  answer('getPictureInfo', () => held.promise as never)
  show(<App />)
  await expect.element(tile('Crow').getByText(copy.pictures.none)).toBeVisible()
  await expect
    .element(
      tile('Fox').getByText(
        pattern(copy.pictures.none, copy.pictures.notHere, copy.pictures.problems['not-found'](ANY))
      )
    )
    .not.toBeInTheDocument()
  const none = signOf('Crow')
  const loading = signOf('Fox')
  held.resolve(succeed({ size: null, problem: { code: 'not-found', host } }))
  await expect.element(tile('Fox').getByText(pattern(copy.pictures.problems['not-found'](ANY)))).toBeVisible()
  expect(new Set([none, loading, signOf('Fox')]).size).toBe(3)
})

it.each([88, 96, 110, 136, 150, 176, 320])(
  'keeps placeholders clear of tick and star on a tile of %i px',
  async (size) => {
    const prompt = 'A fox in the snow under a bright moon, with long shadows and a barn behind it'
    const crow = imageRow({ record: 2, name: 'Crow', prompt, favorite: true })
    openLibrary({ images: [{ ...fox, prompt, favorite: true }, crow] })
    shown.problem = { code: 'unreachable', host: 'previews.a-long-name.example.org' }
    setPreferences({ tile: size })
    show(<App />)
    await expect.element(tile('Fox')).toHaveAttribute('aria-label', expect.stringContaining('Not downloaded'))
    await pressInGrid('Control+a')
    for (const name of ['Fox', 'Crow']) {
      const all = (selector: string): Element[] => [...tile(name).element().querySelectorAll(selector)]
      const marks = all('[data-part="tick"], [data-part="star"]')
      const contents = all('p, [data-part="retry"], svg').filter((each) => !marks.some((mark) => mark.contains(each)))
      expect(marks.filter((mark) => boxOf(mark).width > 0)).toHaveLength(2)
      expect(contents.length).toBeGreaterThan(0)
      for (const mark of marks) expect(contents.filter((each) => overlaps(boxOf(each), boxOf(mark)))).toEqual([])
    }
  }
)

it('requests only that picture when Retry in a tile is pressed, and opens nothing', async () => {
  shown.problem = { code: 'not-found', host }
  show(<App />)
  await tile('Fox').getByText(copy.pictures.retry).click()
  expect(asked('retryPicture')).toEqual([{ record: 1, stamp: 's1' }])
  expect(grid().elements()).toHaveLength(1)
})

it('reloads one picture on Retry, and all when the network returns', async () => {
  openLibrary({ images: [fox, imageRow({ record: 2, name: 'Crow', picture: 's2' })] })
  const asks = (of: number) => asked('getPictureInfo').filter(({ record }) => record === of).length
  // The second request of each picture returns another reason.
  answer('getPictureInfo', ({ record }) =>
    succeed({ size: null, problem: { code: asks(record) === 1 ? 'not-found' : 'refused', host } })
  )
  show(<App />)
  await expect.element(tile('Crow').getByText(pattern(copy.pictures.problems['not-found'](ANY)))).toBeVisible()
  await tile('Fox').getByText(copy.pictures.retry).click()
  await expect.element(tile('Fox').getByText(pattern(copy.pictures.problems.refused(ANY)))).toBeVisible()
  await expect.element(tile('Crow').getByText(pattern(copy.pictures.problems['not-found'](ANY)))).toBeVisible()
  useSync.setState({ status: status({ images: groupStatus({ state: 'offline' }) }) })
  await expect.element(tile('Crow').getByText(pattern(copy.pictures.problems.refused(ANY)))).toBeVisible()
})

it('shows a full view even while nothing is known of an image or its picture', async () => {
  answer('getPictureInfo', () => new Promise<never>(() => {}) as never)
  show(<App />)
  await pressInGrid('Home', 'Enter')
  await expect.element(fullView().getByText(copy.pictures.loading)).toBeVisible()
})
