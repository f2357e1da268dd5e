/**
 * Writes small files atomically, and reads JSON files and validates them with a schema. A kept value is in memory and in
 * a JSON file; an unreadable file loses the value but never prevents the start.
 */
import { randomUUID } from 'node:crypto'
import { readFile, rename, mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { type Result, succeed, fail } from '../../shared/failure.ts'
import { createTurns } from '../../shared/in-turn.ts'

export type JsonRead<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'absent' }
  /** Invalid content was moved to another path for inspection, so nothing is lost. */
  | { readonly kind: 'set-aside'; readonly keptAs: string }

/**
 * Reads and validates. An invalid file is renamed to `<file>.broken-<time>`, so that the next write cannot destroy it.
 */
export async function readJsonFile<T>(file: string, schema: z.ZodType<T>): Promise<JsonRead<T>> {
  const text = await readText(file)
  if (text === null) return { kind: 'absent' }
  const checked = schema.safeParse(parseJson(text))
  if (checked.success) return { kind: 'found', value: checked.data }
  const keptAs = `${file}.broken-${Date.now()}`
  await rename(file, keptAs)
  return { kind: 'set-aside', keptAs }
}

export function writeJsonFile(file: string, value: unknown): Promise<Result<null>> {
  return writeAtomically(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** Returns `null` without a file. */
export async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Returns `undefined` for invalid JSON, which no schema accepts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface KeptValue<T> {
  get(): T
  /**
   * Takes effect immediately; values set during a write are written together. Fails with `disk-full`, `disk-read-only`
   * and `internal`; `get` still returns the new value, and the next write retries it.
   */
  set(value: T): Promise<Result<null>>
  /** Resolves when the file contains the current value, or could not be written. */
  flush(): Promise<void>
  /** Path to which an invalid file was moved at the start; `null` if the file was valid or absent. */
  readonly setAside: string | null
}

/** Opens the value of a file; `fallback` is used without a valid file and is not written. */
export async function openKeptValue<T>(file: string, schema: z.ZodType<T>, fallback: T): Promise<KeptValue<T>> {
  const read = await readJsonFile(file, schema)
  const kept = read.kind === 'found' ? read.value : fallback
  const state: { now: T; written: T } = { now: kept, written: kept }
  const inTurn = createTurns()

  const write = (): Promise<Result<null>> =>
    inTurn(async () => {
      const value = state.now
      if (value === state.written) return succeed(null)
      const written = await writeJsonFile(file, value)
      if (written.ok) state.written = value
      return written
    })

  return {
    get: () => state.now,
    set: (value) => {
      state.now = value
      return write()
    },
    flush: async () => {
      await write()
    },
    setAside: read.kind === 'set-aside' ? read.keptAs : null
  }
}

/**
 * Writes and flushes a temp file beside the target, then renames it, so that a reader, or a start after a power loss,
 * finds either the old or the new bytes. Failures: `disk-full`, `disk-read-only`, `internal`.
 */
export async function writeAtomically(file: string, content: string | Uint8Array): Promise<Result<null>> {
  const temp = `${file}.${randomUUID()}.tmp`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeAndFlush(temp, content)
    await rename(temp, file)
    return succeed(null)
  } catch (error) {
    await rm(temp, { force: true }).catch(() => undefined)
    return diskFailure(error)
  }
}

async function writeAndFlush(file: string, content: string | Uint8Array): Promise<void> {
  // Readable only by the owner, because other users of a shared computer must not read the profile.
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Maps a thrown file system error to a failure, without its message, which contains the path. */
export function diskFailure(error: unknown): Result<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code === 'ENOSPC' || code === 'EDQUOT') return fail('disk-full')
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return fail('disk-read-only')
  return fail('internal', { detail: code })
}
