/** What Activity shows: Needs attention by reason, Done one by one, and the log in sentences. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { copy } from '../../copy/language.ts'
import { openLibrary } from '../../../test/helpers/component-library.ts'
import { click, show } from '../../../test/helpers/component.ts'
import { answer, asked } from '../../../test/helpers/fake-bridge.ts'
import { changeRow } from '../../../test/helpers/image-samples.ts'
import { groupStatus, receipt, status } from '../../../test/helpers/status-samples.ts'
import type { BatchItemRow } from '../../shared/batch.ts'
import { succeed } from '../../shared/failure.ts'
import { App } from '../app.tsx'
import { useSync } from '../stores/sync-store.ts'
import { type ActivityTab, showActivity } from '../stores/window-store.ts'

function open(tab: ActivityTab): void {
  showActivity(tab)
  show(<App />)
}

it('shows one refused create before 1,495 missing records, whose list is collapsed', async () => {
  openLibrary({})
  const images = groupStatus({ removals: { count: 1_495, of: 9_000 } })
  useSync.setState({ status: status({ images, needsAttention: 1 }) })
  const reason = { kind: 'create', code: 'refused', key: '' } as const
  const failure = { code: 'refused' } as const
  answer('listNeeds', () =>
    succeed([{ reason, failure, count: 1, repairActions: ['retry', 'discard'], usual: 'edit' }])
  )
  answer('listChanges', () =>
    succeed({ rows: [changeRow({ name: 'Pear', status: 'needsAttention', failure })], total: 1 })
  )
  answer('listRemovals', () => succeed({ rows: [{ record: 2, name: 'Crow' }], total: 1_495 }))
  open('needs-attention')
  const rows = page.getByRole('grid', { name: copy.activity.needsList }).getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent('Pear')
  await expect.element(rows.nth(2)).toMatchTextContent('1,495 images seem to be missing')
  expect([rows.elements().length, asked('listRemovals').length]).toEqual([3, 0])
  await click(page.getByRole('button', { name: copy.activity.showList(1_495) }))
  await expect.element(rows.nth(3)).toMatchTextContent('Crow')
  await click(page.getByRole('button', { name: copy.activity.hideList }))
  await expect.element(rows.nth(3)).not.toBeInTheDocument()
})

it('lists each confirmed change with its batch', async () => {
  openLibrary({})
  const item = (name: string): BatchItemRow => ({
    record: name.length,
    name,
    before: false,
    after: true,
    status: 'done',
    failure: null,
    sent: null
  })
  const batches = [receipt({ batch: 15, done: 1 }), receipt({ batch: 14, done: 0 }), receipt({ batch: 13, done: 1 })]
  answer('listBatches', () => succeed({ rows: batches, hasMore: false }))
  answer('listBatchItems', ({ batch }) => succeed({ rows: [item(batch === 15 ? 'Fox' : 'Crow')], total: 1 }))
  open('done')
  const rows = page.getByRole('grid', { name: copy.activity.doneList }).getByRole('row')
  await expect.element(rows.nth(0)).toMatchTextContent(/^Fox.*batch 15/)
  await expect.element(rows.nth(1)).toMatchTextContent(/^Crow.*batch 13/)
  expect(rows.elements()).toHaveLength(2)
  expect(asked('listBatchItems').map((request) => request.status)).toEqual(['done', 'done'])
})

it('shows the log in sentences with seconds, by kind, and its raw form on demand', async () => {
  openLibrary({})
  const line = {
    at: new Date(2026, 10, 30, 10, 42, 7).getTime(),
    level: 'warn',
    kind: 'connection',
    text: 'Images: No network connection.',
    event: 'service-offline',
    detail: "{ group: 'images', code: 'offline' }"
  } as const
  answer('listLog', () => succeed([line]))
  open('log')
  const lines = page.getByRole('region', { name: copy.log.list })
  await expect.element(lines).toMatchTextContent(/10:42:07.*Connection.*Images: No network connection\./)
  await expect.element(lines).not.toMatchTextContent('service-offline')
  await click(page.getByRole('checkbox', { name: copy.log.showRaw }))
  await expect.element(lines).toMatchTextContent("service-offline { group: 'images'")
  await click(page.getByRole('button', { name: copy.log.filters.problems }))
  await expect
    .element(page.getByRole('button', { name: copy.log.filters.problems }))
    .toHaveAttribute('aria-pressed', 'true')
  expect(asked('listLog').at(-1)?.filter).toBe('problems')
})
