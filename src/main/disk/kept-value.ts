/** Keeps one value in memory and in a JSON file. An unreadable file loses the value but never prevents the start. */
import type { z } from 'zod'
import { succeed, type Result } from '../../shared/failure.ts'
import { createTurns } from '../../shared/in-turn.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'

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
