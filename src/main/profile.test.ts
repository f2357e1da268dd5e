import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { profileArgument, profilePaths } from './profile.ts'

test.each([
  [['proofsheet', '--profile', '/tmp/p'], '/tmp/p'],
  [['electron', '.', '--profile=/tmp/p q'], '/tmp/p q'],
  [['electron', '.', '--profile', 'here'], resolve('here')],
  [['electron', '.', '--profile'], null],
  [['electron', '.', '--profile', '--inspect'], null],
  [['electron', '.', '--profile='], null],
  [['electron', '.', '--user-data-dir=/tmp/x'], null]
])('%j', (argv, expected) => {
  expect(profileArgument(argv)).toBe(expected)
})

test('everything lies inside the profile', () => {
  const { root, ...places } = profilePaths('/tmp/p')
  for (const place of Object.values(places)) expect(place.startsWith(join(root, '/'))).toBe(true)
})
