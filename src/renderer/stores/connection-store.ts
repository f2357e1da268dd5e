/** Whom this window is connected to. No key ever stands here. */
import { create } from 'zustand'
import type { ConnectionSummary } from '../../shared/connection.ts'
import type { Failure } from '../../shared/failure.ts'

interface ConnectionState {
  /** null = not connected yet. */
  readonly connection: ConnectionSummary | null
  /** Why the library cannot be used; the window then shows only this. */
  readonly trouble: Failure | null
  /** Rises when the library was opened anew: what screens hold of views and selections is out of date. */
  readonly opening: number
  /** The library is open (again), with this connection. */
  readonly enter: (connection: ConnectionSummary | null) => void
}

export const useConnection = create<ConnectionState>()((set) => ({
  connection: null,
  trouble: null,
  opening: 0,
  enter: (connection) => set(({ opening }) => ({ connection, trouble: null, opening: opening + 1 }))
}))
