import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { APP_USER_MODEL_ID, profileArgument, profilePaths } from './profile.ts'

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

test('windows belong to the shortcuts that the packager makes', () => {
  const packed = readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8')
  expect(packed).toContain(`\nappId: ${APP_USER_MODEL_ID}\n`)
})
