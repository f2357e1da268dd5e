import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CreateDraft } from '../shared/change.ts'
import { NO_FACETS } from '../shared/image.ts'
import { DEFAULT_PREFERENCES } from '../shared/preferences.ts'
import { openCreateDraft, openKeptFiles, openPreferences } from './kept-files.ts'
import { profilePaths } from './profile.ts'

const folder = { path: '' }
const file = (name: string) => join(folder.path, name)
beforeEach(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'proofsheet-kept-'))
})
afterEach(() => rm(folder.path, { recursive: true, force: true }))

test('preferences are available immediately and after a restart', async () => {
  const preferences = await openPreferences(file('preferences.json'))
  expect(preferences.get()).toEqual(DEFAULT_PREFERENCES)
  const written = Promise.all([preferences.set({ tile: 232 }), preferences.set({ screen: 'projects' })])
  expect(preferences.get()).toMatchObject({ tile: 232, screen: 'projects' })
  expect(await written).toEqual([
    { ok: true, value: null },
    { ok: true, value: null }
  ])
  expect((await openPreferences(file('preferences.json'))).get()).toMatchObject({ tile: 232, screen: 'projects' })
  expect(await readdir(folder.path)).toEqual(['preferences.json'])
})

test('a file without picture hosts gets the default ones', async () => {
  const { pictureHosts: _pictureHosts, ...older } = DEFAULT_PREFERENCES
  await writeFile(file('preferences.json'), JSON.stringify({ ...older, tile: 232 }))
  expect((await openPreferences(file('preferences.json'))).get()).toEqual({ ...DEFAULT_PREFERENCES, tile: 232 })
})

test.each(['', '{', '[]', '{"tile":1e9}'])('%j is set aside and the defaults apply', async (content) => {
  await writeFile(file('preferences.json'), content)
  expect((await openPreferences(file('preferences.json'))).get()).toEqual(DEFAULT_PREFERENCES)
  const [kept = ''] = await readdir(folder.path)
  expect(kept).toContain('preferences.json.broken-')
  expect(await readFile(join(folder.path, kept), 'utf8')).toBe(content)
})

const draft = (description: string): CreateDraft => ({
  form: { name: 'Lighthouse', description, resolution: '512x512', ...NO_FACETS, style: 'ink' },
  isOpen: true,
  keepsOpen: false,
  record: 7
})

test('a draft is available immediately and after a restart', async () => {
  const store = await openCreateDraft(file('create-draft.json'))
  expect(store.get()).toBeNull()
  const written = Promise.all([store.set(draft('A white')), store.set(draft('A white lighthouse'))])
  expect(store.get()).toEqual(draft('A white lighthouse'))
  expect((await written).map(({ ok }) => ok)).toEqual([true, true])
  expect((await openCreateDraft(file('create-draft.json'))).get()).toEqual(draft('A white lighthouse'))
  expect(await readdir(folder.path)).toEqual(['create-draft.json'])
})

test('a discarded draft does not return', async () => {
  const store = await openCreateDraft(file('create-draft.json'))
  await store.set(draft('A white lighthouse'))
  await store.set(null)
  expect((await openCreateDraft(file('create-draft.json'))).get()).toBeNull()
})

test('flush resolves when the last draft is in the file', async () => {
  const store = await openCreateDraft(file('create-draft.json'))
  void store.set(draft('One'))
  void store.set(draft('Two'))
  await store.flush()
  expect(JSON.parse(await readFile(file('create-draft.json'), 'utf8'))).toEqual(draft('Two'))
})

test('a draft that cannot be written fails and is written at the next attempt', async () => {
  const store = await openCreateDraft(file('create-draft.json'))
  await rm(folder.path, { recursive: true })
  await writeFile(folder.path, 'a file where the folder was')
  expect(await store.set(draft('Two'))).toMatchObject({ ok: false })
  expect(store.get()).toEqual(draft('Two'))
  await rm(folder.path)
  await store.flush()
  expect((await openCreateDraft(file('create-draft.json'))).get()).toEqual(draft('Two'))
})

test.each(['', '{', '[]', '{"form":{}}', JSON.stringify({ ...draft('x'), other: 1 })])(
  '%j is set aside and only the draft is lost',
  async (content) => {
    await writeFile(file('create-draft.json'), content)
    const store = await openCreateDraft(file('create-draft.json'))
    expect(store.get()).toBeNull()
    expect(store.setAside).toContain('create-draft.json.broken-')
    expect(await readFile(store.setAside ?? '', 'utf8')).toBe(content)
  }
)

const PLACE = { x: 10, y: 20, width: 1000, height: 700, isMaximized: false }

test('the window bounds are restored after a restart, and a damaged file loses only the bounds', async () => {
  const paths = profilePaths(folder.path)
  const logged: unknown[] = []
  const log = Object.assign((...line: unknown[]) => void logged.push(line), { flush: async () => undefined })
  const { place } = await openKeptFiles(paths, log)
  expect(place.get()).toBeNull()
  void place.set(PLACE)
  await place.flush()
  expect((await openKeptFiles(paths, log)).place.get()).toEqual(PLACE)
  expect(logged).toEqual([])

  for (const damaged of [paths.windowFile, paths.connectionsFile, paths.createDraftFile]) await writeFile(damaged, '{')
  expect((await openKeptFiles(paths, log)).place.get()).toBeNull()
  expect(logged).toMatchObject([
    ['error', 'connections-file-set-aside', expect.stringContaining('connections.json.broken-')],
    ['error', 'create-draft-set-aside', expect.stringContaining('create-draft.json.broken-')]
  ])
})
