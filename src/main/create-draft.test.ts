import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CreateDraft } from '../shared/change.ts'
import { openCreateDraft } from './create-draft.ts'
import { NO_LOOKS } from '../shared/image.ts'

const folder = { path: '' }
const file = () => join(folder.path, 'create-draft.json')
beforeEach(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'proofsheet-draft-'))
})
afterEach(() => rm(folder.path, { recursive: true, force: true }))

const draft = (description: string): CreateDraft => ({
  form: { name: 'Lighthouse', description, resolution: '512x512', ...NO_LOOKS, style: 'ink' },
  isOpen: true,
  keepsOpen: false,
  record: 7
})

test('a draft is there at once, and after the next start', async () => {
  const store = await openCreateDraft(file())
  expect(store.get()).toBeNull()
  const written = Promise.all([store.set(draft('A white')), store.set(draft('A white lighthouse'))])
  expect(store.get()).toEqual(draft('A white lighthouse'))
  expect((await written).map(({ ok }) => ok)).toEqual([true, true])
  expect((await openCreateDraft(file())).get()).toEqual(draft('A white lighthouse'))
  expect(await readdir(folder.path)).toEqual(['create-draft.json'])
})

test('a draft that was given up does not come back', async () => {
  const store = await openCreateDraft(file())
  await store.set(draft('A white lighthouse'))
  await store.set(null)
  expect((await openCreateDraft(file())).get()).toBeNull()
})

test('flush waits until the last draft is in the file', async () => {
  const store = await openCreateDraft(file())
  void store.set(draft('One'))
  void store.set(draft('Two'))
  await store.flush()
  expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual(draft('Two'))
})

test('a draft that cannot be written is told of, and held for the next try', async () => {
  const store = await openCreateDraft(file())
  await rm(folder.path, { recursive: true })
  await writeFile(folder.path, 'a file where the folder was')
  expect(await store.set(draft('Two'))).toMatchObject({ ok: false })
  expect(store.get()).toEqual(draft('Two'))
  await rm(folder.path)
  await store.flush()
  expect((await openCreateDraft(file())).get()).toEqual(draft('Two'))
})

test.each(['', '{', '[]', '{"form":{}}', JSON.stringify({ ...draft('x'), other: 1 })])(
  '%j is set aside and costs the draft only',
  async (content) => {
    await writeFile(file(), content)
    const store = await openCreateDraft(file())
    expect(store.get()).toBeNull()
    expect(store.setAside).toContain('create-draft.json.broken-')
    expect(await readFile(store.setAside ?? '', 'utf8')).toBe(content)
  }
)
