/** What the window remembers between starts. A file that cannot be read costs the memory, never the start. */
import type { Result } from '../shared/failure.ts'
import { createTurns } from '../shared/in-turn.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../shared/preferences.ts'
import { readJsonFile, writeJsonFile } from './disk/json-file.ts'
import { PreferencesSchema } from './ipc/schemas.ts'

export interface PreferencesStore {
  get(): Preferences
  /** Takes effect at once and is written behind; changes that come while a write runs are written as one. */
  set(change: Partial<Preferences>): Promise<Result<null>>
  /** Resolves when the file holds what `get` says. */
  flush(): Promise<void>
}

export async function openPreferences(file: string): Promise<PreferencesStore> {
  const read = await readJsonFile(file, PreferencesSchema)
  const held: { now: Preferences; written: Preferences } = { now: DEFAULT_PREFERENCES, written: DEFAULT_PREFERENCES }
  if (read.kind === 'found') held.now = held.written = read.value
  const inTurn = createTurns()

  const write = (): Promise<Result<null>> =>
    inTurn(async () => {
      const wanted = held.now
      if (wanted === held.written) return { ok: true, value: null }
      const written = await writeJsonFile(file, wanted)
      if (written.ok) held.written = wanted
      return written
    })

  return {
    get: () => held.now,
    set: (change) => {
      held.now = { ...held.now, ...change }
      return write()
    },
    flush: async () => {
      await write()
    }
  }
}
