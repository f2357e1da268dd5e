import { describe, expect, it } from 'vitest'
import { responseOf, failureOf, scriptedSend, type Scripted } from '../../../../test/helpers/scripted-send.ts'
import type { HttpResponse, SendResponse, SendRequest } from '../../../shared/send.ts'
import { createDialect } from './dialect.ts'
import type { ServiceClient } from './service-client.ts'
import { updateImage } from './update-image.ts'

const KNOWN = { results: null, result: 'fox.png', url: null }
const STAR = { id: '5', favorite: true, known: KNOWN }
const record = (more: object = {}): HttpResponse =>
  responseOf({ data: { id: 5, name: 'Fox', favorite: 1, ...more }, status: 200 })
const refusedFlag = responseOf({ message: { favorite: ['Must be true or false.'] }, status: 422 }, { status: 422 })
const refusedMethod = responseOf({ message: 'The PUT method is not supported.' }, { status: 405 })

function clientOf(...answers: Scripted[]) {
  const { send, asked } = scriptedSend(...answers)
  const dialect = createDialect()
  const client: ServiceClient = { send, slot: 'images', address: 'https://example.org', dialect, now: () => 0 }
  return { client, asked, dialect }
}

const sentFlag = (request: SendRequest) => new URLSearchParams(request.form ?? '').get('favorite')
const wire = (asked: readonly SendRequest[]) => asked.map((request) => `${request.method} ${sentFlag(request)}`)

describe('updateImage', () => {
  it('sends results and favorite by PUT, and returns the record of the response', async () => {
    const { client, asked, dialect } = clientOf(record())
    const { outcome, along, facts } = await updateImage(client, STAR)
    expect(asked).toEqual([
      {
        slot: 'images',
        method: 'PUT',
        url: 'https://example.org/api/v1/images/5',
        form: 'results%5B%5D=fox.png&favorite=1',
        timeoutMs: 30_000,
        once: false,
        redirects: 'refuse'
      }
    ])
    expect(outcome).toMatchObject({ kind: 'applied', value: { id: '5', fields: { favorite: true } } })
    expect(along).toEqual({ results: 'result', showsOther: false })
    expect(facts.requests).toBe(1)
    expect(dialect.known('update.boolean')).toBe('digits')
  })

  it.each<[string, SendResponse]>([
    ['204', responseOf('', { status: 204 })],
    ['an empty 200', responseOf('')],
    ['a bare acknowledgement', responseOf({ success: true, message: 'Saved' })],
    ['a success beside unknown members', responseOf({ success: true, took: 0.2, trace: [[]] })],
    ['an empty object', responseOf({})]
  ])('%s is applied without a record, and teaches only the encoding of a list', async (_name, response) => {
    const { client, dialect } = clientOf(response)
    expect((await updateImage(client, STAR)).outcome).toEqual({ kind: 'applied', value: null })
    expect(dialect.all()).toEqual({ 'results.one': 'brackets' })
  })

  it('accepts a record without a favorite', async () => {
    const { client } = clientOf(responseOf({ data: { id: 5, name: 'Fox' } }))
    expect((await updateImage(client, STAR)).outcome).toMatchObject({
      kind: 'applied',
      value: { fields: { name: 'Fox' } }
    })
  })

  it.each([{ favorite: 'true' }, { favorite: '1' }, { favorite: true }])('reads %j as accepted', async (more) => {
    const { client } = clientOf(record(more))
    expect((await updateImage(client, STAR)).outcome.kind).toBe('applied')
  })

  it.each<[string, SendResponse, object]>([
    ['another record', record({ id: 6 }), { kind: 'unknown', failure: { code: 'not-understood' } }],
    ['an HTML page', responseOf('<html>'), { kind: 'unknown', failure: { code: 'not-json' } }],
    ['JSON of another kind', responseOf({ hello: 'world' }), { kind: 'unknown' }],
    ['a truncated response', responseOf('{"data":'), { kind: 'unknown', failure: { code: 'connection-lost' } }],
    ['a timeout', failureOf('timed-out'), { kind: 'unknown', failure: { code: 'timed-out' } }],
    ['502', responseOf('<html>', { status: 502 }), { kind: 'unknown', failure: { status: 502 } }],
    ['never sent', failureOf('host-not-found', { wasSent: false }), { kind: 'retry', countsAttempt: false }],
    ['gone', responseOf({ message: 'x' }, { status: 404 }), { kind: 'rejected', failure: { code: 'not-found' } }],
    ['401', responseOf({ message: 'x' }, { status: 401 }), { kind: 'signed-out' }],
    [
      '429',
      responseOf({ message: 'x' }, { status: 429, headers: { 'retry-after': '3' } }),
      { kind: 'rate-limited', retryAfterMs: 3_000 }
    ],
    [
      '405 of a web server',
      responseOf('<html>', { status: 405 }),
      { kind: 'stopped', failure: { code: 'wrong-address' } }
    ],
    [
      '422 on the name',
      responseOf({ message: { name: ['Too long.'] } }, { status: 422 }),
      { kind: 'rejected', failure: { code: 'refused-fields', fields: { name: ['Too long.'] } } }
    ]
  ])('%s: one request', async (_name, response, expected) => {
    const { client, asked } = clientOf(response)
    expect((await updateImage(client, STAR)).outcome).toMatchObject(expected)
    expect(asked).toHaveLength(1)
  })

  it.each(['', '.', '..'])('refuses the id %j', async (id) => {
    const { client, asked } = clientOf(record())
    expect(await updateImage(client, { ...STAR, id })).toMatchObject({
      outcome: { kind: 'rejected' },
      along: null,
      facts: { requests: 0 }
    })
    expect(asked).toEqual([])
  })
})

describe('the encoding of favorite', () => {
  it('is not tried again if a refusal only echoes the form', async () => {
    const { client, asked } = clientOf(responseOf({ favorite: '1', results: ['fox.png'] }, { status: 400 }))
    expect((await updateImage(client, STAR)).outcome).toMatchObject({ kind: 'rejected', failure: { code: 'refused' } })
    expect(wire(asked)).toEqual(['PUT 1'])
  })

  it('becomes true after a 422 on the field, and is remembered', async () => {
    const { client, asked, dialect } = clientOf(refusedFlag, record())
    const { outcome, facts } = await updateImage(client, STAR)
    expect(outcome.kind).toBe('applied')
    expect(facts.requests).toBe(2)
    expect(dialect.known('update.boolean')).toBe('words')
    await updateImage(client, STAR)
    expect(wire(asked)).toEqual(['PUT 1', 'PUT true', 'PUT true'])
  })

  it('becomes true after a response without the change', async () => {
    const { client, asked, dialect } = clientOf(record({ favorite: 0 }), record())
    expect((await updateImage(client, STAR)).outcome.kind).toBe('applied')
    expect(wire(asked)).toEqual(['PUT 1', 'PUT true'])
    expect(dialect.known('update.boolean')).toBe('words')
  })

  it('is rejected after exactly one more attempt if neither is accepted', async () => {
    const { client, asked, dialect } = clientOf(record({ favorite: 0 }))
    expect((await updateImage(client, STAR)).outcome).toMatchObject({
      kind: 'rejected',
      failure: { code: 'not-taken' }
    })
    expect(wire(asked)).toEqual(['PUT 1', 'PUT true'])
    expect(dialect.known('update.boolean')).toBeNull()
  })

  it('is rejected with the message of the service if neither is allowed', async () => {
    const { client, asked } = clientOf(refusedFlag)
    expect((await updateImage(client, STAR)).outcome).toMatchObject({
      failure: { code: 'refused-fields', fields: { favorite: ['Must be true or false.'] } }
    })
    expect(asked).toHaveLength(2)
  })

  it('is tried in reverse order if words were learned', async () => {
    const { client, asked, dialect } = clientOf(refusedFlag, record({ favorite: 0 }))
    dialect.learn('update.boolean', 'words')
    expect((await updateImage(client, { ...STAR, favorite: false })).outcome.kind).toBe('applied')
    expect(wire(asked)).toEqual(['PUT false', 'PUT 0'])
    expect(dialect.known('update.boolean')).toBe('digits')
  })

  it('reports a failure of the second attempt', async () => {
    const { client } = clientOf(refusedFlag, failureOf('timed-out'))
    expect((await updateImage(client, STAR)).outcome.kind).toBe('unknown')
  })
})

describe('the encoding of a list', () => {
  const refusedList = (word: string) => responseOf({ results: [word] }, { status: 400 })
  const forms = (asked: readonly SendRequest[]) => asked.map(({ form }) => decodeURIComponent(form ?? '').split('=')[0])

  it('is the next one after a refusal that names it, and is not learned from its success', async () => {
    const { client, asked, dialect } = clientOf(refusedList('Required.'), refusedList('Required.'), record())
    const { outcome, facts } = await updateImage(client, STAR)
    expect(outcome.kind).toBe('applied')
    expect(facts.requests).toBe(3)
    expect(forms(asked)).toEqual(['results[]', 'results[0]', '{"results":["fox.png"],"favorite":1}'])
    expect([dialect.known('results.one'), dialect.isAttempted('results.one')]).toEqual([null, true])
  })

  it('is tried in every form, and the first refusal is returned if all are refused', async () => {
    const { client, asked, dialect } = clientOf(
      refusedList('Required.'),
      refusedList('No text.'),
      responseOf({ detail: 'Unsupported media type.' }, { status: 415 }),
      refusedList('Not a list.')
    )
    const { outcome, facts } = await updateImage(client, STAR)
    expect(outcome).toMatchObject({ kind: 'rejected', failure: { fields: { results: ['Required.'] } } })
    expect([facts.requests, asked.length, dialect.isAttempted('results.one')]).toEqual([4, 4, false])
  })

  it('that was accepted once is not changed because one record is refused', async () => {
    const { client, asked } = clientOf(record(), refusedList('Too long.'))
    await updateImage(client, STAR)
    expect((await updateImage(client, STAR)).outcome).toMatchObject({ failure: { fields: { results: ['Too long.'] } } })
    expect(asked).toHaveLength(2)
  })

  it('is learned separately for each length', async () => {
    const { client, dialect } = clientOf(refusedList('Required.'), record())
    await updateImage(client, { ...STAR, known: { ...KNOWN, results: '[]' } })
    expect(
      ['results.none', 'results.one', 'results.many'].map((trait) => dialect.isAttempted(trait as 'results.none'))
    ).toEqual([true, false, false])
  })

  it('reports a failure of the next one', async () => {
    const { client } = clientOf(refusedList('Required.'), failureOf('timed-out'))
    expect((await updateImage(client, STAR)).outcome.kind).toBe('unknown')
  })
})

describe('the method', () => {
  it('becomes PATCH after a 405, and is remembered', async () => {
    const { client, asked, dialect } = clientOf((request) => (request.method === 'PUT' ? refusedMethod : record()))
    const { outcome, facts } = await updateImage(client, STAR)
    expect(outcome.kind).toBe('applied')
    expect(facts.requests).toBe(2)
    await updateImage(client, STAR)
    expect(wire(asked)).toEqual(['PUT 1', 'PATCH 1', 'PATCH 1'])
    expect(dialect.known('update.method')).toBe('PATCH')
  })

  it('is rejected and not learned if neither is allowed', async () => {
    const { client, asked, dialect } = clientOf(refusedMethod)
    expect((await updateImage(client, STAR)).outcome).toMatchObject({
      kind: 'rejected',
      failure: { code: 'method-refused' }
    })
    expect(wire(asked)).toEqual(['PUT 1', 'PATCH 1'])
    expect(dialect.all()).toEqual({})
  })

  it('and the encoding together cost three requests once', async () => {
    const { client, asked } = clientOf((request) =>
      request.method === 'PUT' ? refusedMethod : sentFlag(request) === '1' ? refusedFlag : record()
    )
    expect((await updateImage(client, STAR)).facts.requests).toBe(3)
    await updateImage(client, STAR)
    expect(wire(asked)).toEqual(['PUT 1', 'PATCH 1', 'PATCH true', 'PATCH true'])
  })
})

describe('results and names', () => {
  it('notes a response that shows other results than were sent', async () => {
    const known = { ...KNOWN, results: '["a"]' }
    const same = clientOf(record({ results: ['a'] }))
    expect(await updateImage(same.client, { ...STAR, known })).toMatchObject({
      along: { results: 'results', showsOther: false }
    })
    const other = clientOf(record({ results: ['a', 'b'] }))
    const answered = await updateImage(other.client, { ...STAR, known })
    expect(answered).toMatchObject({
      along: { showsOther: true },
      outcome: { kind: 'applied', value: { fields: { results: ['a', 'b'] } } }
    })
  })

  it.each([
    ['Red fox', 'Red fox', 'applied'],
    ['  Red fox ', 'Red fox', 'applied'],
    ['Red fox in snow', 'Red fox', 'applied'],
    ['Red fox', 'Blue fox', 'rejected'],
    ['Red fox', '', 'rejected']
  ])('renamed to %j, response %j: %s', async (name, shown, kind) => {
    const { client, asked } = clientOf(record({ name: shown }))
    expect((await updateImage(client, { ...STAR, name })).outcome.kind).toBe(kind)
    expect(new URLSearchParams(asked[0]?.form ?? '').get('name')).toBe(name)
    expect(asked).toHaveLength(1)
  })

  it('treats the previous name as a refusal, even if it is a prefix of the desired one', async () => {
    const { client } = clientOf(record({ name: 'Red fox' }))
    const args = { ...STAR, name: 'Red fox in snow', nameBefore: 'Red fox' }
    expect((await updateImage(client, args)).outcome).toMatchObject({
      kind: 'rejected',
      failure: { code: 'not-taken' }
    })
  })
})
