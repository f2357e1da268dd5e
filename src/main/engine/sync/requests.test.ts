import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../drivers/seeded-random.ts'
import { createVirtualClock } from '../../../../drivers/virtual-clock.ts'
import { type ServiceResult, NO_REQUEST } from '../service/service-client.ts'
import { UNKNOWN_RATE } from '../service/rate-headers.ts'
import { Governor } from './governor.ts'
import { Requests, reportOfResponse } from './requests.ts'
import { Availability } from './availability.ts'
import type { SendResponse } from '../../../shared/send.ts'

function setUp() {
  const clock = createVirtualClock()
  const random = seededRandom(1)
  const nothing = (): void => undefined
  const governor = new Governor({ clock, random, onChange: nothing })
  const events = { onChange: nothing, onSignedOut: nothing, onOnline: nothing }
  const availability = new Availability({ clock, random, hasKey: true, isPaused: false, ...events })
  const requests = new Requests({ nextSequence: () => 1, governor, availability, signal: new AbortController().signal })
  const response = Promise.withResolvers<ServiceResult<null>>()
  const done: ServiceResult<null> = { outcome: { kind: 'applied', value: null }, facts: NO_REQUEST }
  const run = (heard: () => void) =>
    requests.run({
      lane: 'pull',
      requestClass: 'read',
      about: 'record',
      send: () => response.promise,
      onResponse: heard
    })
  return { governor, requests, run, response: (answered = done) => response.resolve(answered) }
}

it('is idle after the last response was processed, and at once if nothing is in flight', async () => {
  const { requests, run, response } = setUp()
  const order: string[] = []
  await requests.idle()
  const asked = run(() => order.push('heard'))
  const idle = requests.idle().then(() => order.push('idle'))
  response()
  await Promise.all([asked, idle])
  expect(order).toEqual(['heard', 'idle'])
})

it('drops responses after the library was closed, and is idle then as well', async () => {
  const { requests, run, response } = setUp()
  const heard: string[] = []
  const asked = run(() => heard.push('heard'))
  requests.close()
  const idle = requests.idle()
  response()
  await idle
  expect(await asked).toBeNull()
  expect(heard).toEqual([])
})

describe('a refusal', () => {
  const refusal: ServiceResult<null> = {
    outcome: { kind: 'rate-limited', failure: { code: 'rate-limited' }, retryAfterMs: 7_000 },
    facts: { ...NO_REQUEST, status: 429, rate: { ...UNKNOWN_RATE, retryAfterMs: 7_000 }, requests: 1 }
  }

  it('starts the cooldown of the host even if the disk does not take the response', async () => {
    const { governor, run, response } = setUp()
    const asked = run(() => {
      throw new Error('disk full')
    })
    response(refusal)
    await expect(asked).rejects.toThrow('disk full')
    expect(governor.state().cooldownUntil).not.toBeNull()
  })

  it('starts the cooldown before the response is processed, which may request more', async () => {
    const { governor, run, response } = setUp()
    const held: boolean[] = []
    const asked = run(() => held.push(governor.state().cooldownUntil !== null))
    response(refusal)
    await asked
    expect(held).toEqual([true])
  })
})

const NOW = Date.UTC(2026, 10, 28, 12, 10, 0)

const response = (status: number, headers: Readonly<Record<string, string>>): SendResponse => ({
  kind: 'response',
  status,
  headers,
  body: '{}',
  url: 'https://service.example/api/v1/images'
})

describe('the report of a turn', () => {
  it('contains the end of the window, as ms from the response', () => {
    const headers = { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599', 'x-ratelimit-reset': '41' }
    expect(reportOfResponse(response(200, headers), NOW)).toEqual({
      kind: 'answered',
      rate: { limit: 600, remaining: 599, resetMs: 41_000, retryAfterMs: null },
      retryAfterMs: null,
      requests: 1
    })
  })

  it('contains no window if the service reports none', () => {
    expect(reportOfResponse(response(200, {}), NOW).rate).toMatchObject({ limit: null, remaining: null, resetMs: null })
  })

  it.each([
    [429, 'refused'],
    [503, 'unavailable'],
    [408, 'unavailable'],
    [500, 'answered']
  ])('%i: %s', (status, kind) => {
    expect(reportOfResponse(response(status, {}), NOW).kind).toBe(kind)
  })

  it.each([
    [429, { 'retry-after': '7' }, 7_000],
    [429, { 'x-ratelimit-reset': '41' }, 41_000],
    [429, {}, 60_000],
    [503, { 'retry-after': '7' }, 7_000],
    [503, {}, null]
  ])('%i %o requests a cooldown of %s ms', (status, headers, rest) => {
    expect(reportOfResponse(response(status, headers), NOW).retryAfterMs).toBe(rest)
  })
})
