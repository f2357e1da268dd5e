/** Opens and leaves the sample library. The keychain is not written, and no other library changes. */
import type { ConnectionSummary } from '../../shared/connection.ts'
import { fail, succeed, type Result } from '../../shared/failure.ts'
import type { ConnectionLibrary } from './connection-library.ts'
import { sampleConnection } from './connection-record.ts'
import type { ConnectionStore } from './connection-store.ts'
import { summarize, type KeyVault } from './key-vault.ts'

/** Service of the sample library, which runs in this process (main/sample). */
export interface SampleLife {
  /** Creates the sample or continues from its journal; does nothing while it runs. Failures: `disk-*`. */
  start(): Promise<Result<null>>
  /** Stops the sample and removes its files. */
  remove(): Promise<void>
}

export interface SampleParts {
  readonly store: ConnectionStore
  readonly vault: KeyVault
  readonly sample: SampleLife
  readonly onChange: (summary: ConnectionSummary | null) => void
}

export async function openSample(parts: SampleParts, library: ConnectionLibrary): Promise<Result<ConnectionSummary>> {
  const { store, vault, sample, onChange } = parts
  const current = store.current()
  if (current?.isSample === true) return succeed(summarize(current, vault))
  const connection = sampleConnection()
  // A kill may have left files of an earlier sample.
  await library.remove(connection)
  await sample.remove()
  const started = await sample.start()
  if (!started.ok) return started
  const saved = await store.save(connection)
  const opened = saved.ok ? await library.open(connection) : saved
  if (!opened.ok) {
    await store.dropSample()
    await removeFiles(parts, library)
    await openCurrent(parts, library)
    return opened
  }
  const summary = summarize(connection, vault)
  onChange(summary)
  return succeed(summary)
}

/**
 * Leaves the sample. Updates the connections file first, so that a kill leaves only unused files and no partial sample.
 */
export async function leaveSample(
  parts: SampleParts,
  library: ConnectionLibrary
): Promise<Result<ConnectionSummary | null>> {
  if (parts.store.current()?.isSample !== true) return fail('no-connection')
  const dropped = await parts.store.dropSample()
  if (!dropped.ok) return dropped
  await removeFiles(parts, library)
  const opened = await openCurrent(parts, library)
  if (!opened.ok) return opened
  parts.onChange(opened.value)
  return opened
}

async function removeFiles({ sample }: SampleParts, library: ConnectionLibrary): Promise<void> {
  await library.remove(sampleConnection())
  await sample.remove()
}

/** Opens the current connection. Keys in memory are kept; keys not read because of the sample are read now. */
async function openCurrent(
  { store, vault }: SampleParts,
  library: ConnectionLibrary
): Promise<Result<ConnectionSummary | null>> {
  const connection = store.current()
  if (connection === null) return succeed(null)
  const opened = await library.open(connection)
  if (!opened.ok) return opened
  await vault.load(connection)
  await library.sendKeys(connection)
  return succeed(summarize(connection, vault))
}
