import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { APP_USER_MODEL_ID, keepPrivate, profileArgument, profilePaths } from './profile.ts'

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

test('every path is inside the profile', () => {
  const { root, ...paths } = profilePaths('/tmp/p')
  for (const path of Object.values(paths)) expect(path.startsWith(join(root, '/'))).toBe(true)
})

test('the app user model ID matches the one of the packager', () => {
  const config = readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8')
  expect(config).toContain(`\nappId: ${APP_USER_MODEL_ID}\n`)
})

const state = { folder: '', mask: 0 }
beforeEach(() => {
  state.folder = mkdtempSync(join(tmpdir(), 'proofsheet-private-'))
  state.mask = process.umask(0o022)
})
afterEach(() => {
  process.umask(state.mask)
  rmSync(state.folder, { recursive: true })
})

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

test('a new profile and files created in it later are private to the user', () => {
  const paths = profilePaths(join(state.folder, 'deep', 'profile'))
  keepPrivate(paths)
  mkdirSync(paths.libraries)
  writeFileSync(paths.connectionsFile, '{}')
  expect([paths.root, paths.libraries, paths.connectionsFile].map(modeOf)).toEqual(['700', '700', '600'])
})

test('a profile with permissions for others becomes private with its content', () => {
  const paths = profilePaths(state.folder)
  mkdirSync(join(paths.pictures, 'ab'), { recursive: true })
  for (const file of [paths.connectionsFile, join(paths.pictures, 'ab', 'c.webp')]) writeFileSync(file, '')
  const elsewhere = join(state.folder, 'elsewhere')
  writeFileSync(elsewhere, '')
  symlinkSync(elsewhere, join(paths.pictures, 'link'))
  chmodSync(state.folder, 0o755)
  keepPrivate(paths)
  const inside = readdirSync(paths.pictures, { recursive: true, encoding: 'utf8' }).toSorted()
  expect(inside.map((name) => modeOf(join(paths.pictures, name)))).toEqual(['700', '600', '644'])
  expect([state.folder, paths.pictures, paths.connectionsFile].map(modeOf)).toEqual(['700', '700', '600'])
})

test('a home folder with folders of the same names is not a profile', () => {
  const paths = profilePaths(state.folder)
  mkdirSync(paths.pictures)
  for (const folder of [state.folder, paths.pictures]) chmodSync(folder, 0o755)
  keepPrivate(paths)
  expect([state.folder, paths.pictures].map(modeOf)).toEqual(['755', '755'])
})

test('a folder that is not a profile keeps its permissions', () => {
  chmodSync(state.folder, 0o755)
  keepPrivate(profilePaths(state.folder))
  expect(modeOf(state.folder)).toBe('755')
})
