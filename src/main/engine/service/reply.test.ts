import { describe, expect, it } from 'vitest'
import { responseOf } from '../../../../test/helpers/scripted-send.ts'
import { UNKNOWN_RATE } from './rate-headers.ts'
import { effectiveStatus, judge, WITHOUT_RECORD } from './reply.ts'

const judged = (status: number, body: object) =>
  judge('update', { response: responseOf(body, { status }), facts: { rate: UNKNOWN_RATE } }, () => WITHOUT_RECORD)

it('reads error messages only from a response that is not a success', () => {
  const body = { detail: 'Saved.', errors: { name: ['Too long.'] } }
  const { failure } = { failure: null, ...judged(200, body) }
  expect(failure).toMatchObject({ code: 'not-understood', missing: 'record' })
  expect(failure).not.toHaveProperty('detail')
  expect(failure).not.toHaveProperty('fields')
  expect(judged(422, body)).toMatchObject({ failure: { detail: 'Saved.', fields: { name: ['Too long.'] } } })
  expect(judged(200, { ...body, success: false })).toMatchObject({ failure: { detail: 'Saved.' } })
})

describe('effectiveStatus', () => {
  it.each([
    [200, { status: 200, data: {} }, 200],
    [201, { status: 200, data: {} }, 201],
    [200, { status: 422, success: false }, 422],
    [200, { status: '500' }, 500],
    [200, { status: 'processing' }, 200],
    [200, { success: false }, 400],
    [200, { success: 0, status: 200 }, 400],
    [200, { success: false, errors: [{ field: 'name', message: 'too long' }] }, 422],
    [200, { success: false, request_id: 'ab1', hint: 'See the manual.' }, 400],
    [200, { success: false, code: 404 }, 404],
    [200, { code: 404 }, 200],
    [200, { success: true, status: 201 }, 200],
    [200, { status: 700 }, 200],
    [200, [], 200],
    [200, null, 200],
    [404, { status: 200, success: true }, 404],
    [500, { status: 422 }, 500]
  ])('%i with %j is %i', (http, root, expected) => expect(effectiveStatus(http, root)).toBe(expected))
})
