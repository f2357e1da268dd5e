/** The rows between the toolbar and the grid: filters as chips, and the search at the service. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../../copy/language.ts'
import { imagesNamed, openLibrary } from '../../../../test/helpers/component-library.ts'
import { click, show } from '../../../../test/helpers/component.ts'
import { asked } from '../../../../test/helpers/fake-bridge.ts'
import { groupStatus, status } from '../../../../test/helpers/status-samples.ts'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import { App } from '../../app.tsx'
import { useQuery } from '../../stores/query-store.ts'
import { useConnection, useSync } from '../../stores/sync-store.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const facets = { ...EMPTY_QUERY.facets, style: ['anime', 'retro'], medium: ['ink'], resolution: ['512x512'] }

beforeEach(() => openLibrary({ images: imagesNamed('Fox', 'Crow') }))

describe('filters', () => {
  it('are chips that can be removed one by one or all at once', async () => {
    useQuery.setState({ query: { ...EMPTY_QUERY, facets } })
    show(<App />)
    await click(button('Remove filter Style: Retro'))
    await click(button('Remove filter Resolution: 512×512'))
    await expect.element(button(copy.images.activeFilters(2))).toBeVisible()
    expect(button(/^Remove filter/).elements()).toHaveLength(2)
    const left = { ...facets, style: ['anime'], resolution: [] }
    expect(asked('openView').at(-1)).toEqual({ query: { ...EMPTY_QUERY, facets: left } })
    await click(button(copy.images.clearFilters))
    await expect.element(button(/^Remove filter/)).not.toBeInTheDocument()
    expect(asked('openView').at(-1)).toEqual({ query: EMPTY_QUERY })
  })
})

describe('the search at the service', () => {
  it('is unavailable offline or without a key, and says so', async () => {
    useQuery.setState({ query: { ...EMPTY_QUERY, search: 'fox' } })
    useSync.setState({ status: status({ images: groupStatus({ state: 'not-responding' }) }) })
    show(<App />)
    const search = button(copy.search.onService)
    await expect.element(search).toHaveAttribute('aria-disabled', 'true')
    await expect.element(search).toHaveAccessibleDescription(/can be searched when/)
    useSync.setState({ status: status() })
    const { connection } = useConnection.getState()
    const locked = connection && { ...connection, images: { ...connection.images, key: 'locked' as const } }
    useConnection.setState({ connection: locked })
    await expect.element(search).toHaveAccessibleDescription(/keychain is unlocked/)
    useConnection.setState({ connection })
    await expect.element(search).not.toHaveAttribute('aria-disabled')
    await click(search)
    expect(asked('searchService')).toEqual([{ query: useQuery.getState().query }])
  })
})
