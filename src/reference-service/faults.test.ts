import { expect, test } from 'vitest'
import { createTestCaller, createTestClock, type TestCaller } from '../../test/helpers/call-service.ts'
import { faultsInOrder, type Fault } from './faults.ts'

const UPDATE = 'PUT /api/v1/images/7'
const isUpdate = ({ method }: { method: string }): boolean => method === 'PUT'

/** Creates a caller whose image 7 is not a favorite and whose first update gets the fault. */
function callerWith(fault: Fault, clock = createTestClock()): TestCaller {
  const caller = createTestCaller({ clock })
  caller.service.store.images.put(7, { favorite: false })
  caller.service.change({ faults: faultsInOrder([fault], isUpdate) })
  return caller
}

const isFavorite = ({ service }: TestCaller): boolean => service.store.images.get(7)?.favorite === true

test('drop-before: nothing is done, and the next attempt succeeds', async () => {
  const caller = callerWith({ kind: 'drop-before' })
  expect(await caller.reply(UPDATE, { form: 'favorite=1' })).toEqual({ kind: 'dropped' })
  expect(isFavorite(caller)).toBe(false)
  expect(caller.service.log.entries).toMatchObject([{ status: null, fault: 'drop-before' }])
  expect(caller.service.log.counters.dropped).toBe(1)
  expect((await caller.response(UPDATE, { form: 'favorite=1' })).status).toBe(200)
})

test('drop-after: done without a response', async () => {
  const caller = callerWith({ kind: 'drop-after' })
  expect(await caller.reply(UPDATE, { form: 'favorite=1' })).toEqual({ kind: 'dropped' })
  expect(isFavorite(caller)).toBe(true)
})

test('status: the response is replaced, optionally with the work done', async () => {
  const refused = callerWith({ kind: 'status', status: 503, headers: { 'retry-after': '7' }, body: 'down' })
  expect(await refused.response(UPDATE, { form: 'favorite=1' })).toMatchObject({
    status: 503,
    body: 'down',
    headers: { 'retry-after': '7' }
  })
  expect(isFavorite(refused)).toBe(false)
  const cut = callerWith({ kind: 'status', status: 504, isHandled: true })
  expect((await cut.response(UPDATE, { form: 'favorite=1' })).status).toBe(504)
  expect(isFavorite(cut)).toBe(true)
})

test('html: a web page instead of the response', async () => {
  const caller = callerWith({ kind: 'html' })
  const got = await caller.response(UPDATE, { form: 'favorite=1' })
  expect(got.status).toBe(200)
  expect(got.headers['content-type']).toBe('text/html')
  expect(got.body).toMatch(/^<!DOCTYPE html>/)
  expect(isFavorite(caller)).toBe(false)
})

test('delay: the real response, later', async () => {
  const clock = createTestClock()
  const caller = callerWith({ kind: 'delay', ms: 5000 }, clock)
  const pending = caller.response(UPDATE, { form: 'favorite=1' })
  await clock.someoneWaits()
  clock.advance(5000)
  expect((await pending).status).toBe(200)
})

test('the hook gets the number, the group and the parsed request', async () => {
  const seen: unknown[] = []
  const caller = createTestCaller({
    faults: ({ number, method, group, form }) => {
      seen.push([number, method, group, form['favorite']])
      return null
    }
  })
  await caller.response(UPDATE, { form: 'favorite=1' })
  await caller.response('GET /api/v1/projects')
  expect(seen).toEqual([
    [1, 'PUT', 'images', '1'],
    [2, 'GET', 'projects', undefined]
  ])
})

test('cut: done, with half of the response', async () => {
  const caller = callerWith({ kind: 'cut' })
  expect(await caller.reply(UPDATE, { form: 'favorite=1' })).toMatchObject({ kind: 'cut', response: { status: 200 } })
  expect(isFavorite(caller)).toBe(true)
  expect(caller.service.log.counters.dropped).toBe(1)
})

test.each([
  ['mark', /^\uFEFF\r\n\{/],
  ['warning', /^\nWarning: .+\n\{/],
  ['broken', /^\{.*[^}]$/]
] as const)('garbled, %s: done, with invalid text', async (how, pattern) => {
  const caller = callerWith({ kind: 'garbled', how })
  const { status, body } = await caller.response(UPDATE, { form: 'favorite=1' })
  expect(status).toBe(200)
  expect(body).toMatch(pattern)
  expect(isFavorite(caller)).toBe(true)
})
