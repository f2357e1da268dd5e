/** Opens the profile's small files: connections, preferences, the draft of the create form, and the window bounds. */
import type { CreateDraft } from '../shared/change.ts'
import type { Result } from '../shared/failure.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../shared/preferences.ts'
import { openConnectionStore, type ConnectionStore } from './connection/connection-store.ts'
import { openKeptValue, type KeptValue } from './disk/small-files.ts'
import { DraftSchema, PreferencesSchema } from './ipc/schemas.ts'
import type { Log } from './log.ts'
import type { ProfilePaths } from './profile.ts'
import { WindowPlace } from './window-bounds.ts'

export interface PreferencesStore extends Omit<KeptValue<Preferences>, 'set'> {
  /** Merges the given properties; otherwise like `KeptValue.set`. */
  set(change: Partial<Preferences>): Promise<Result<null>>
}

/** `null` if no draft was saved or it was discarded. */
export type CreateDraftStore = KeptValue<CreateDraft | null>

export interface KeptFiles {
  readonly connectionStore: ConnectionStore
  readonly preferences: PreferencesStore
  readonly createDraft: CreateDraftStore
  /** `null` at the first start, when the system centers the window. */
  readonly place: KeptValue<WindowPlace | null>
}

/** Reads all files in parallel and logs damage to the files whose loss the user would notice. */
export async function openKeptFiles(paths: ProfilePaths, log: Log): Promise<KeptFiles> {
  const [connectionStore, preferences, createDraft, place] = await Promise.all([
    openConnectionStore(paths.connectionsFile),
    openPreferences(paths.preferencesFile),
    openCreateDraft(paths.createDraftFile),
    openKeptValue(paths.windowFile, WindowPlace.nullable(), null)
  ])
  if (connectionStore.setAside !== null) log('error', 'connections-file-set-aside', connectionStore.setAside)
  if (createDraft.setAside !== null) log('error', 'create-draft-set-aside', createDraft.setAside)
  return { connectionStore, preferences, createDraft, place }
}

export async function openPreferences(file: string): Promise<PreferencesStore> {
  const kept = await openKeptValue(file, PreferencesSchema, DEFAULT_PREFERENCES)
  return { ...kept, set: (change) => kept.set({ ...kept.get(), ...change }) }
}

export function openCreateDraft(file: string): Promise<CreateDraftStore> {
  return openKeptValue(file, DraftSchema.nullable(), null)
}
