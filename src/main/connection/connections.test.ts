/** Connection flows on a real folder, with test doubles for the keychain and the engine's threads. */
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConnectionDraft, ConnectionSummary, ConnectionTest } from '../../shared/connection.ts'
import { fail, succeed, type Result } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import type { OpenLibrary } from '../engine/protocol.ts'
import { createKeySlots, type KeySlots } from '../http/key-slots.ts'
import type { ApiKeyStore, KeyChange } from '../secrets/api-key.ts'
import type { KeyStoreFault } from '../secrets/key-store-fault.ts'
import type { Secret } from '../secrets/secret.ts'
import { openConnectionStore } from './connection-store.ts'
import { createConnections } from './connections.ts'
import { createKeyVault } from './key-vault.ts'
import { refusedTest } from './clean-draft.ts'

const KEY = 'sk-canary-0123456789abcdef'
const OTHER_KEY = 'sk-canary-fedcba9876543210'
const DRAFT: ConnectionDraft = {
  images: { address: 'https://h.test', key: KEY },
  projects: { address: 'https://p.test', key: null },
  allowInsecure: false
}
const WITH_TWO_KEYS: ConnectionDraft = { ...DRAFT, projects: { address: 'https://p.test', key: OTHER_KEY } }

/** Test double of the keychain with a configurable fault; counts its calls. */
function createFakeKeyStore() {
  const items = new Map<string, Secret>()
  const state: { fault: KeyStoreFault | null; calls: number } = { fault: null, calls: 0 }
  const change = (apply: () => void): KeyChange => {
    state.calls += 1
    if (state.fault !== null) return { kind: 'failed', fault: state.fault }
    apply()
    return { kind: 'done' }
  }
  const store: ApiKeyStore = {
    read: async (account) => {
      state.calls += 1
      const key = items.get(account)
      if (state.fault !== null) return { kind: 'failed', fault: state.fault }
      return key === undefined ? { kind: 'absent' } : { kind: 'found', key }
    },
    write: async (account, key) => change(() => items.set(account, key)),
    erase: async (account) => change(() => items.delete(account))
  }
  return { store, items, state }
}

function createFakeEngine(slots: KeySlots) {
  const calls: { name: string; args: unknown }[] = []
  /** Key with which a request would be sent at each call. */
  const keysInUse: (string | undefined)[] = []
  const tested: { key: string | undefined; address: string | undefined }[] = []
  const state: { opening: Result<null> } = { opening: succeed(null) }
  const record = async (name: string, args: unknown) => {
    calls.push({ name, args })
    keysInUse.push(slots.get('images')?.key.reveal())
    return name === 'openLibrary' ? state.opening : succeed(null)
  }
  return {
    state,
    calls,
    keysInUse,
    tested,
    opened: () => calls.filter((call) => call.name === 'openLibrary').map((call) => call.args as OpenLibrary),
    openLibrary: (args: OpenLibrary) => record('openLibrary', args),
    closeLibrary: () => record('closeLibrary', null),
    groupsChanged: (args: unknown) => record('groupsChanged', args),
    request: async () => {
      for (const slot of ['draft-images', 'draft-projects'] as const) {
        tested.push({ key: slots.get(slot)?.key.reveal(), address: slots.get(slot)?.address })
      }
      const result: ConnectionTest = refusedTest({ images: null, projects: null })
      return succeed(result)
    }
  }
}

const folder = { path: '' }
beforeEach(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'proofsheet-connections-'))
})
afterEach(() => rm(folder.path, { recursive: true, force: true }))

async function start(keyStore = createFakeKeyStore()) {
  const slots = createKeySlots()
  const engine = createFakeEngine(slots)
  const changes: (ConnectionSummary | null)[] = []
  const file = join(folder.path, 'connections.json')
  const store = await openConnectionStore(file)
  const connections = createConnections({
    store,
    vault: createKeyVault(keyStore.store, slots),
    slots,
    engine,
    libraries: join(folder.path, 'libraries'),
    forgetPictures: async () => undefined,
    sample: { start: async () => succeed(null), remove: async () => {} },
    now: () => 1_000,
    onChange: (summary) => changes.push(summary)
  })
  return { connections, changes, engine, slots, keyStore, store, file }
}

test('connecting stores one key for both groups, opens the library and returns no key', async () => {
  const { connections, engine, slots, keyStore, file } = await start()
  expect(connections.summary()).toBeNull()
  const connected = await connections.connect({ draft: DRAFT, keep: 'keychain' })
  if (!connected.ok) throw new Error(connected.failure.code)
  expect(connected.value).toMatchObject({
    name: 'h.test',
    sharesKey: true,
    images: { address: 'https://h.test', key: 'stored', keySavedAt: 1_000 },
    projects: { address: 'https://p.test', key: 'stored', keySavedAt: 1_000 }
  })
  expect([...keyStore.items.keys()]).toEqual([`${connected.value.id}/images`])
  expect(slots.get('projects')).toMatchObject({ address: 'https://p.test' })
  expect(slots.get('projects')?.key.reveal()).toBe(KEY)
  const [opened] = engine.opened()
  expect(opened?.file).toBe(join(folder.path, 'libraries', `${connected.value.id}.sqlite`))
  expect(opened?.images).toMatchObject({ hasKey: true, keyHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const written = [await readFile(file, 'utf8'), JSON.stringify(connected), JSON.stringify(engine.calls)].join()
  expect(written).not.toContain('canary')
})

test('the failure of a library is reported until it can be opened', async () => {
  const first = await start()
  expect(first.connections.current()).toEqual(succeed(null))
  await first.connections.connect({ draft: DRAFT, keep: 'session' })
  const { connections, engine } = await start()
  engine.state.opening = fail('library-damaged')
  await connections.openLibrary()
  expect(connections.current()).toEqual(fail('library-damaged'))
  engine.state.opening = succeed(null)
  await connections.openLibrary()
  expect(connections.current()).toMatchObject({ ok: true, value: { name: 'h.test' } })
})

test('a library that cannot be created does not change the window', async () => {
  const { connections, engine, changes } = await start()
  engine.state.opening = fail('disk-full')
  expect(await connections.connect({ draft: DRAFT, keep: 'session' })).toEqual(fail('disk-full'))
  expect(changes).toEqual([])
  engine.state.opening = succeed(null)
  expect((await connections.connect({ draft: DRAFT, keep: 'session' })).ok).toBe(true)
  expect(changes).toHaveLength(1)
})

test('two keys are stored as two items', async () => {
  const { connections, keyStore, slots } = await start()
  const connected = await connections.connect({ draft: WITH_TWO_KEYS, keep: 'keychain' })
  expect(connected).toMatchObject({ ok: true, value: { sharesKey: false } })
  expect(keyStore.items.size).toBe(2)
  expect(slots.get('projects')?.key.reveal()).toBe(OTHER_KEY)
})

test('without a keychain nothing is stored, and a key can be kept until quit', async () => {
  const { connections, keyStore, engine, slots } = await start()
  keyStore.state.fault = 'unavailable'
  const refused = await connections.connect({ draft: DRAFT, keep: 'keychain' })
  expect(refused).toEqual({ ok: false, failure: { code: 'keychain-unavailable' } })
  expect(await readdir(folder.path)).toEqual([])
  expect(slots.get('images')).toBeNull()
  expect(engine.calls).toEqual([])

  const kept = await connections.connect({ draft: DRAFT, keep: 'session' })
  expect(kept).toMatchObject({ ok: true, value: { images: { key: 'session' }, projects: { key: 'session' } } })
})

test('the second start opens the library immediately and reads the keychain only on request', async () => {
  const first = await start()
  await first.connections.connect({ draft: DRAFT, keep: 'keychain' })
  first.keyStore.state.calls = 0
  const again = await start(first.keyStore)
  expect(await again.connections.openLibrary()).toEqual({ ok: true, value: null })
  expect(again.engine.opened()[0]?.images).toMatchObject({ hasKey: false, keyHash: null })
  expect(first.keyStore.state.calls).toBe(0)

  await again.connections.loadKeys()
  expect(first.keyStore.state.calls).toBe(1)
  expect(again.slots.get('images')?.key.reveal()).toBe(KEY)
  expect(again.engine.calls.at(-1)).toMatchObject({ name: 'groupsChanged', args: { projects: { hasKey: true } } })
})

test('a key kept until quit is gone after a restart, and the keychain is never accessed', async () => {
  const first = await start()
  await first.connections.connect({ draft: DRAFT, keep: 'session' })
  const again = await start(first.keyStore)
  await again.connections.openLibrary()
  await again.connections.loadKeys()
  expect(again.connections.summary()).toMatchObject({ images: { key: 'absent' } })
  expect(first.keyStore.state.calls).toBe(0)
})

test.each([
  ['locked', 'locked'],
  ['denied', 'denied'],
  ['timed-out', 'timed-out'],
  ['unavailable', 'unavailable']
] as const)('a keychain that is %s is reported as %s, and a later read recovers', async (fault, shown) => {
  const first = await start()
  await first.connections.connect({ draft: DRAFT, keep: 'keychain' })
  const again = await start(first.keyStore)
  await again.connections.openLibrary()
  first.keyStore.state.fault = fault
  await again.connections.loadKeys()
  expect(again.connections.summary()).toMatchObject({ images: { key: shown }, projects: { key: shown } })
  first.keyStore.state.fault = null
  await again.connections.loadKeys()
  expect(again.connections.summary()).toMatchObject({ images: { key: 'stored' } })
})

test('a keychain that times out for one key is not read for the other', async () => {
  const first = await start()
  await first.connections.connect({ draft: WITH_TWO_KEYS, keep: 'keychain' })
  const again = await start(first.keyStore)
  const before = first.keyStore.state.calls
  first.keyStore.state.fault = 'timed-out'
  await again.connections.loadKeys()
  expect(again.connections.summary()).toMatchObject({ images: { key: 'timed-out' }, projects: { key: 'timed-out' } })
  expect(first.keyStore.state.calls).toBe(before + 1)
  first.keyStore.state.fault = null
  await again.connections.loadKeys()
  expect(again.connections.summary()).toMatchObject({ images: { key: 'stored' }, projects: { key: 'stored' } })
})

test('connecting again to the same addresses opens the same library', async () => {
  const { connections, engine } = await start()
  const one = await connections.connect({ draft: DRAFT, keep: 'session' })
  const two = await connections.connect({ draft: WITH_TWO_KEYS, keep: 'session' })
  expect(one.ok && two.ok && one.value.id === two.value.id).toBe(true)
  expect(engine.calls.map((call) => call.name)).toEqual(['openLibrary', 'groupsChanged', 'groupsChanged'])
})

test('connecting to other addresses closes the library and opens another; the old connection is kept', async () => {
  const { connections, engine, store } = await start()
  const one = await connections.connect({ draft: DRAFT, keep: 'session' })
  await connections.connect({
    draft: { ...DRAFT, images: { address: 'https://other.test', key: KEY } },
    keep: 'session'
  })
  expect(engine.calls.map((call) => call.name)).toEqual(['openLibrary', 'closeLibrary', 'openLibrary'])
  const found = store.find({ images: 'https://h.test', projects: 'https://p.test' })
  expect(found?.id).toBe(one.ok && one.value.id)
})

test('entering a shared key again removes and restores the key of both groups in the engine', async () => {
  const { connections, engine } = await start()
  await connections.connect({ draft: DRAFT, keep: 'session' })
  await connections.replaceKey({ group: 'images', key: KEY, keep: 'session' })
  expect(engine.calls.slice(1)).toMatchObject([
    { name: 'groupsChanged', args: { images: { hasKey: false }, projects: { hasKey: false } } },
    { name: 'groupsChanged', args: { images: { hasKey: true }, projects: { hasKey: true } } }
  ])
})

test('a key for projects only ends the sharing', async () => {
  const { connections, slots, keyStore } = await start()
  await connections.connect({ draft: DRAFT, keep: 'keychain' })
  const replaced = await connections.replaceKey({ group: 'projects', key: ` ${OTHER_KEY}\n`, keep: 'keychain' })
  expect(replaced).toMatchObject({ ok: true, value: { sharesKey: false, projects: { key: 'stored' } } })
  expect(slots.get('images')?.key.reveal()).toBe(KEY)
  expect(slots.get('projects')?.key.reveal()).toBe(OTHER_KEY)
  expect(keyStore.items.size).toBe(2)
})

test('returning to one key erases the second item', async () => {
  const { connections, keyStore } = await start()
  await connections.connect({ draft: WITH_TWO_KEYS, keep: 'keychain' })
  await connections.connect({ draft: DRAFT, keep: 'keychain' })
  expect(keyStore.items.size).toBe(1)
})

test('removing a key clears the slot and the keychain; a failure changes nothing', async () => {
  const { connections, slots, keyStore } = await start()
  await connections.connect({ draft: DRAFT, keep: 'keychain' })
  keyStore.state.fault = 'locked'
  expect(await connections.removeKey({ group: 'images' })).toMatchObject({ failure: { code: 'keychain-locked' } })
  expect(slots.get('images')).not.toBeNull()
  keyStore.state.fault = null
  const removed = await connections.removeKey({ group: 'images' })
  expect(removed).toMatchObject({ ok: true, value: { images: { key: 'absent' }, projects: { key: 'absent' } } })
  expect(slots.get('images')).toBeNull()
  expect(slots.get('projects')).toBeNull()
  expect(keyStore.items.size).toBe(0)
})

test('a malformed key and a missing connection are different failures', async () => {
  const { connections } = await start()
  const args = { group: 'images', key: KEY, keep: 'session' } as const
  expect(await connections.replaceKey(args)).toMatchObject({ failure: { code: 'no-connection' } })
  expect(await connections.replaceKey({ ...args, key: 'a b' })).toMatchObject({ failure: { code: 'key-malformed' } })
  expect(await connections.removeKey({ group: 'images' })).toMatchObject({ failure: { code: 'no-connection' } })
})

test('a connection test uses the draft slots only while it runs', async () => {
  const { connections, engine, slots } = await start()
  const tested = await connections.test(WITH_TWO_KEYS)
  expect(tested.ok).toBe(true)
  expect(engine.tested).toEqual([
    { key: KEY, address: 'https://h.test' },
    { key: OTHER_KEY, address: 'https://p.test' }
  ])
  expect(slots.get('draft-images')).toBeNull()
  expect(slots.get('draft-projects')).toBeNull()
})

test('an unreadable file is kept under another name', async () => {
  const file = join(folder.path, 'connections.json')
  await writeFile(file, '{"version":1,"open":')
  const { store } = await start()
  expect(store.current()).toBeNull()
  expect(store.setAside).not.toBeNull()
  expect(await readFile(store.setAside ?? '', 'utf8')).toBe('{"version":1,"open":')
})

test('a library has no key before its requests can be sent with another key', async () => {
  const { connections, engine } = await start()
  await connections.connect({ draft: DRAFT, keep: 'session' })
  await connections.replaceKey({ group: 'images', key: OTHER_KEY, keep: 'session' })
  expect(engine.calls.slice(1)).toMatchObject([
    { name: 'groupsChanged', args: { images: { hasKey: false, keyHash: null } } },
    { name: 'groupsChanged', args: { images: { hasKey: true } } }
  ])
  expect(engine.keysInUse.slice(1)).toEqual([KEY, OTHER_KEY])
})

test("another connection's library is closed while its own key is still in use", async () => {
  const { connections, engine } = await start()
  await connections.connect({ draft: DRAFT, keep: 'session' })
  const elsewhere = { ...WITH_TWO_KEYS, images: { address: 'https://other.test', key: OTHER_KEY } }
  await connections.connect({ draft: elsewhere, keep: 'session' })
  expect(engine.calls.slice(1).map((call) => call.name)).toEqual(['closeLibrary', 'openLibrary'])
  expect(engine.keysInUse.slice(1)).toEqual([KEY, OTHER_KEY])
})

test('a failed replacement keeps the old key in the keychain', async () => {
  const { connections, keyStore, file } = await start()
  const connected = await connections.connect({ draft: DRAFT, keep: 'keychain' })
  if (!connected.ok) throw new Error(connected.failure.code)
  // A folder with the name of the file makes it unwritable.
  await rm(file)
  await mkdir(join(file, 'in-the-way'), { recursive: true })
  const replaced = await connections.replaceKey({ group: 'images', key: OTHER_KEY, keep: 'keychain' })
  expect(replaced.ok).toBe(false)
  expect(keyStore.items.get(`${connected.value.id}/images`)?.reveal()).toBe(KEY)
})

test('a key whose connection cannot be saved is removed from the keychain', async () => {
  const { connections, keyStore, file } = await start()
  await mkdir(join(file, 'in-the-way'), { recursive: true })
  expect((await connections.connect({ draft: DRAFT, keep: 'keychain' })).ok).toBe(false)
  expect(keyStore.items.size).toBe(0)
})

test('a moved group keeps its key, and the engine gets the new address', async () => {
  const { connections, engine, slots, changes } = await start()
  await connections.connect({ draft: DRAFT, keep: 'keychain' })
  const [before] = engine.opened()
  const moved = await connections.changeAddress({
    group: 'projects',
    address: ' https://new.test/api/v1/projects ',
    allowInsecure: false
  })
  expect(moved).toMatchObject({ ok: true, value: { name: 'h.test', projects: { address: 'https://new.test' } } })
  expect(changes.at(-1)?.projects.address).toBe('https://new.test')
  expect(slots.get('projects')).toMatchObject({ address: 'https://new.test' })
  expect(slots.get('images')).toMatchObject({ address: 'https://h.test' })
  expect(engine.calls.map(({ name }) => name)).toEqual(['openLibrary', 'groupsChanged', 'groupsChanged'])
  // The group first has no key and then its key with a new hash, so the engine verifies the host before sending.
  expect(engine.calls[1]?.args).toMatchObject({ projects: { hasKey: false } })
  const now = engine.calls[2]?.args as Pick<OpenLibrary, 'projects'>
  expect(now.projects).toMatchObject({ address: 'https://new.test', hasKey: true })
  expect(now.projects.keyHash).not.toBe(before?.projects.keyHash)
})

test.each([
  ['projects', 'images'],
  ['images', 'projects']
] as const)('moving %s keeps the key hash of %s, also after a restart', async (group, other) => {
  const { connections, engine, keyStore } = await start()
  await connections.connect({ draft: DRAFT, keep: 'keychain' })
  const [before] = engine.opened()
  await connections.changeAddress({ group, address: 'https://new.test', allowInsecure: false })
  const moved = engine.calls.at(-1)?.args as Pick<OpenLibrary, Group>
  expect(moved[other]).toEqual(before?.[other])
  expect(moved[group].keyHash).not.toBe(before?.[group].keyHash)
  const again = await start(keyStore)
  await again.connections.loadKeys()
  await again.connections.openLibrary()
  expect(again.engine.opened().at(-1)).toMatchObject({
    images: { keyHash: moved.images.keyHash },
    projects: { keyHash: moved.projects.keyHash }
  })
})

test('a file without salts of groups keeps its key hashes', async () => {
  const { connections, engine, keyStore, file } = await start()
  await connections.connect({ draft: DRAFT, keep: 'keychain' })
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replaceAll(/,\s*"salt": null/g, ''))
  expect(await readFile(file, 'utf8')).not.toBe(text)
  const again = await start(keyStore)
  await again.connections.loadKeys()
  await again.connections.openLibrary()
  expect(again.engine.opened()[0]).toMatchObject({ images: engine.opened()[0]?.images })
})

test('another path on the same host keeps the key hash', async () => {
  const { connections, engine } = await start()
  await connections.connect({ draft: DRAFT, keep: 'session' })
  await connections.changeAddress({ group: 'images', address: 'https://h.test/ai', allowInsecure: false })
  const keyHash = engine.opened()[0]?.images.keyHash
  expect(engine.calls.at(-1)?.args).toMatchObject({ images: { address: 'https://h.test/ai', keyHash } })
})

test.each([
  ['ftp://h.test', false, 'address-invalid'],
  ['https://me:secret@h.test', false, 'address-has-password'],
  ['http://far.test', false, 'address-insecure']
] as const)('an invalid address (%s) changes nothing', async (address, allowInsecure, code) => {
  const { connections, engine, slots } = await start()
  await connections.connect({ draft: DRAFT, keep: 'session' })
  const { length } = engine.calls
  expect(await connections.changeAddress({ group: 'images', address, allowInsecure })).toMatchObject(fail(code))
  expect(connections.summary()?.images.address).toBe('https://h.test')
  expect(slots.get('images')?.address).toBe('https://h.test')
  expect(engine.calls).toHaveLength(length)
})

test('an unwritable connections file keeps the old address in use', async () => {
  const { connections, slots, file } = await start()
  await connections.connect({ draft: DRAFT, keep: 'session' })
  await rm(file)
  await mkdir(file)
  const moved = await connections.changeAddress({ group: 'images', address: 'https://n.test', allowInsecure: false })
  expect(moved.ok).toBe(false)
  expect([connections.summary()?.images.address, slots.get('images')?.address]).toEqual(Array(2).fill('https://h.test'))
})

test('changing an address fails without a connection', async () => {
  const { connections } = await start()
  const moved = await connections.changeAddress({ group: 'images', address: 'https://n.test', allowInsecure: false })
  expect(moved).toEqual(fail('no-connection'))
})

test('a library closed with a failure reports it until it is opened again', async () => {
  const { connections, engine } = await start()
  await connections.connect({ draft: DRAFT, keep: 'session' })
  expect(connections.failure()).toBeNull()
  await connections.closeLibrary({ code: 'library-damaged' })
  expect(connections.failure()).toEqual({
    failure: { code: 'library-damaged' },
    file: join(folder.path, 'libraries', `${connections.summary()?.id}.sqlite`)
  })
  expect(engine.calls.at(-1)?.name).toBe('closeLibrary')
  expect((await connections.openLibrary()).ok).toBe(true)
  expect(connections.failure()).toBeNull()
  expect(engine.opened()).toHaveLength(2)
})
