import { expect, test } from 'vitest'
import { createTestCaller } from '../test-caller.ts'
import { ALL } from './hazard.ts'
import { HAZARDS, hazardOf } from './hazards.ts'
import { faultHook, pictureFault, readPlay, wireHook } from './play-hazard.ts'
import type { HazardPlay } from './play-hazard.ts'

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
  ['picture-svg-on-list', 'The hazard "picture-svg" cannot happen to "list"']
])('"%s" is refused in a sentence', (text, problem) => {
  expect(readPlay(text)).toEqual({ ok: false, problem })
})

test('no name can be read in two ways', () => {
  for (const { id } of HAZARDS) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(id).not.toContain('-on-')
    expect(hazardOf(id)?.id).toBe(id)
  }
})

test('happens to its operations only, and so many times', async () => {
  const { answer } = createTestCaller({ faults: faultHook([{ ...played('status-500-on-show'), times: 2 }]) })
  const statuses: number[] = []
  for (const line of ['GET /api/v1/images', 'GET /api/v1/images/5', 'GET /api/v1/images/5', 'GET /api/v1/images/5'])
    statuses.push((await answer(line)).status)
  expect(statuses).toEqual([200, 500, 500, 200])
  expect((await answer('GET /elsewhere')).status).toBe(404)
})

test('of several the first that fits', async () => {
  const plays = [played('status-500-on-show'), played('status-503')]
  const { answer } = createTestCaller({ faults: faultHook(plays) })
  expect((await answer('GET /api/v1/images/5')).status).toBe(500)
  expect((await answer('GET /api/v1/images')).status).toBe(503)
})

test('each level goes to its own place', () => {
  const plays = [played('html'), { ...played('reset-before-on-show'), times: 1 }, played('picture-empty')]
  const wire = wireHook(plays)
  expect(wire('list-images')).toBeNull()
  expect(wire(null)).toBeNull()
  expect(wire('show-image')).toEqual({ kind: 'reset-before' })
  expect(wire('show-image')).toBeNull()
  expect(pictureFault(plays)?.({ status: 200, headers: {}, bytes: Buffer.from('x') }).bytes).toHaveLength(0)
  expect(pictureFault([played('html')])).toBeNull()
})
