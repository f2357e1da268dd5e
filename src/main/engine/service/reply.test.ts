import { expect, it } from 'vitest'
import { answerOf } from '../../../../test/helpers/scripted-send.ts'
import { UNKNOWN_RATE } from './rate-headers.ts'
import { judge, WITHOUT_RECORD } from './reply.ts'

const judged = (status: number, body: object) =>
  judge(
    'update',
    { answer: answerOf(body, { status }), facts: { rate: UNKNOWN_RATE, receivedAt: 0 } },
    () => WITHOUT_RECORD
  )

it('reads what is wrong only from an answer that is no success', () => {
  const body = { detail: 'Saved.', errors: { name: ['Too long.'] } }
  const { failure } = { failure: null, ...judged(200, body) }
  expect(failure).toMatchObject({ code: 'not-understood', missing: 'record' })
  expect(failure).not.toHaveProperty('detail')
  expect(failure).not.toHaveProperty('fields')
  expect(judged(422, body)).toMatchObject({ failure: { detail: 'Saved.', fields: { name: ['Too long.'] } } })
  expect(judged(200, { ...body, success: false })).toMatchObject({ failure: { detail: 'Saved.' } })
})
