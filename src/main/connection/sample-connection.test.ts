/** Opening and leaving the sample on a real folder, with test doubles for the engine and the sample's service. */
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConnectionSummary } from '../../shared/connection.ts'
import { fail, succeed, type Result } from '../../shared/failure.ts'
import type { OpenLibrary } from '../engine/protocol.ts'
import { createKeySlots } from '../http/key-slots.ts'
import type { ApiKeyStore } from '../secrets/api-key.ts'
import { refusedTest } from './clean-draft.ts'
import { SAMPLE_ADDRESS, sampleConnection } from './connection-record.ts'
import { openConnectionStore } from './connection-store.ts'
import { createConnections } from './connections.ts'
import { createKeyVault } from './key-vault.ts'

const DRAFT = {
  images: { address: 'https://h.test', key: 'sk-canary-0123456789abcdef' },
  projects: { address: 'https://p.test', key: null },
  allowInsecure: false
}
const NO_KEY_STORE: ApiKeyStore = {
  read: async () => ({ kind: 'failed', fault: 'unavailable' }),
  write: async () => ({ kind: 'failed', fault: 'unavailable' }),
  erase: async () => ({ kind: 'failed', fault: 'unavailable' })
}

const folder = { path: '' }
beforeEach(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'proofsheet-sample-connection-'))
})
afterEach(() => rm(folder.path, { recursive: true, force: true }))

async function start() {
  const slots = createKeySlots()
  const opened: OpenLibrary[] = []
  const calls: string[] = []
  const changes: (ConnectionSummary | null)[] = []
  const state: { opening: Result<null> } = { opening: succeed(null) }
  const record = async (name: string): Promise<Result<null>> => {
    calls.push(name)
    return succeed(null)
  }
  const connections = createConnections({
    store: await openConnectionStore(join(folder.path, 'connections.json')),
    vault: createKeyVault(NO_KEY_STORE, slots),
    slots,
    engine: {
      openLibrary: async (args) => {
        opened.push(args)
        return state.opening
      },
      closeLibrary: () => record('close'),
      groupsChanged: () => record('groups'),
      request: async () => succeed(refusedTest({ images: null, projects: null }))
    },
    libraries: join(folder.path, 'libraries'),
    forgetPictures: async (connection) => void calls.push(`forget ${connection}`),
    sample: {
      start: () => record('sample-start'),
      remove: async () => void calls.push('sample-remove')
    },
    now: () => 1_000,
    onChange: (summary) => changes.push(summary)
  })
  return { connections, slots, opened, calls, changes, state }
}

test('the sample needs no key and no keychain, and is a separate library', async () => {
  const { connections, opened, changes } = await start()
  const sample = await connections.openSample()
  expect(sample).toMatchObject({
    ok: true,
    value: { isSample: true, images: { address: SAMPLE_ADDRESS, key: 'stored' } }
  })
  expect(opened).toMatchObject([{ images: { address: SAMPLE_ADDRESS, hasKey: true } }])
  expect(changes).toEqual(sample.ok ? [sample.value] : [])
})

test('leaving without an earlier connection closes the sample and removes its files', async () => {
  const { connections, opened, changes, calls } = await start()
  await connections.openSample()
  const file = opened[0]?.file ?? ''
  await mkdir(join(folder.path, 'libraries'), { recursive: true })
  for (const end of ['', '-wal', '-shm']) await writeFile(file + end, 'library')
  expect(await connections.leaveSample()).toEqual(succeed(null))
  for (const end of ['', '-wal', '-shm']) await expect(access(file + end)).rejects.toThrow('ENOENT')
  expect(connections.summary()).toBeNull()
  expect(changes.at(-1)).toBeNull()
  expect(calls.slice(-3)).toEqual(['close', `forget ${sampleConnection().id}`, 'sample-remove'])
})

test('leaving restores the earlier connection with its key in memory', async () => {
  const { connections, slots, opened } = await start()
  const before = await connections.connect({ draft: DRAFT, keep: 'session' })
  await connections.openSample()
  expect(connections.summary()).toMatchObject({ isSample: true })
  const back = await connections.leaveSample()
  expect(back).toEqual(before)
  expect(opened.map(({ images }) => images.address)).toEqual(['https://h.test', SAMPLE_ADDRESS, 'https://h.test'])
  expect(opened[2]?.file).toBe(opened[0]?.file)
  expect(slots.get('images')?.key.reveal()).toBe(DRAFT.images.key)
})

test('after a restart the sample is still open, and leaving restores the earlier connection', async () => {
  const first = await start()
  await first.connections.connect({ draft: DRAFT, keep: 'session' })
  await first.connections.openSample()
  const second = await start()
  await second.connections.openLibrary()
  expect(second.calls[0]).toBe('sample-start')
  expect(second.opened).toMatchObject([{ images: { address: SAMPLE_ADDRESS, hasKey: true } }])
  expect(second.connections.summary()).toMatchObject({ isSample: true })
  expect(await second.connections.leaveSample()).toMatchObject({
    ok: true,
    value: { isSample: false, images: { address: 'https://h.test', key: 'absent' } }
  })
})

test('a sample that cannot be opened changes nothing', async () => {
  const { connections, state, opened } = await start()
  await connections.connect({ draft: DRAFT, keep: 'session' })
  state.opening = fail('disk-full')
  expect(await connections.openSample()).toEqual(fail('disk-full'))
  expect(connections.summary()).toMatchObject({ isSample: false })
  expect(opened.at(-1)).toMatchObject({ images: { address: 'https://h.test' } })
})

test('keys cannot be changed in the sample, and only the sample can be left', async () => {
  const { connections } = await start()
  expect(await connections.leaveSample()).toEqual(fail('no-connection'))
  await connections.openSample()
  const key = { group: 'images', key: DRAFT.images.key, keep: 'session' } as const
  expect(await connections.replaceKey(key)).toEqual(fail('no-connection'))
  expect(await connections.removeKey({ group: 'images' })).toEqual(fail('no-connection'))
})

test('the sample’s address entered by the user is another connection', async () => {
  const { connections, opened } = await start()
  await connections.openSample()
  const images = { ...DRAFT.images, address: SAMPLE_ADDRESS }
  const projects = { ...DRAFT.projects, address: SAMPLE_ADDRESS }
  const typed = await connections.connect({ draft: { images, projects, allowInsecure: false }, keep: 'session' })
  expect(typed).toMatchObject({ ok: true, value: { isSample: false } })
  expect(opened.at(-1)?.file).not.toBe(opened[0]?.file)
})
