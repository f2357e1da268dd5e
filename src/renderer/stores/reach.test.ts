import { expect, test } from 'vitest'
import { canFetch, isOutOfReach, sendTime } from './reach.ts'
import { groupStatus, status } from '../../../test/helpers/status-samples.ts'

const at = (state: ReturnType<typeof groupStatus>['state']) => groupStatus({ state })

test.each([
  ['up-to-date', false, true],
  ['held', false, true],
  ['signed-out', false, false],
  ['offline', true, false],
  ['not-answering', true, false]
] as const)('images that are %s', (state, outOfReach, fetches) => {
  const now = status({ images: at(state) })
  expect([isOutOfReach(now), canFetch(now)]).toEqual([outOfReach, fetches])
})

test('nothing is known before main has told a state', () => {
  expect([isOutOfReach(null), canFetch(null), sendTime(null, 'images')]).toEqual([false, false, 'later'])
})

test.each([
  ['up-to-date', false, 'now'],
  ['sending', false, 'now'],
  ['up-to-date', true, 'later'],
  ['held', false, 'later'],
  ['signed-out', false, 'later'],
  ['no-access', false, 'later'],
  ['stopped', false, 'later'],
  ['offline', false, 'when-reached'],
  ['not-answering', true, 'when-reached']
] as const)('what is asked of projects that are %s (paused: %s) is sent %s', (state, isPaused, expected) => {
  expect(sendTime(status({ projects: at(state), isPaused }), 'projects')).toBe(expected)
})
