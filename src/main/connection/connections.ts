/** Connects and changes keys and addresses for the connect screen. No result contains a key. */
import { normalizeAddress } from '../../shared/address.ts'
import type { ConnectionDraft, ConnectionSummary, ConnectionTest } from '../../shared/connection.ts'
import { succeed, type Failure, type Result, fail } from '../../shared/failure.ts'
import { createTurns } from '../../shared/in-turn.ts'
import { GROUPS, type Group } from '../../shared/sync-status.ts'
import type { KeySlots } from '../http/key-slots.ts'
import { cleanDraft, firstProblem, refusedTest } from './clean-draft.ts'
import { createConnectionLibrary, type ConnectionLibrary, type LibraryEngine } from './connection-library.ts'
import { keyHolder, newSalt, type ConnectionRecord } from './connection-record.ts'
import type { ConnectionStore } from './connection-store.ts'
import { connectWithKeys, removeGroupKey, replaceGroupKey, type KeyChange } from './key-changes.ts'
import { summarize, type Keep, type KeyVault } from './key-vault.ts'
import { openSample, leaveSample, type SampleLife } from './sample-connection.ts'

export interface ConnectionParts {
  readonly store: ConnectionStore
  readonly vault: KeyVault
  readonly slots: KeySlots
  /** Requests of the engine that are needed here. */
  readonly engine: LibraryEngine & TestParts['engine']
  /** Folder of the library files. */
  readonly libraries: string
  /** Removes the cached pictures of a connection. */
  readonly forgetPictures: (connection: string) => Promise<void>
  readonly sample: SampleLife
  /** ms since epoch. */
  readonly now: () => number
  readonly onChange: (summary: ConnectionSummary | null) => void
}

export interface LibraryAtFault {
  readonly failure: Failure
  /** Absolute path. */
  readonly file: string
}

export interface Connections {
  summary(): ConnectionSummary | null
  /** Returns the summary for the window. Fails with the failure of a library that cannot be opened. */
  current(): Result<ConnectionSummary | null>
  /** Tests five layers of each group; an invalid draft fails at the layer that explains why. */
  test(draft: ConnectionDraft): Promise<Result<ConnectionTest>>
  /** Failures: `address-*`, `key-*`, `keychain-*`, `disk-*`, `library-*`. */
  connect(args: { draft: ConnectionDraft; keep: Keep }): Promise<Result<ConnectionSummary>>
  replaceKey(args: { group: Group; key: string; keep: Keep }): Promise<Result<ConnectionSummary>>
  removeKey(args: { group: Group }): Promise<Result<ConnectionSummary>>
  /** Failures: `address-*`, `no-connection`, `disk-*`; a failure changes nothing. */
  changeAddress(change: AddressChange): Promise<Result<ConnectionSummary>>
  /** Opens the sample library; the previous library is closed unchanged. Failures: `disk-*`, `library-*`. */
  openSample(): Promise<Result<ConnectionSummary>>
  /**
   * Removes the sample and restores the connection before it, if any. Failures: `no-connection`, `disk-*`, `library-*`.
   */
  leaveSample(): Promise<Result<ConnectionSummary | null>>
  /** Opens the library of the current connection without reading the keychain; also retries after a failure. */
  openLibrary(): Promise<Result<null>>
  /** Closes a library that can no longer be used; `failure` returns the failure until it is opened again. */
  closeLibrary(why: Failure): Promise<void>
  /** Returns why the library of the current connection is not open, and its file; `null` if there is no failure. */
  failure(): LibraryAtFault | null
  /** Reads stored keys that are not in memory yet; does nothing if no key is stored. */
  loadKeys(): Promise<void>
}

/** Runs changes one at a time, and tests in a separate queue, because tests share the draft slots. */
export function createConnections(parts: ConnectionParts): Connections {
  const { store, vault } = parts
  const changeInTurn = createTurns()
  const testInTurn = createTurns()
  const library = createConnectionLibrary(parts)

  const adopt = (change: Result<KeyChange>) => adoptChange(parts, library, change)
  const summary = (): ConnectionSummary | null => {
    const connection = store.current()
    return connection === null ? null : summarize(connection, vault)
  }

  return {
    summary,
    current: () => {
      const failure = library.failure()
      return failure === null ? succeed(summary()) : { ok: false, failure }
    },
    test: (draft) => testInTurn(() => testDraft(parts, draft)),
    connect: ({ draft, keep }) =>
      changeInTurn(async () => {
        const clean = cleanDraft(draft)
        if (!clean.ok) return firstProblem(clean.problems)
        return adopt(await connectWithKeys(parts, { draft: clean.value, keep }))
      }),
    replaceKey: (args) => changeInTurn(async () => adopt(await replaceGroupKey(parts, args))),
    removeKey: ({ group }) => changeInTurn(async () => adopt(await removeGroupKey(parts, group))),
    changeAddress: (change) => changeInTurn(async () => adopt(moveGroup(store, change))),
    failure: () => {
      const failure = library.failure()
      const connection = store.current()
      return failure === null || connection === null ? null : { failure, file: library.file(connection) }
    },
    closeLibrary: (why) => changeInTurn(() => library.close(why)),
    openLibrary: () =>
      changeInTurn(async () => {
        const connection = store.current()
        if (connection === null) return succeed(null)
        const started = connection.isSample ? await parts.sample.start() : succeed(null)
        return started.ok ? library.open(connection) : started
      }),
    openSample: () => changeInTurn(() => openSample(parts, library)),
    leaveSample: () => changeInTurn(() => leaveSample(parts, library)),
    loadKeys: () => changeInTurn(() => loadKeys(parts, library))
  }
}

async function loadKeys({ store, vault, onChange }: ConnectionParts, library: ConnectionLibrary): Promise<void> {
  const connection = store.current()
  if (connection === null || !(connection.images.isKeyStored || connection.projects.isKeyStored)) return
  await vault.load(connection)
  onChange(summarize(connection, vault))
  await library.sendKeys(connection)
}

/** Saves the connection, activates the keys, and notifies the engine and the window. */
async function adoptChange(
  { store, vault, onChange }: ConnectionParts,
  library: ConnectionLibrary,
  change: Result<KeyChange>
): Promise<Result<ConnectionSummary>> {
  if (!change.ok) return change
  const { connection, keys, undo, moved = null } = change.value
  const saved = await store.save(connection)
  if (!saved.ok) {
    await undo()
    return saved
  }
  // A shared key belongs to both groups, so both stop sending and both get the new one.
  await library.rest(
    connection,
    GROUPS.filter((group) => group === moved || keys.has(keyHolder(connection, group)))
  )
  for (const [group, key] of keys) vault.hold(group, key)
  vault.fillSlots(connection)
  const opened = await library.open(connection)
  // The connect screen stays open and shows the failure, because there is no library to show.
  if (!opened.ok) return opened
  const summary = summarize(connection, vault)
  onChange(summary)
  return succeed(summary)
}

interface TestParts {
  readonly slots: KeySlots
  readonly engine: {
    request(
      request: 'testConnection',
      args: { images: string; projects: string; sharesKey: boolean }
    ): Promise<Result<ConnectionTest>>
  }
}

/**
 * Must run one at a time, because there is one pair of draft slots. An invalid draft fails at the layer that explains
 * why.
 */
async function testDraft({ slots, engine }: TestParts, draft: ConnectionDraft): Promise<Result<ConnectionTest>> {
  const clean = cleanDraft(draft)
  if (!clean.ok) return succeed(refusedTest(clean.problems))
  const { images, projects } = clean.value
  slots.put('draft-images', images)
  slots.put('draft-projects', { address: projects.address, key: projects.key ?? images.key })
  try {
    return await engine.request('testConnection', {
      images: images.address,
      projects: projects.address,
      sharesKey: projects.key === null
    })
  } finally {
    slots.put('draft-images', null)
    slots.put('draft-projects', null)
  }
}

interface AddressChange {
  readonly group: Group
  readonly address: string
  /** Accept http to a non-local host. */
  readonly allowInsecure: boolean
}

/**
 * Returns the current connection with the group's new address, normalized as on the connect screen. The window asks
 * for consent before, because the key goes to the new address. Failures: `address-*`, `no-connection`.
 */
function moveGroup(store: ConnectionStore, change: AddressChange): Result<KeyChange> {
  const read = normalizeAddress(change.address, change.group)
  if (!read.ok) return read
  if (read.isInsecure && !change.allowInsecure) return fail('address-insecure')
  const connection = store.current()
  if (connection === null || connection.isSample) return fail('no-connection')
  return succeed({
    connection: withAddress(connection, change.group, read.base),
    keys: new Map(),
    moved: change.group,
    undo: async () => undefined
  })
}

function withAddress(connection: ConnectionRecord, group: Group, address: string): ConnectionRecord {
  const before = new URL(connection[group].address)
  const after = new URL(address)
  const next = { ...connection, [group]: { ...connection[group], address } }
  if (before.origin === after.origin) return next
  const hasHostAsName = group === 'images' && connection.name === before.host
  return {
    ...next,
    name: hasHostAsName ? after.host : connection.name,
    // Another host may have other items for the same key. A new salt makes the key unknown, so the engine compares the
    // service's items with this library before it sends changes. The hash of the other group's key stays the same.
    [group]: { ...connection[group], address, salt: newSalt() }
  }
}
