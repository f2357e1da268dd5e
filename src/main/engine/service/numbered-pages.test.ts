import { expect, test } from 'vitest'
import { responseOf, failureOf, scriptedSend, type Scripted } from '../../../../test/helpers/scripted-send.ts'
import type { SendRequest } from '../../../shared/send.ts'
import { createDialect } from './dialect.ts'
import { listImages } from './images.ts'
import type { ServiceClient } from './service-client.ts'

function clientOf(...answers: Scripted[]) {
  const { send, asked } = scriptedSend(...answers)
  const dialect = createDialect()
  const client: ServiceClient = { send, slot: 'images', address: 'https://example.org', dialect, now: () => 0 }
  return { client, dialect, pages: () => asked.map((request) => pageOf(request)) }
}

const pageOf = (request: SendRequest): string | null => new URL(request.url).searchParams.get('page')
const rows = (...ids: number[]) => ids.map((id) => ({ id }))
const list = (client: ServiceClient, page?: number) => listImages(client, { perPage: 10, ...(page ? { page } : {}) })

/** A bare array of two pages, counted from 0, without any page facts. */
const countedFromZero = (request: SendRequest) =>
  responseOf(pageOf(request) === '0' ? rows(4, 3) : pageOf(request) === '1' ? rows(2, 1) : [])

test.each([
  ['rows before it', { data: rows(2, 1), meta: { current_page: 1, from: 3 } }],
  ['a link to page 0', { data: rows(2, 1), links: { first: 'https://x.example/?page=0' } }],
  ['a link back', { data: rows(2, 1), links: { prev: 'https://x.example/?page=0' } }],
  ['too few pages for the total', { data: rows(2, 1), current_page: 1, last_page: 1, per_page: 2, total: 4 }]
])('page 1 that shows %s is the second one', async (_name, body) => {
  const { client, dialect, pages } = clientOf((request) => responseOf(pageOf(request) === '0' ? rows(4, 3) : body))
  const { outcome, facts } = await list(client, 1)
  expect(outcome).toMatchObject({ kind: 'applied', value: { records: [{ id: '4' }, { id: '3' }] } })
  expect(facts.requests).toBe(2)
  expect(dialect.known('page.first')).toBe('zero')
  await list(client, 2)
  expect(pages()).toEqual(['1', '0', '1'])
})

test.each([
  ['the first row', { data: rows(2, 1), meta: { from: 1 } }],
  ['a link to itself as the first', { data: rows(2, 1), links: { first: 'https://x.example/?page=1', prev: null } }],
  ['no link back among links', { data: rows(2, 1), links: { prev: null } }],
  ['no link back', { data: rows(2, 1), prev_page_url: null }],
  ['no page before it', { results: rows(2, 1), previous: null }]
])('page 1 that shows %s is the first one', async (_name, body) => {
  const { client, dialect, pages } = clientOf(responseOf(body))
  await list(client, 1)
  await list(client, 1)
  expect(pages()).toEqual(['1', '1'])
  expect(dialect.known('page.first')).toBe('one')
})

test('without page facts, page 0 is requested once', async () => {
  const { client, pages } = clientOf(countedFromZero)
  const ids = []
  for (const page of [1, 2, 3]) {
    const { outcome } = await list(client, page)
    if (outcome.kind === 'applied') ids.push(...(outcome.value?.records ?? []).map(({ id }) => id))
  }
  expect(ids).toEqual(['4', '3', '2', '1'])
  expect(pages()).toEqual(['1', '0', '1', '2'])
})

test.each([
  ['the same records', responseOf(rows(2, 1))],
  ['some of them, because one was added in the meantime', responseOf(rows(3, 2))],
  ['nothing', responseOf([])]
])('page 0 with %s is page 1', async (_name, zero) => {
  const { client, dialect } = clientOf(responseOf(rows(2, 1)), zero)
  expect((await list(client, 1)).outcome).toMatchObject({
    kind: 'applied',
    value: { records: [{ id: '2' }, { id: '1' }] }
  })
  expect(dialect.known('page.first')).toBe('one')
})

test('a failure on page 0 does not prevent reading page 1', async () => {
  const { client, dialect } = clientOf(
    responseOf(rows(2, 1)),
    responseOf('OFFSET must not be negative', { status: 500 })
  )
  expect((await list(client, 1)).outcome.kind).toBe('applied')
  expect(dialect.known('page.first')).toBeNull()
})

test('a refused page 0 does not exist, and is not requested again', async () => {
  const { client, dialect, pages } = clientOf((request) =>
    pageOf(request) === '0' ? responseOf({ detail: 'Invalid page.' }, { status: 404 }) : responseOf(rows(2, 1))
  )
  expect((await list(client, 1)).outcome).toMatchObject({ kind: 'applied', value: { listed: 2 } })
  expect(dialect.known('page.first')).toBe('one')
  await list(client, 1)
  expect(pages()).toEqual(['1', '0', '1'])
})

test('a page 0 without a response leaves the page unread', async () => {
  const { client, dialect } = clientOf(responseOf(rows(2, 1)), failureOf('connection-lost'))
  expect((await list(client, 1)).outcome).toMatchObject({ kind: 'retry', failure: { code: 'connection-lost' } })
  expect(dialect.known('page.first')).toBeNull()
})

test('without a number, or with a cursor, no further request is sent', async () => {
  const { client, pages } = clientOf(responseOf({ data: rows(2, 1), next_cursor: 'abc' }))
  await list(client)
  await list(client, 1)
  await listImages(client, { perPage: 10, cursor: 'abc' })
  expect(pages()).toEqual([null, '1', null])
})

const whole = { data: rows(30, 29), current_page: 1, from: 1, per_page: 2, total: 3 }

test.each([400, 404, 410, 422])('a later page refused with %i is past the end if page 1 is served', async (status) => {
  const { client, pages } = clientOf((request) =>
    pageOf(request) === '1' ? responseOf(whole) : responseOf({ detail: 'Invalid page.' }, { status })
  )
  const { outcome, facts } = await list(client, 3)
  const value = { records: [], listed: 0, hasNext: false, total: 3, perPage: 2, currentPage: null, isRefused: true }
  expect(outcome).toMatchObject({ kind: 'applied', value })
  expect(facts.requests).toBe(2)
  expect(pages()).toEqual(['3', '1'])
})

test('so is the page of an expired cursor', async () => {
  const { client } = clientOf((request) =>
    new URL(request.url).searchParams.has('cursor') ? responseOf({}, { status: 422 }) : responseOf({ data: rows(2, 1) })
  )
  const { outcome } = await listImages(client, { perPage: 10, cursor: 'abc' })
  expect(outcome).toMatchObject({ kind: 'applied', value: { listed: 0, isRefused: true } })
})

test.each([
  ['unproven after a first page that is only shorter than requested', rows(2, 1), true],
  ['unproven after one with the length that the service reports', { data: rows(2, 1), per_page: 2 }, true],
  ['proven by one shorter than the length that the service reports', { data: rows(2, 1), per_page: 5 }, undefined],
  ['proven if the service reports that no page follows', { data: rows(2, 1), has_more: false }, undefined],
  ['unproven after a full one', rows(10, 9, 8, 7, 6, 5, 4, 3, 2, 1), true],
  ['unproven if the first page reports it', { data: rows(2, 1), links: { next: '?page=2' } }, true]
])('a refused page 2 is an end that is %s', async (_name, first, isRefused) => {
  const { client } = clientOf((request) =>
    pageOf(request) === '2' ? responseOf({}, { status: 404 }) : responseOf(first)
  )
  const { outcome } = await list(client, 2)
  expect(outcome.kind === 'applied' ? outcome.value?.isRefused : outcome).toBe(isRefused)
})

test('if page 1 does not exist either, the address is wrong', async () => {
  const { client } = clientOf(responseOf({ detail: 'Not found.' }, { status: 404 }))
  expect((await list(client, 1)).outcome).toMatchObject({ kind: 'stopped', failure: { code: 'wrong-address' } })
  expect((await list(client, 2)).outcome).toMatchObject({ kind: 'stopped', failure: { code: 'wrong-address' } })
})

test.each([401, 403, 429, 500])(
  'a later page with status %i is not an end, and page 1 is not requested',
  async (status) => {
    const { client, pages } = clientOf(responseOf({ message: 'No.' }, { status }))
    expect((await list(client, 3)).outcome.kind).not.toBe('applied')
    expect(pages()).toEqual(['3'])
  }
)
