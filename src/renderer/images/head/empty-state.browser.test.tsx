/** What replaces an empty grid. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../../copy/language.ts'
import { ANY, pattern } from '../../../../drivers/pattern.ts'
import { imagesNamed, openLibrary } from '../../../../test/helpers/component-library.ts'
import { click, show } from '../../../../test/helpers/component.ts'
import { answer } from '../../../../test/helpers/fake-bridge.ts'
import { succeed } from '../../../shared/failure.ts'
import { EMPTY_QUERY, type ImageQuery } from '../../../shared/query.ts'
import { App } from '../../app.tsx'
import { setQuery, useQuery } from '../../stores/query-store.ts'

const main = () => page.getByRole('main')

function openOnNothing(query: Partial<ImageQuery>): void {
  openLibrary({ images: imagesNamed('Fox', 'Crow', 'Hare') })
  answer('openView', () =>
    succeed({ view: 1, numbers: Uint32Array.of(), revision: 1, isFilling: false, continueAt: null })
  )
  setQuery(query)
  show(<App />)
}

it('says that nothing was found, and clears the search', async () => {
  openOnNothing({ search: 'no such thing' })
  await expect
    .element(page.getByRole('heading', { name: copy.empty.nothingContains('no such thing', false) }))
    .toBeVisible()
  await expect
    .element(main().getByText(pattern(copy.empty.searchedIncomplete, copy.empty.searchedAsOf(ANY))))
    .toBeVisible()
  await click(main().getByRole('button', { name: copy.images.clearSearch }))
  await expect.element(page.getByRole('searchbox', { name: copy.images.search })).toHaveValue('')
  expect(useQuery.getState().query).toEqual(EMPTY_QUERY)
})

it('names every filter and the number of hidden images, and clears the filters', async () => {
  openOnNothing({ search: 'wool', facets: { ...EMPTY_QUERY.facets, style: ['anime'] } })
  await expect.element(page.getByRole('heading', { name: copy.empty.nothingMatches(2) })).toBeVisible()
  for (const words of ['Style: Anime', 'Search: “wool”', copy.empty.hidden(3)]) {
    await expect.element(main()).toMatchTextContent(words)
  }
  await click(main().getByRole('button', { name: copy.images.clearFilters }))
  expect(useQuery.getState().query).toEqual(EMPTY_QUERY)
})
