import { expect, it } from 'vitest'
import { answerOf, failureOf, scriptedSend } from '../../../../test/helpers/scripted-send.ts'
import type { SendAnswer } from '../../../shared/send.ts'
import { deleteRecord } from './delete-record.ts'
import { createDialect } from './dialect.ts'

it.each<[string, SendAnswer, string | null]>([
  ['`deleted`', answerOf({ id: 5, object: 'image', deleted: true }), 'flag'],
  ['`deleted` inside data', answerOf({ data: { deleted: 1 } }), 'flag'],
  ['a message', answerOf({ success: true, message: 'Deleted.' }), 'word'],
  ['an empty object', answerOf({}), 'word'],
  ['the record', answerOf({ data: { id: 5, name: 'Quay' } }), 'record'],
  ['204', answerOf('', { status: 204 }), 'empty'],
  ['200 without a body', answerOf(''), 'empty'],
  ['a failure', answerOf({ message: 'No such record' }, { status: 404 }), null],
  ['a failure inside a success', answerOf({ success: false, status: 404, message: 'x' }), null],
  ['an HTML page', answerOf('<html></html>'), null],
  ['another record', answerOf({ data: { id: 6, name: 'Quay' } }), null],
  ['no response', failureOf('timed-out'), null]
])('records the kind of response to a delete: %s', async (_name, answer, kind) => {
  const dialect = createDialect()
  const { send } = scriptedSend(answer)
  await deleteRecord({ send, slot: 'images', address: 'https://example.org', dialect, now: () => 0 }, 'images', '5')
  expect(dialect.known('delete.answer')).toBe(kind)
})
