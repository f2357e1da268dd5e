/** Whom this window is connected to. No key ever stands here. */
import { create } from 'zustand'
import type { ConnectionSummary } from '../../shared/connection.ts'
import type { Failure } from '../../shared/failure.ts'

interface ConnectionState {
  /** null = not connected yet. */
  readonly connection: ConnectionSummary | null
  /** Why the library could not be opened at start; the window then shows only this. */
  readonly trouble: Failure | null
}

export const useConnection = create<ConnectionState>()(() => ({ connection: null, trouble: null }))
