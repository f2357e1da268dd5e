/** Going into the sample library and back. No key store is touched, and no other library changes. */
import type { ConnectionSummary } from '../../shared/connection.ts'
import { fail, succeed, type Result } from '../../shared/failure.ts'
import type { ConnectionLibrary } from './connection-library.ts'
import { sampleConnection } from './connection-record.ts'
import type { ConnectionStore } from './connection-store.ts'
import { summarize, type KeyVault } from './key-vault.ts'

/** The service behind the sample library, which lives in this process (main/sample). */
export interface SampleLife {
  /** Makes it, or takes up the one that was left off; does nothing when it runs. Failures: `disk-*`. */
  start(): Promise<Result<null>>
  /** Ends it and removes what it kept. */
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
  // What a kill left of an earlier one belongs to nothing any more.
  await library.remove(connection)
  await sample.remove()
  const started = await sample.start()
  if (!started.ok) return started
  const saved = await store.save(connection)
  const opened = saved.ok ? await library.open(connection) : saved
  if (!opened.ok) {
    await store.dropSample()
    await clearAway(parts, library)
    await openCurrent(parts, library)
    return opened
  }
  const summary = summarize(connection, vault)
  onChange(summary)
  return succeed(summary)
}

/** The file says first that it is left: a kill in between leaves files that nothing opens, and no half sample. */
export async function leaveSample(
  parts: SampleParts,
  library: ConnectionLibrary
): Promise<Result<ConnectionSummary | null>> {
  if (parts.store.current()?.isSample !== true) return fail('no-connection')
  const dropped = await parts.store.dropSample()
  if (!dropped.ok) return dropped
  await clearAway(parts, library)
  const opened = await openCurrent(parts, library)
  if (!opened.ok) return opened
  parts.onChange(opened.value)
  return opened
}

async function clearAway({ sample }: SampleParts, library: ConnectionLibrary): Promise<void> {
  await library.remove(sampleConnection())
  await sample.remove()
}

/** Keys that were held stay held; those that a start inside the sample left alone are read now. */
async function openCurrent(
  { store, vault }: SampleParts,
  library: ConnectionLibrary
): Promise<Result<ConnectionSummary | null>> {
  const connection = store.current()
  if (connection === null) return succeed(null)
  const opened = await library.open(connection)
  if (!opened.ok) return opened
  await vault.load(connection)
  await library.tellKeys(connection)
  return succeed(summarize(connection, vault))
}
