import { expect, test } from 'vitest'
import { groupStatus, status } from '../../test/helpers/status-samples.ts'
import { saidOf, sendTime } from './said.ts'

const at = (state: ReturnType<typeof groupStatus>['state']) => groupStatus({ state })
const facts = (part: Parameters<typeof status>[0]) => ({ status: status(part), connection: null })

test('before main has reported a state it is connecting', () => {
  const nothing = { status: null, connection: null }
  expect([saidOf(nothing, 'images'), sendTime(nothing, 'images')]).toEqual(['connecting', 'later'])
})

test.each([
  ['up-to-date', false, 'now'],
  ['sending', false, 'now'],
  ['up-to-date', true, 'later'],
  ['rate-limited', false, 'later'],
  ['signed-out', false, 'later'],
  ['no-access', false, 'later'],
  ['stopped', false, 'later'],
  ['offline', false, 'when-reached'],
  ['not-responding', false, 'when-reached'],
  ['not-responding', true, 'later']
] as const)('changes of projects in state %s (paused: %s) are sent %s', (state, isPaused, expected) => {
  expect(sendTime(facts({ projects: at(state), isPaused }), 'projects')).toBe(expected)
})

test('a computer without a network is offline for both groups', () => {
  for (const group of ['images', 'projects'] as const) {
    const offline = { [group]: groupStatus({ state: 'offline', failure: { code: 'offline' } }) }
    expect([saidOf(facts(offline), 'images'), saidOf(facts(offline), 'projects')]).toEqual(['offline', 'offline'])
  }
})

test('an unreachable host does not make another host offline', () => {
  const group = (address: string) => ({ address, key: 'stored', keySavedAt: 0 }) as const
  const connection = {
    id: 'a',
    name: 'a',
    images: group('https://images.example.org'),
    projects: group('https://projects.example.org'),
    sharesKey: true,
    isSample: false
  }
  const images = groupStatus({ state: 'offline', failure: { code: 'host-not-found' } })
  const now = { ...facts({ images }), connection }
  expect([saidOf(now, 'images'), saidOf(now, 'projects')]).toEqual(['unreachable', 'up-to-date'])
})
