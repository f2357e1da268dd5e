/** What the status bar and the bars under the toolbar are made of. */
import { create } from 'zustand'
import type { SyncStatus } from '../../shared/sync-status.ts'

interface SyncState {
  /** null until main has told it. */
  readonly status: SyncStatus | null
}

export const useSync = create<SyncState>()(() => ({ status: null }))
