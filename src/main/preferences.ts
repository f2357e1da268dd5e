/** What the window remembers between starts. */
import type { Result } from '../shared/failure.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../shared/preferences.ts'
import { openKeptValue, type KeptValue } from './disk/kept-value.ts'
import { PreferencesSchema } from './ipc/schemas.ts'

export interface PreferencesStore extends Omit<KeptValue<Preferences>, 'set'> {
  /** Takes over the parts that are named; else as `KeptValue.set`. */
  set(change: Partial<Preferences>): Promise<Result<null>>
}

export async function openPreferences(file: string): Promise<PreferencesStore> {
  const kept = await openKeptValue(file, PreferencesSchema, DEFAULT_PREFERENCES)
  return { ...kept, set: (change) => kept.set({ ...kept.get(), ...change }) }
}
