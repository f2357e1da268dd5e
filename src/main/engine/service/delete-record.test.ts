import { expect, it } from 'vitest'
import { responseOf, failureOf, scriptedSend } from '../../../../test/helpers/scripted-send.ts'
import type { SendResponse } from '../../../shared/send.ts'
import { deleteRecord } from './delete-record.ts'
import { createDialect } from './dialect.ts'

it.each<[string, SendResponse, string | null]>([
  ['`deleted`', responseOf({ id: 5, object: 'image', deleted: true }), 'flag'],
  ['`deleted` inside data', responseOf({ data: { deleted: 1 } }), 'flag'],
  ['a message', responseOf({ success: true, message: 'Deleted.' }), 'word'],
  ['an empty object', responseOf({}), 'word'],
  ['the record', responseOf({ data: { id: 5, name: 'Quay' } }), 'record'],
  ['204', responseOf('', { status: 204 }), 'empty'],
  ['200 without a body', responseOf(''), 'empty'],
  ['a failure', responseOf({ message: 'No such record' }, { status: 404 }), null],
  ['a failure inside a success', responseOf({ success: false, status: 404, message: 'x' }), null],
  ['an HTML page', responseOf('<html></html>'), null],
  ['another record', responseOf({ data: { id: 6, name: 'Quay' } }), null],
  ['no response', failureOf('timed-out'), null]
])('records the kind of response to a delete: %s', async (_name, response, kind) => {
  const dialect = createDialect()
  const { send } = scriptedSend(response)
  await deleteRecord({ send, slot: 'images', address: 'https://example.org', dialect, now: () => 0 }, 'images', '5')
  expect(dialect.known('delete.response')).toBe(kind)
})
