import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_PREFERENCES } from '../shared/preferences.ts'
import { openPreferences } from './preferences.ts'

const folder = { path: '' }
const file = () => join(folder.path, 'preferences.json')
beforeEach(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'proofsheet-preferences-'))
})
afterEach(() => rm(folder.path, { recursive: true, force: true }))

test('what is set is there at once, and after the next start', async () => {
  const preferences = await openPreferences(file())
  expect(preferences.get()).toEqual(DEFAULT_PREFERENCES)
  const written = Promise.all([preferences.set({ tile: 232 }), preferences.set({ screen: 'projects' })])
  expect(preferences.get()).toMatchObject({ tile: 232, screen: 'projects' })
  expect(await written).toEqual([
    { ok: true, value: null },
    { ok: true, value: null }
  ])
  expect((await openPreferences(file())).get()).toMatchObject({ tile: 232, screen: 'projects' })
  expect(await readdir(folder.path)).toEqual(['preferences.json'])
})

test('a file of a version that knew no picture hosts is read', async () => {
  const { pictureHosts: _pictureHosts, ...older } = DEFAULT_PREFERENCES
  await writeFile(file(), JSON.stringify({ ...older, tile: 232 }))
  expect((await openPreferences(file())).get()).toEqual({ ...DEFAULT_PREFERENCES, tile: 232 })
})

test.each(['', '{', '[]', '{"tile":1e9}'])('%j costs the memory, never the start, and is kept', async (content) => {
  await writeFile(file(), content)
  expect((await openPreferences(file())).get()).toEqual(DEFAULT_PREFERENCES)
  const [kept = ''] = await readdir(folder.path)
  expect(kept).toContain('preferences.json.broken-')
  expect(await readFile(join(folder.path, kept), 'utf8')).toBe(content)
})
