/** The views Needs attention and Pending. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../../copy/language.ts'
import { imagesNamed, openLibrary } from '../../../../test/helpers/component-library.ts'
import { click, show, tile } from '../../../../test/helpers/component.ts'
import { answer, asked, emit } from '../../../../test/helpers/fake-bridge.ts'
import { changeRow } from '../../../../test/helpers/image-samples.ts'
import { groupStatus, receipt, status } from '../../../../test/helpers/status-samples.ts'
import type { AttentionGroup } from '../../../shared/change.ts'
import { succeed } from '../../../shared/failure.ts'
import { App } from '../../app.tsx'
import { useFacets } from '../../stores/facet-store.ts'
import { setQuery } from '../../stores/query-store.ts'
import { useSync } from '../../stores/sync-store.ts'
import { useActivity } from '../../stores/window-store.ts'

const reasons = () => page.getByRole('region', { name: copy.work.reasons })

const need = (part: Partial<AttentionGroup> = {}): AttentionGroup => ({
  reason: { kind: 'create', code: 'refused', key: '' },
  failure: { code: 'refused' },
  count: 1,
  repairActions: ['retry', 'discard'],
  usual: 'edit',
  ...part
})

/** Sets the records of the view, and the reasons, for its next read. */
function answerMarked(records: readonly number[], needs: readonly AttentionGroup[]): void {
  const view = { view: 2, numbers: Uint32Array.from(records), revision: 2, isFilling: false, continueAt: null, needs }
  answer('openView', () => succeed(view))
}

function emitChange(record: number, needsAttention: number): void {
  useSync.setState({ status: status({ needsAttention }) })
  const records = Uint32Array.of(record)
  emit('libraryChanged', { revision: 2, records, added: 0, removed: 0, projectsChanged: false })
}

it('fills automatically when a change is refused, says why, and is empty after Discard', async () => {
  openLibrary({ images: imagesNamed('Fox', 'Crow', 'Hare') })
  answerMarked([], [])
  setQuery({ mark: 'needs-attention' })
  show(<App />)
  await expect.element(page.getByRole('heading', { name: copy.empty.needsAttention })).toBeVisible()
  answerMarked([2], [need({ reason: { kind: 'favorite', code: 'refused', key: '' }, usual: 'discard' })])
  emitChange(2, 1)
  await expect.element(tile('Crow')).toBeVisible()
  await expect.element(reasons()).toMatchTextContent('1 change')
  answer('listChanges', () =>
    succeed({ rows: [changeRow({ entry: 7, record: 2, repairActions: ['discard'] })], total: 1 })
  )
  answer('repairChanges', () => {
    answerMarked([], [])
    emitChange(2, 0)
    return succeed({ done: 1, changed: Uint32Array.of(2) })
  })
  await click(reasons().getByRole('button', { name: copy.needs.repairActions.discard(1) }))
  await expect.element(page.getByRole('heading', { name: copy.empty.needsAttention })).toBeVisible()
  const target = { kind: 'entries', entries: [7] } as const
  expect(asked('repairChanges')).toEqual([{ target, repairAction: 'discard', choice: null }])
  await expect.element(reasons()).not.toBeInTheDocument()
})

it('shows one number in grid, title, sidebar and bar, whenever each was counted', async () => {
  openLibrary({ images: imagesNamed('Fox', 'Crow', 'Hare') })
  answerMarked([1, 2], [need(), need({ reason: { kind: 'name', code: 'name-changed', key: '' }, usual: 'keep-mine' })])
  setQuery({ mark: 'needs-attention' })
  show(<App />)
  await expect.element(tile('Crow')).toBeVisible()
  const { counts } = useFacets.getState()
  if (counts === null) throw new Error('no counts')
  useFacets.setState({ counts: { ...counts, totals: { ...counts.totals, needsAttention: 12 } } })
  await expect.element(page.getByText(copy.counted.ofAll(2, 3), { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: `${copy.images.needsAttention} 2` })).toBeVisible()
  await expect.element(reasons().getByRole('listitem').nth(1)).toMatchTextContent('1 name also changed')
})

it('links to Activity for reasons with differing changes, and for those that do not fit', async () => {
  openLibrary({ images: imagesNamed('Fox') })
  const needs = ['a', 'b', 'c', 'd'].map((key) => need({ reason: { kind: 'create', code: 'refused', key }, count: 2 }))
  answerMarked([1], needs)
  setQuery({ mark: 'needs-attention' })
  show(<App />)
  await expect.element(reasons().getByRole('button', { name: copy.status.review }).first()).toBeVisible()
  await click(reasons().getByRole('button', { name: copy.work.moreReasons(1) }))
  expect(useActivity.getState().tab).toBe('needs-attention')
})

it('offers no action on all of a reason while other filters hide some of it', async () => {
  openLibrary({ images: imagesNamed('Fox') })
  answerMarked([1], [need()])
  setQuery({ mark: 'needs-attention', search: 'Fox' })
  show(<App />)
  await expect.element(reasons().getByRole('listitem')).toBeVisible()
  expect(reasons().getByRole('button').elements()).toHaveLength(1)
})

it('shows what pending changes wait for, with an action', async () => {
  openLibrary({ images: imagesNamed('Fox') })
  answerMarked([1], [])
  const images = groupStatus({ state: 'offline', failure: { code: 'offline' } })
  const held = receipt({ batch: 3, size: 2, waiting: 2, pause: { why: 'user' } })
  useSync.setState({ status: status({ images, waiting: 671, running: [receipt(), held] }) })
  setQuery({ mark: 'waiting' })
  show(<App />)
  await expect.element(reasons().getByRole('listitem').nth(0)).toMatchTextContent('2 changes · You paused batch 3')
  await expect.element(reasons().getByRole('listitem').nth(1)).toMatchTextContent('669 changes · Offline')
  await click(reasons().getByRole('button', { name: copy.banners.tryNow }))
  expect(asked('syncNow')).toHaveLength(1)
})
