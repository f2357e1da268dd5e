import { describe, expect, it } from 'vitest'
import type { FailureCode } from '../../../shared/failure.ts'
import type { Operation } from './outcome.ts'
import { outcomeOf, outcomeOfNoReply, type Reply } from './outcome-table.ts'

const OPERATIONS: readonly Operation[] = ['read', 'update', 'delete-image', 'delete-project', 'store']

const reply = (more: Partial<Reply<string>> = {}): Reply<string> => ({
  status: 200,
  shape: 'shown',
  body: 'json',
  value: 'record',
  retryDelayMs: 5_000,
  about: { status: more.status ?? 200, host: 'example.org' },
  ...more
})

/** `kind` or `kind code`, in the format of the documented table. */
function summaryOf(operation: Operation, more: Partial<Reply<string>>): string {
  const outcome = outcomeOf(operation, reply(more))
  if (outcome.kind === 'applied') return `applied ${outcome.value ?? 'null'}`
  if (outcome.kind === 'retry') return `retry ${outcome.failure.code}${outcome.countsAttempt ? '' : ' uncounted'}`
  return `${outcome.kind} ${outcome.failure.code}`
}

const all = (text: string): readonly string[] => OPERATIONS.map(() => text)

/** One line per row of the documented table. Columns: read, update, delete image, delete project, store. */
const ROWS: readonly (readonly [string, Partial<Reply<string>>, readonly string[]])[] = [
  ['2xx that shows the desired value', {}, all('applied record')],
  ['201', { status: 201 }, all('applied record')],
  ['202', { status: 202 }, all('applied record')],
  [
    '2xx empty',
    { status: 204, shape: 'empty', body: 'other', value: null },
    ['retry not-understood', 'applied null', 'applied null', 'applied null', 'unknown not-understood']
  ],
  [
    '2xx bare acknowledgement',
    { shape: 'empty', value: null },
    ['retry not-understood', 'applied null', 'applied null', 'applied null', 'unknown not-understood']
  ],
  [
    '2xx that shows something else',
    { shape: 'other' },
    ['applied record', ...Array.from({ length: 4 }, () => 'rejected not-taken')]
  ],
  [
    '2xx of an unknown shape',
    { shape: 'unreadable', value: null },
    ['stopped not-understood', ...Array.from({ length: 4 }, () => 'unknown not-understood')]
  ],
  [
    '2xx HTML',
    { shape: 'unreadable', body: 'other', value: null },
    ['stopped not-json', ...Array.from({ length: 4 }, () => 'unknown not-json')]
  ],
  [
    '2xx cut in the middle',
    { shape: 'unreadable', body: 'cut', value: null },
    ['retry connection-lost', ...Array.from({ length: 4 }, () => 'unknown connection-lost')]
  ],
  ...[400, 409, 413, 415, 419, 422, 402, 406, 412, 418, 431, 451].map(
    (status) => [`${status}`, { status, shape: 'unreadable' }, all('rejected refused')] as const
  ),
  ['401 JSON', { status: 401 }, all('signed-out unauthorized')],
  ['401 HTML', { status: 401, body: 'other' }, all('signed-out unauthorized')],
  ['403 JSON', { status: 403 }, all('rejected forbidden')],
  ['403 HTML', { status: 403, body: 'other' }, all('stopped blocked')],
  ...[404, 410].flatMap((status) => [
    [
      `${status} JSON`,
      { status, value: null },
      ['gone not-found', 'rejected not-found', 'applied null', 'unknown not-found', 'rejected wrong-address']
    ] as const,
    [`${status} HTML`, { status, body: 'other' }, all('stopped wrong-address')] as const
  ]),
  ['405 JSON', { status: 405 }, all('rejected method-refused')],
  ['405 HTML', { status: 405, body: 'other' }, all('stopped wrong-address')],
  ['429 JSON', { status: 429 }, all('rate-limited rate-limited')],
  ['429 HTML', { status: 429, body: 'other' }, all('rate-limited rate-limited')],
  ...[408, 425, 500, 501, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527].flatMap((status) =>
    (['json', 'other'] as const).map(
      (body) =>
        [
          `${status} ${body}`,
          { status, body },
          ['retry service-error', ...Array.from({ length: 4 }, () => 'unknown service-error')]
        ] as const
    )
  ),
  [
    '302',
    { status: 302, body: 'other' },
    ['stopped redirected', 'stopped redirected', 'stopped redirected', 'unknown redirected', 'unknown redirected']
  ],
  ['407', { status: 407, body: 'other' }, all('retry proxy-failed uncounted')]
]

describe('outcomeOf', () => {
  it.each(ROWS)('%s', (_name, more, expected) => {
    expect(OPERATIONS.map((operation) => summaryOf(operation, more))).toEqual(expected)
  })

  it.each([
    [199, 'unknown service-error'],
    [299, 'applied record'],
    [300, 'stopped redirected'],
    [399, 'stopped redirected'],
    [499, 'rejected refused'],
    [599, 'unknown service-error']
  ])('a status of %i, at an edge of the table, is %s', (status, expected) => {
    expect(summaryOf('update', { status })).toBe(expected)
  })

  it('keeps the details of the failure beside its code', () => {
    expect(outcomeOf('update', reply({ status: 407 }))).toEqual({
      kind: 'retry',
      failure: { code: 'proxy-failed', status: 407, host: 'example.org' },
      countsAttempt: false
    })
    expect(outcomeOf('read', reply({ status: 500 }))).toEqual({
      kind: 'retry',
      failure: { code: 'service-error', status: 500, host: 'example.org' },
      countsAttempt: true
    })
  })

  it('uses the code for refused fields only for a refusal', () => {
    const fields = { name: ['is too long'] }
    expect(summaryOf('update', { status: 403, about: { fields } })).toBe('rejected forbidden')
    expect(summaryOf('update', { status: 404, body: 'other', about: { fields } })).toBe('stopped wrong-address')
  })

  it('lists the fields of a refusal', () => {
    const fields = { name: ['is too long'] }
    const outcome = outcomeOf('update', reply({ status: 422, about: { status: 422, fields } }))
    expect(outcome).toEqual({ kind: 'rejected', failure: { code: 'refused-fields', status: 422, fields } })
  })

  it('passes on the delay of a 429', () => {
    expect(outcomeOf('store', reply({ status: 429 }))).toMatchObject({
      kind: 'rate-limited',
      retryAfterMs: 5_000,
      failure: { code: 'rate-limited', retryAfterMs: 5_000 }
    })
  })

  it('never retries a store or a project delete that may have been applied', () => {
    for (const status of [200, 204, 302, 408, 425, 500, 502, 503, 504, 520, 524, 599])
      for (const shape of ['empty', 'unreadable'] as const)
        for (const body of ['json', 'other', 'cut'] as const) {
          expect(outcomeOf('store', reply({ status, shape, body })).kind).not.toBe('retry')
          expect(outcomeOf('delete-project', reply({ status, shape, body })).kind).not.toBe('retry')
        }
  })
})

describe('outcomeOfNoReply', () => {
  const kindsOf = (code: FailureCode, wasSent: boolean) =>
    OPERATIONS.map((operation) => {
      const outcome = outcomeOfNoReply(operation, { code, wasSent, about: {} })
      return outcome.kind === 'retry' ? `retry${outcome.countsAttempt ? '' : ' uncounted'}` : outcome.kind
    })
  const unknown = ['unknown', 'unknown', 'unknown', 'unknown']

  it.each<FailureCode>([
    'offline',
    'host-not-found',
    'connection-refused',
    'host-unreachable',
    'tls-untrusted',
    'tls-expired',
    'tls-wrong-name',
    'tls-failed',
    'proxy-failed',
    'timed-out'
  ])('%s, never sent: retried for every operation, no attempt counted', (code) => {
    expect(kindsOf(code, false)).toEqual(all('retry uncounted'))
  })

  it.each<FailureCode>(['timed-out', 'connection-lost', 'canceled', 'internal'])(
    '%s, possibly sent: only a read is retried',
    (code) => {
      expect(kindsOf(code, true)).toEqual(['retry', ...unknown])
    }
  )

  it('treats a response that is too large as unreadable', () => {
    expect(kindsOf('response-too-large', true)).toEqual(['stopped', ...unknown])
  })

  it('stops at a redirect, and looks up what may have been created behind it', () => {
    expect(kindsOf('redirected', true)).toEqual(['stopped', 'stopped', 'stopped', 'unknown', 'unknown'])
  })

  it.each<FailureCode>([
    'key-missing',
    'key-malformed',
    'keychain-locked',
    'keychain-denied',
    'keychain-unavailable',
    'keychain-timed-out',
    'unauthorized'
  ])('%s: signed out, as after a 401', (code) => {
    expect(kindsOf(code, false)).toEqual(all('signed-out'))
  })

  it.each<FailureCode>([
    'address-invalid',
    'address-has-password',
    'address-insecure',
    'arguments-invalid',
    'no-connection'
  ])('%s: a request refused on this computer is not retried, unless it was sent', (code) => {
    expect(kindsOf(code, false)).toEqual(all('stopped'))
    expect(kindsOf(code, true)).toEqual(['retry', ...unknown])
  })

  it('keeps the code it was given', () => {
    expect(outcomeOfNoReply('update', { code: 'timed-out', wasSent: true, about: { host: 'h' } })).toEqual({
      kind: 'unknown',
      failure: { code: 'timed-out', host: 'h' }
    })
  })
})
