import { expect, test } from 'vitest'
import { responseOf, scriptedSend } from '../../../../test/helpers/scripted-send.ts'
import { decodeImagePage, decodeProjectPage } from './decode.ts'
import { createDialect } from './dialect.ts'
import { showImage } from './images.ts'
import { isSoftDeleted } from './records.ts'
import { updateImage } from './update-image.ts'

const AT = '2026-01-02 03:04:05'

test.each([{ deleted_at: AT }, { deleted_at: 1_700_000_000 }, { deleted: true }, { is_deleted: '1' }, { trashed: 1 }])(
  '%j counts as gone',
  (more) => expect(isSoftDeleted({ id: 1, ...more })).toBe(true)
)

test.each([
  {},
  { deleted_at: null },
  { deleted_at: '' },
  { deleted_at: '0000-00-00 00:00:00' },
  { deleted: false },
  { deleted: 0 }
])('%j does not', (more) => expect(isSoftDeleted({ id: 1, ...more })).toBe(false))

test('a list leaves out and names a deleted record, which does not count as unreadable', () => {
  const images = { data: [{ id: 2 }, { id: 1, deleted_at: AT }] }
  expect(decodeImagePage(images, 'https://example.org')).toMatchObject({
    records: [{ id: '2' }],
    deleted: ['1'],
    unreadable: 0
  })
  const projects = { data: [{ project: 'a.example', deleted_at: AT }] }
  expect(decodeProjectPage(projects)).toMatchObject({ records: [], deleted: ['a.example'] })
})

const clientOf = (body: unknown) => ({
  ...scriptedSend(responseOf(body)),
  slot: 'images' as const,
  address: 'https://example.org',
  dialect: createDialect(),
  now: () => 0
})

test('show reports it as gone', async () => {
  const { outcome } = await showImage(clientOf({ data: { id: 5, deleted_at: AT } }), { id: '5' })
  expect(outcome).toMatchObject({ kind: 'gone', failure: { code: 'not-found' } })
})

test('an update that shows it is looked up first', async () => {
  const known = { results: null, result: null, url: null }
  const client = clientOf({ data: { id: 5, favorite: 1, deleted_at: AT } })
  expect((await updateImage(client, { id: '5', favorite: true, known })).outcome.kind).toBe('unknown')
})
