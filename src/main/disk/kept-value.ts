/** One value in a JSON file, held here and written behind. A file that cannot be read costs the value, never the start. */
import type { z } from 'zod'
import { succeed, type Result } from '../../shared/failure.ts'
import { createTurns } from '../../shared/in-turn.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'

export interface KeptValue<T> {
  get(): T
  /**
   * Takes effect at once; values that come while a write runs are written as one. Fails with `disk-full`,
   * `disk-read-only` and `internal`; `get` has the new value all the same, and the next write tries it again.
   */
  set(value: T): Promise<Result<null>>
  /** Resolves when the file holds what `get` says, or could not be written. */
  flush(): Promise<void>
  /** Where junk was put that stood in the file's place at the start; null = there was none. */
  readonly setAside: string | null
}

/** `fallback`: what it is while no file says otherwise; it is not written by itself. */
export async function openKeptValue<T>(file: string, schema: z.ZodType<T>, fallback: T): Promise<KeptValue<T>> {
  const read = await readJsonFile(file, schema)
  const kept = read.kind === 'found' ? read.value : fallback
  const held: { now: T; written: T } = { now: kept, written: kept }
  const inTurn = createTurns()

  const write = (): Promise<Result<null>> =>
    inTurn(async () => {
      const wanted = held.now
      if (wanted === held.written) return succeed(null)
      const written = await writeJsonFile(file, wanted)
      if (written.ok) held.written = wanted
      return written
    })

  return {
    get: () => held.now,
    set: (value) => {
      held.now = value
      return write()
    },
    flush: async () => {
      await write()
    },
    setAside: read.kind === 'set-aside' ? read.keptAs : null
  }
}
