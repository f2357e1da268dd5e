import { expect, test } from 'vitest'
import { createTestCaller } from '../../../test/helpers/call-service.ts'
import { ALL } from './hazard.ts'
import { HAZARDS, hazardOf } from './hazards.ts'
import { faultHook, pictureFault, readPlay, wireHook, type HazardPlay } from './play-hazard.ts'

function played(text: string): HazardPlay {
  const read = readPlay(text)
  if (!read.ok) throw new Error(read.problem)
  return read.play
}

test.each([
  ['html', ALL],
  ['html-on-list', ['list-images', 'list-projects']],
  ['html-on-list-images', ['list-images']],
  ['html-on-delete', ['delete-image', 'delete-project']],
  ['deleted-false-on-delete-project', ['delete-project']],
  ['picture-svg', []],
  ['tls-expired', []]
])('%s', (text, operations) => {
  expect(played(text).operations).toEqual(operations)
})

test.each([
  ['htm', 'There is no hazard "htm"'],
  ['', 'There is no hazard ""'],
  ['constructor', 'There is no hazard "constructor"'],
  ['htm-on-list', 'There is no hazard "htm"'],
  ['html-on-walk', 'There is no operation "walk"'],
  ['html-on-', 'There is no operation ""'],
  ['deleted-false-on-list', 'The hazard "deleted-false" cannot happen to "list"'],
  ['picture-svg-on-list', 'The hazard "picture-svg" cannot happen to "list"'],
  ['picture-svg-in-20', 'The hazard "picture-svg" happens always'],
  ['tls-expired-in-20', 'The hazard "tls-expired" happens always'],
  ['html-in-1', '"html" takes one request in 2 or more'],
  ['html-in-often', 'There is no hazard "html-in-often"']
])('"%s" fails with a sentence', (text, problem) => {
  expect(readPlay(text)).toEqual({ ok: false, problem })
})

test('no name is ambiguous', () => {
  for (const { id } of HAZARDS) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(id).not.toMatch(/-on-|-in-\d/)
    expect(hazardOf(id)?.id).toBe(id)
  }
})

test('applies only to its operations and a limited number of times', async () => {
  const { response } = createTestCaller({ faults: faultHook([{ ...played('status-500-on-show'), times: 2 }]) })
  const statuses: number[] = []
  for (const line of ['GET /api/v1/images', 'GET /api/v1/images/5', 'GET /api/v1/images/5', 'GET /api/v1/images/5'])
    statuses.push((await response(line)).status)
  expect(statuses).toEqual([200, 500, 500, 200])
  expect((await response('GET /elsewhere')).status).toBe(404)
})

test.each([
  ['html-403-in-1000', 100],
  ['status-403-in-100', 1_000],
  ['retry-after-none-in-20', 5_000],
  ['html-on-show-in-100', 1_000]
])('applies to a share of requests: %s', async (text, wanted) => {
  const hook = faultHook([played(text)])
  const subject = {
    number: 1,
    at: 0,
    method: 'GET',
    path: '/api/v1/images/5',
    group: 'images',
    query: {},
    form: {}
  } as const
  const met = Array.from({ length: 100_000 }, () => hook({ ...subject, operation: 'show-image' })).filter(Boolean)
  expect(met.length).toBeGreaterThan(wanted * 0.8)
  expect(met.length).toBeLessThan(wanted * 1.2)
  expect(hook({ ...subject, operation: null })).toBeNull()
})

test('two hazards with a share select different requests', () => {
  const hook = faultHook([played('html-403-in-20'), played('status-403-in-20')])
  const subject = {
    number: 1,
    at: 0,
    method: 'GET',
    path: '/',
    group: 'images',
    operation: 'show-image',
    query: {},
    form: {}
  } as const
  const kinds = Array.from({ length: 2_000 }, () => hook(subject)?.kind)
  expect(kinds.filter((kind) => kind === 'html').length).toBeGreaterThan(50)
  expect(kinds.filter((kind) => kind === 'status').length).toBeGreaterThan(50)
})

test('the first matching hazard applies', async () => {
  const plays = [played('status-500-on-show'), played('status-503')]
  const { response } = createTestCaller({ faults: faultHook(plays) })
  expect((await response('GET /api/v1/images/5')).status).toBe(500)
  expect((await response('GET /api/v1/images')).status).toBe(503)
})

test('each level has its own hook', () => {
  const plays = [played('html'), { ...played('reset-before-on-show'), times: 1 }, played('picture-empty')]
  const wire = wireHook(plays)
  expect(wire('list-images')).toBeNull()
  expect(wire(null)).toBeNull()
  expect(wire('show-image')).toEqual({ kind: 'reset-before' })
  expect(wire('show-image')).toBeNull()
  expect(pictureFault(plays)?.({ status: 200, headers: {}, bytes: Buffer.from('x') }).bytes).toHaveLength(0)
  expect(pictureFault([played('html')])).toBeNull()
})
